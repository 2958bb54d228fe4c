import t from 'tap';
import type { DisplayItem, RectItem } from '../../../src/engine/paint/display-list.js';
import { resolveOpacity } from '../../../src/engine/paint/opacity.js';
import { RED, text } from '../typst/display.js';
import { describe, painted } from './painted.js';

const BLUE = { r: 0, g: 0, b: 255, a: 1 };
const rect = (x: number, width: number, fill: RectItem['fill'] = RED): RectItem => ({
  kind: 'rect',
  x,
  y: 0,
  width,
  height: 30,
  fill,
});
const half = (...children: DisplayItem[]): DisplayItem => ({ kind: 'group', opacity: 0.5, children });

/** The items described, and how many groups have to be put together first. */
function resolved(...items: DisplayItem[]): (string | number)[] {
  const result = describe(resolveOpacity(items)).map((line) => line.trim());
  return [...result, result.filter((line) => line.endsWith('together')).length];
}

t.test('where nothing overlaps colours can have the opacity', async (t) => {
  t.strictSame(resolved(half(rect(0, 10), rect(10, 10))), [
    'group opacity 0.5',
    'rect 0,0 10x30 #ff0000',
    'rect 10,0 10x30 #ff0000',
    0,
  ]);
});

t.test('what overlaps on white is mixed with white', async (t) => {
  t.strictSame(resolved(half(rect(0, 20), rect(5, 10, BLUE))), ['rect 0,0 20x30 #ff8080', 'rect 5,0 10x30 #8080ff', 0]);
});

t.test('or with the colour that is behind all of it', async (t) => {
  t.strictSame(resolved(rect(0, 50, BLUE), half(rect(0, 20), rect(5, 10))).slice(1, 2), ['rect 0,0 20x30 #800080']);
});

t.test('a group on more than one colour is reported', async (t) => {
  const group = half(rect(0, 20), rect(5, 10));
  t.equal(resolved(rect(10, 50, BLUE), group).at(-1), 1, 'half of it on blue');
  t.equal(resolved(rect(0, 50, { type: 'linear', angle: 0, stops: [] }), group).at(-1), 1, 'on a gradient');
  t.equal(
    resolved(
      {
        ...rect(0, 50, BLUE),
        radii: [
          [5, 5],
          [5, 5],
          [5, 5],
          [5, 5],
        ],
      },
      group,
    ).at(-1),
    1,
    'on a rounded box',
  );
});

t.test('the areas of links around do not matter', async (t) => {
  const area: DisplayItem = { kind: 'link-area', x: 0, y: 0, width: 100, height: 100 };
  const anchor: DisplayItem = { kind: 'anchor', name: 'a', x: 10, y: 10 };
  t.equal(resolved(area, anchor, half(rect(0, 20), rect(5, 10))).at(-1), 0);
});

t.test('a border around does not matter', async (t) => {
  const html =
    '<div style="border:2px solid;background:#0f0;padding:5px"><div style="opacity:.5;background:red">text</div></div>';
  t.match(painted(html).join('\n'), '#808000');
});

t.test('text keeps its underlines', async (t) => {
  const underlines = [{ offset: 2, thickness: 1, color: RED }];
  const [, item] = resolveOpacity([half(rect(0, 100), text('a', { underlines, color: BLUE }))]);
  t.match(item, {
    color: { r: 127.5, g: 127.5, b: 255 },
    underlines: [{ color: { r: 255, g: 127.5, b: 127.5 } }],
  });
});

t.test('an image of a group keeps the opacity for itself', async (t) => {
  const image = { key: 'aa', format: 'png', bytes: new Uint8Array(1), width: 1, height: 1, orientation: 1 } as const;
  const item: DisplayItem = { kind: 'image', x: 50, y: 0, width: 10, height: 10, image, alt: undefined };
  t.match(resolved(half(rect(0, 20), rect(5, 10), item)), ['rect', 'rect', 'group opacity 0.5', 'image', 0]);
  t.equal(
    resolved(half(rect(0, 60), item)).at(-1),
    1,
    'but not over something of the group: it may be translucent itself',
  );
  const photo: DisplayItem = { ...item, image: { ...image, format: 'jpeg' } };
  t.equal(resolved(half(rect(0, 60), photo)).at(-1), 0, 'unless it cannot');
});

t.test('groups in groups', async (t) => {
  const inner = half(rect(0, 10), rect(5, 5));
  const colours = resolved(half(rect(0, 20), inner)).flatMap((line) =>
    typeof line === 'string' ? (/#\w+$/.exec(line)?.[0] ?? []) : [],
  );
  // Red at half on red at half on white.
  t.strictSame(colours, ['#ff8080', '#ff8080', '#ff8080']);
});
