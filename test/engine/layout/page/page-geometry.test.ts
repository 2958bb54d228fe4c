import t from 'tap';
import type { ComputedStyle } from '../../../../src/engine/css/properties/table.js';
import { pageGeometry } from '../../../../src/engine/layout/page/page-geometry.js';

const PT = 96 / 72;
const MM = 96 / 25.4;

/** The page area as `x,y widthxheight`. */
const area = (width: number, height: number, margin: number, more: Partial<ComputedStyle> = {}) => {
  const sides = {
    width: 'auto',
    height: 'auto',
    'min-width': 'auto',
    'min-height': 'auto',
    'max-width': 'none',
    'max-height': 'none',
    'margin-top': margin,
    'margin-right': margin,
    'margin-bottom': margin,
    'margin-left': margin,
    'padding-top': 0,
    'padding-right': 0,
    'padding-bottom': 0,
    'padding-left': 0,
    'border-top-width': 0,
    'border-right-width': 0,
    'border-bottom-width': 0,
    'border-left-width': 0,
  };
  const style = { ...sides, ...more } as unknown as ComputedStyle;
  const {
    x,
    y,
    width: w,
    height: h,
  } = pageGeometry({ width, height, sheet: undefined, style, marginBoxes: new Map(), footnoteArea: style }).area;
  return `${x},${y} ${w}x${h}`;
};

// Expected values are from PDFs printed by Chromium.
t.test('the origin of the page area is rounded, its size is rounded up', async (t) => {
  t.equal(area(596 * PT, 842 * PT, 28 * PT), '37,37 721x1049');
  t.equal(area(210 * MM, 297 * MM, 20 * MM), '76,76 643x972');
  t.equal(area(148 * MM, 210 * MM, 15 * MM), '57,57 446x681');
  t.equal(area(300.6, 200.4, 10.3), '10,10 280x180');
  t.equal(area(300.2, 200.9, 10.6), '11,11 280x180');
});

t.test('borders and paddings of the page are outside the page area', async (t) => {
  t.equal(area(300, 200, 20, { 'padding-left': 10, 'border-top-width': 5 }), '30,25 250x155');
});

t.test('a page without a page area falls back to A4', async (t) => {
  t.equal(area(50, 50, 40), '38,38 719x1047');
  t.equal(area(4, 6, 10 * MM), '38,38 719x1047');
  t.equal(area(210 * MM, 297 * MM, 10 * MM), '38,38 719x1047');
});
