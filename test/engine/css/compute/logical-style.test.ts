import t from 'tap';
import { INITIAL_STYLE } from '../../../../src/engine/css/compute/compute.js';
import { logicalStyle, physicalStyle } from '../../../../src/engine/css/compute/logical-style.js';
import { type WritingMode, writingModeOf } from '../../../../src/engine/css/compute/writing-mode.js';
import type { ComputedStyle } from '../../../../src/engine/css/properties/table.js';

const STYLE: ComputedStyle = {
  ...INITIAL_STYLE,
  width: 100,
  height: 50,
  'min-width': 10,
  'max-height': 90,
  'aspect-ratio': { auto: false, ratio: 2 },
  'overflow-x': 'hidden',
  'overflow-y': 'scroll',
  top: 1,
  right: 2,
  bottom: 3,
  left: 4,
  'margin-top': 11,
  'margin-right': 12,
  'margin-bottom': 13,
  'margin-left': 14,
  'padding-top': 21,
  'padding-right': 22,
  'padding-bottom': 23,
  'padding-left': 24,
  'border-top-width': 31,
  'border-right-width': 32,
  'border-bottom-width': 33,
  'border-left-width': 34,
  'border-top-style': 'solid',
  'border-right-style': 'dotted',
  'border-bottom-style': 'dashed',
  'border-left-style': 'double',
};

/** Values by side, in the order block-start, line-right, block-end, line-left. */
function sides(mode: WritingMode, direction: ComputedStyle['direction']) {
  const style = logicalStyle({ ...STYLE, direction }, mode);
  const order = ['block-start', 'line-right', 'block-end', 'line-left'] as const;
  return {
    insets: order.map((side) => style[`inset-${side}`]),
    margins: order.map((side) => style[`margin-${side}`]),
    paddings: order.map((side) => style[`padding-${side}`]),
    widths: order.map((side) => style[`border-${side}-width`]),
    styles: order.map((side) => style[`border-${side}-style`]),
  };
}

const EXPECTED: Readonly<Record<WritingMode, ReturnType<typeof sides>>> = {
  'horizontal-tb': {
    insets: [1, 2, 3, 4],
    margins: [11, 12, 13, 14],
    paddings: [21, 22, 23, 24],
    widths: [31, 32, 33, 34],
    styles: ['solid', 'dotted', 'dashed', 'double'],
  },
  'vertical-rl': {
    insets: [2, 3, 4, 1],
    margins: [12, 13, 14, 11],
    paddings: [22, 23, 24, 21],
    widths: [32, 33, 34, 31],
    styles: ['dotted', 'dashed', 'double', 'solid'],
  },
  'vertical-lr': {
    insets: [4, 3, 2, 1],
    margins: [14, 13, 12, 11],
    paddings: [24, 23, 22, 21],
    widths: [34, 33, 32, 31],
    styles: ['double', 'dashed', 'dotted', 'solid'],
  },
  'sideways-lr': {
    insets: [4, 1, 2, 3],
    margins: [14, 11, 12, 13],
    paddings: [24, 21, 22, 23],
    widths: [34, 31, 32, 33],
    styles: ['double', 'solid', 'dotted', 'dashed'],
  },
};

for (const [mode, expected] of Object.entries(EXPECTED) as [WritingMode, ReturnType<typeof sides>][]) {
  t.test(`the sides of ${mode}`, async (t) => {
    t.strictSame(sides(mode, 'ltr'), expected);
    t.strictSame(sides(mode, 'rtl'), expected, 'line-relative sides are the same in right-to-left text');
  });
}

t.test('sizes, ratio and overflow of horizontal text are those of the style', async (t) => {
  const style = logicalStyle(STYLE, 'horizontal-tb');
  t.strictSame([style['inline-size'], style['block-size']], [100, 50]);
  t.strictSame([style['min-inline-size'], style['max-block-size']], [10, 90]);
  t.strictSame([style['overflow-inline'], style['overflow-block']], ['hidden', 'scroll']);
  t.equal(style['logical-aspect-ratio'].ratio, 2);
});

t.test('in vertical text the inline size is the height, and the ratio is inverted', async (t) => {
  for (const mode of ['vertical-rl', 'vertical-lr', 'sideways-lr'] as const) {
    const style = logicalStyle(STYLE, mode);
    t.strictSame([style['inline-size'], style['block-size']], [50, 100], mode);
    t.strictSame([style['max-inline-size'], style['min-block-size']], [90, 10], mode);
    t.strictSame([style['overflow-inline'], style['overflow-block']], ['scroll', 'hidden'], mode);
    t.equal(style['logical-aspect-ratio'].ratio, 0.5, mode);
  }
});

t.test('a logical style contains the physical values', async (t) => {
  const physical = physicalStyle(logicalStyle(STYLE, 'vertical-rl'));
  t.strictSame([physical.width, physical['margin-top'], physical['aspect-ratio']], [100, 11, STYLE['aspect-ratio']]);
});

t.test('a style has one logical style in each writing mode, and a copy has its own', async (t) => {
  const first = logicalStyle(STYLE, 'vertical-rl');
  t.equal(logicalStyle(STYLE, 'vertical-rl'), first);
  t.not(logicalStyle(STYLE, 'horizontal-tb'), first);
  const copy = logicalStyle({ ...STYLE, width: 7 }, 'vertical-rl');
  t.equal(copy['block-size'], 7);
  t.equal(logicalStyle(STYLE, 'vertical-rl'), first);
});

t.test('sideways-rl is laid out as vertical-rl', async (t) => {
  t.equal(writingModeOf({ 'writing-mode': 'sideways-rl' }), 'vertical-rl');
  t.equal(writingModeOf({ 'writing-mode': 'sideways-lr' }), 'sideways-lr');
});
