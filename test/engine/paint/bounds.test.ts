import t from 'tap';
import { boundsOf } from '../../../src/engine/paint/bounds.js';
import type { DisplayItem } from '../../../src/engine/paint/display-list.js';

const AREA = { x: 50, y: 60, width: 10, height: 20 };
const LINK: DisplayItem = { kind: 'link-area', ...AREA };
const tagged = (...children: DisplayItem[]): DisplayItem => ({
  kind: 'tag',
  tag: { type: 'paragraph' },
  children,
  order: 0,
});

t.test('a container without items adds nothing to the bounds around it', async (t) => {
  const bookmark: DisplayItem = {
    kind: 'tag',
    tag: { type: 'bookmark', level: 1, label: 'One', x: 50, y: 60 },
    children: [],
    order: 0,
  };
  t.strictSame(boundsOf({ kind: 'group', children: [bookmark, LINK] }), AREA);
  t.strictSame(boundsOf(tagged(LINK, tagged(bookmark))), AREA, 'nor does one with empty ones inside');
});

t.test('the bounds of containers inside each other take one look at each', async (t) => {
  let looks = 0;
  const counted = (child: DisplayItem): DisplayItem => ({
    kind: 'group',
    get children() {
      looks += 1;
      return [child];
    },
  });
  const nested = Array.from({ length: 50 }).reduce<DisplayItem>(counted, LINK);
  t.strictSame(boundsOf(nested), AREA);
  t.equal(looks, 50);
});

t.test('a filter may paint where there is nothing', async (t) => {
  const filter: DisplayItem = { kind: 'group', children: [], filter: { blur: 1 } };
  t.strictSame(boundsOf(filter), { x: -3, y: -3, width: 6, height: 6 });
});
