import t from 'tap';
import { coalesce } from '../../../src/engine/paint/coalesce.js';
import type { DisplayItem, RectItem } from '../../../src/engine/paint/display-list.js';
import { BLACK, RED, text } from '../typst/display.js';
import { describe } from './painted.js';

const rect = (x: number, y: number, width: number, height: number, fill: RectItem['fill'] = RED): RectItem => ({
  kind: 'rect',
  x,
  y,
  width,
  height,
  fill,
});
const joined = (...items: DisplayItem[]) => describe(coalesce(items));

t.test('text that goes on in the same style is one run', async (t) => {
  t.strictSame(joined(text('one '), text('two', { x: 110 })), ['text 10,20 one two']);
  t.equal(joined(text('one'), text('two', { x: 111 })).length, 2, 'not over a gap');
  t.equal(joined(text('one'), text('two', { x: 110, y: 21 })).length, 2, 'not on another line');
  t.equal(joined(text('one'), text('two', { x: 110, color: RED })).length, 2, 'not in another colour');
  t.equal(joined(text('one'), text('two', { x: 110, features: ['kern=0'] })).length, 2, 'nor with other features');
});

t.test('right-to-left text goes on to the left', async (t) => {
  t.strictSame(joined(text('אב', { rtl: true, x: 110 }), text('גד', { rtl: true })), ['text 10,20 אבגד']);
});

t.test('rectangles that make one are one', async (t) => {
  t.strictSame(joined(rect(0, 0, 10, 5), rect(10, 0, 10, 5)), ['rect 0,0 20x5 #ff0000']);
  t.strictSame(joined(rect(0, 0, 10, 5), rect(0, 5, 10, 5)), ['rect 0,0 10x10 #ff0000']);
  t.equal(joined(rect(0, 0, 10, 5), rect(10, 0, 10, 6)).length, 2);
  t.equal(joined(rect(0, 0, 10, 5), rect(11, 0, 10, 5)).length, 2);
  t.equal(joined(rect(0, 0, 10, 5), rect(10, 0, 10, 5, BLACK)).length, 2);
});

t.test('translucent rectangles stay apart: their seam shows both', async (t) => {
  const veil = { ...RED, a: 0.5 };
  t.equal(joined(rect(0, 0, 10, 5, veil), rect(5, 0, 10, 5, veil)).length, 2);
});

t.test('groups are joined inside, not with each other', async (t) => {
  const group = (...children: DisplayItem[]): DisplayItem => ({ kind: 'group', opacity: 0.5, children });
  t.strictSame(joined(group(rect(0, 0, 5, 5), rect(5, 0, 5, 5)), group(rect(10, 0, 5, 5))), [
    'group opacity 0.5',
    '  rect 0,0 10x5 #ff0000',
    'group opacity 0.5',
    '  rect 10,0 5x5 #ff0000',
  ]);
});
