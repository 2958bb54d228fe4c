import t from 'tap';
import { boundsOf } from '../../../src/engine/paint/bounds.js';
import type { DisplayItem } from '../../../src/engine/paint/display-list.js';

const AREA = { x: 50, y: 60, width: 10, height: 20 };
const LINK: DisplayItem = { kind: 'link-area', ...AREA };
const tagged = (...children: DisplayItem[]): DisplayItem => ({ kind: 'tag', tag: { type: 'paragraph' }, children });

t.test('a container without items adds nothing to the bounds around it', async (t) => {
  const bookmark: DisplayItem = {
    kind: 'tag',
    tag: { type: 'bookmark', level: 1, label: 'One', x: 50, y: 60 },
    children: [],
  };
  t.strictSame(boundsOf({ kind: 'group', children: [bookmark, LINK] }), AREA);
  t.strictSame(boundsOf(tagged(LINK, tagged(bookmark))), AREA, 'nor does one with empty ones inside');
});
