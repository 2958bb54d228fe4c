/** Stacking contexts in stacking contexts. Source: https://www.w3.org/TR/CSS22/zindex.html */

import t from 'tap';
import { painted } from './painted.js';

const box = (color: string, style: string, children = ''): string =>
  `<div style="width:100px;height:50px;background:${color};${style}">${children}</div>`;

/** All layers overlap, so reading order does not rearrange them. */
const layer = (color: string, zIndex: number): string => box(color, `position:absolute;top:0;left:0;z-index:${zIndex}`);

/** Colours of the rectangles, back to front. */
const colors = (html: string): string[] => painted(html).map((line) => line.slice(-7));

t.test('a transform applies inside the transform of its stacking context', async (t) => {
  const inner = box('#0000ff', 'transform:scale(2);transform-origin:0 0');
  const middle = (children: string) => box('#00ff00', 'transform:translate(1px,2px)', children);
  const outer = (children: string) => box('#ff0000', 'transform:translate(10px,20px)', children);
  t.strictSame(painted(outer(middle(''))), [
    'group matrix 1,0,0,1,10,20',
    '  rect 0,0 100x50 #ff0000',
    '  group matrix 1,0,0,1,1,2',
    '    rect 0,0 100x50 #00ff00',
  ]);
  t.strictSame(painted(outer(middle(inner))), [
    'group matrix 1,0,0,1,10,20',
    '  rect 0,0 100x50 #ff0000',
    '  group matrix 1,0,0,1,1,2',
    '    rect 0,0 100x50 #00ff00',
    '    group matrix 2,0,0,2,0,0',
    '      rect 0,0 100x50 #0000ff',
  ]);
});

t.test('z-index orders layers inside their stacking context, above its background, and never beyond it', async (t) => {
  const inside = layer('#000005', 2) + layer('#000002', -1) + box('#000003', '') + layer('#000004', 1);
  const siblings = layer('#000000', -2) + layer('#000006', 1);
  t.strictSame(colors(siblings + box('#000001', 'position:relative;z-index:0', inside)), [
    '#000000',
    '#000001',
    '#000002',
    '#000003',
    '#000004',
    '#000005',
    '#000006',
  ]);
});

t.test('z-index does not apply to a box that only a transform makes a stacking context', async (t) => {
  const moved = (color: string, zIndex: number) => box(color, `transform:translate(0);z-index:${zIndex}`);
  t.strictSame(
    colors(moved('#000001', 2) + moved('#000002', 1)).filter((color) => /^#/.test(color)),
    ['#000001', '#000002'],
  );
});

t.test('a positioned box with z-index: auto leaves its layers to the stacking context around it', async (t) => {
  const inside = layer('#000005', 2) + layer('#000001', -1) + box('#000003', '');
  t.strictSame(colors(layer('#000004', 1) + box('#000002', 'position:relative', inside)), [
    '#000001',
    '#000002',
    '#000003',
    '#000004',
    '#000005',
  ]);
});

t.test('will-change establishes the stacking context of what it announces', async (t) => {
  const order = (style: string) => colors(box('#000001', style, box('#000002', 'position:relative;z-index:-1')));
  for (const name of [
    'opacity',
    'transform',
    '-webkit-clip-path',
    'MASK',
    'isolation',
    'position',
    'view-transition-name',
    'contents, filter',
  ])
    t.strictSame(order(`will-change:${name}`), ['#000001', '#000002'], name);
  for (const name of ['auto', 'contents', 'top', 'z-index', 'none, opacity', 'mask-clip', '-moz-transform'])
    t.strictSame(order(`will-change:${name}`), ['#000002', '#000001'], name);
  t.strictSame(order('position:relative;will-change:z-index'), ['#000001', '#000002']);
  t.strictSame(order('view-transition-name:hero'), ['#000001', '#000002']);
});

t.test('will-change makes a containing block of what it announces', async (t) => {
  const placed = (style: string, position: string) =>
    painted(
      `<div style="margin:30px 0 0 40px;${style}"><div style="position:${position};top:1px;left:2px;width:9px;height:9px;background:red"></div></div>`,
    )[0];
  for (const name of ['transform', 'perspective', 'filter', 'backdrop-filter', 'contain', 'translate'])
    t.match(placed(`will-change:${name}`, 'fixed'), '42,31', name);
  t.match(placed('will-change:position', 'absolute'), '42,31');
  t.match(placed('will-change:position', 'fixed'), 'rect 2,1');
  t.match(placed('will-change:opacity', 'absolute'), 'rect 2,1');
});

t.test('a transform that changes nothing leaves the clips around its box', async (t) => {
  const inner = box('#0000ff', 'position:absolute;transform:translateZ(0)');
  t.match(
    painted(
      `<div style="position:absolute;overflow:hidden;border-radius:50px;width:100px;height:50px">${inner}</div>`,
    )[0],
    'clip',
  );
});

t.test('an effect applies to boxes inside that are positioned from outside of it', async (t) => {
  const inner = box('#000002', 'position:absolute;top:5px;left:5px');
  t.strictSame(painted(box('#000001', 'opacity:0.5', inner)), ['rect 0,0 100x50 #808080', 'rect 5,5 100x50 #808081']);
  const clipped = `<div style="position:relative;width:60px;height:60px;overflow:hidden">${box('#000001', 'filter:opacity(0.5)', inner)}</div>`;
  t.match(painted(clipped)[0], 'group clip 0,0 60x60', 'in the clip of their containing block');
});

t.test('boxes positioned from outside of a stacking context have their place in its order', async (t) => {
  const below = (position: string) => box('#000002', `position:${position};top:0;left:0;z-index:-1`);
  t.strictSame(colors(box('#000001', 'opacity:0.5', below('absolute'))), ['#808080', '#808081']);
  t.strictSame(colors(box('#000001', 'isolation:isolate', below('absolute'))), ['#000001', '#000002']);
  t.strictSame(colors(box('#000001', '', below('absolute'))), ['#000002', '#000001'], 'without one');
  t.strictSame(colors(box('#000001', 'position:relative;z-index:0', below('fixed'))), ['#000001', '#000002']);
  const contained = box('#000003', 'position:relative', below('absolute'));
  t.strictSame(colors(box('#000001', 'isolation:isolate', contained)), ['#000001', '#000002', '#000003']);
});
