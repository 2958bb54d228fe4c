import t from 'tap';
import type { WritingMode } from '../../../../src/engine/css/compute/writing-mode.js';
import {
  toPhysicalBoxStrut,
  toPhysicalSize,
  toPhysicalVector,
  WritingModeConverter,
} from '../../../../src/engine/layout/writing-mode/converter.js';

const MODES = ['horizontal-tb', 'vertical-rl', 'vertical-lr', 'sideways-lr'] as const;

/** Converters of an area of 300px × 200px. */
const on = (mode: WritingMode) => new WritingModeConverter(mode, { width: 300, height: 200 });

/** The results of the function by writing mode. */
const inEachMode = <T>(find: (mode: WritingMode) => T) => Object.fromEntries(MODES.map((mode) => [mode, find(mode)]));

const LOGICAL_RECT = { lineOffset: 10, blockOffset: 20, inlineSize: 50, blockSize: 30 };
const PHYSICAL_RECTS = {
  'horizontal-tb': { x: 10, y: 20, width: 50, height: 30 },
  'vertical-rl': { x: 250, y: 10, width: 30, height: 50 },
  'vertical-lr': { x: 20, y: 10, width: 30, height: 50 },
  'sideways-lr': { x: 20, y: 140, width: 30, height: 50 },
};

t.test('the inline size is the width of horizontal and the height of vertical boxes', async (t) => {
  const horizontal = { width: 50, height: 30 };
  const vertical = { width: 30, height: 50 };
  t.strictSame(
    inEachMode((mode) => toPhysicalSize({ inlineSize: 50, blockSize: 30 }, mode)),
    { 'horizontal-tb': horizontal, 'vertical-rl': vertical, 'vertical-lr': vertical, 'sideways-lr': vertical },
  );
});

t.test('a rectangle starts at the block-start and line-left sides', async (t) => {
  t.strictSame(
    inEachMode((mode) => on(mode).toPhysicalRect(LOGICAL_RECT)),
    PHYSICAL_RECTS,
  );
});

t.test('toLogicalRect is the inverse of toPhysicalRect', async (t) => {
  t.strictSame(
    inEachMode((mode) => on(mode).toLogicalRect(PHYSICAL_RECTS[mode])),
    inEachMode(() => LOGICAL_RECT),
  );
});

t.test('the conversion of an offset depends on the size of the box', async (t) => {
  const { lineOffset, blockOffset, inlineSize, blockSize } = LOGICAL_RECT;
  const found = inEachMode((mode) => on(mode).toPhysicalOffset({ lineOffset, blockOffset }, { inlineSize, blockSize }));
  t.strictSame(
    found,
    inEachMode((mode) => ({ x: PHYSICAL_RECTS[mode].x, y: PHYSICAL_RECTS[mode].y })),
  );
  const back = inEachMode((mode) => on(mode).toLogicalOffset(found[mode]!, PHYSICAL_RECTS[mode]));
  t.strictSame(
    back,
    inEachMode(() => ({ lineOffset, blockOffset })),
  );
});

t.test('line-left is the top of vertical lines, and the bottom of sideways-lr ones', async (t) => {
  const strut = { blockStart: 1, lineRight: 2, blockEnd: 3, lineLeft: 4 };
  t.strictSame(
    inEachMode((mode) => toPhysicalBoxStrut(strut, mode)),
    {
      'horizontal-tb': { top: 1, right: 2, bottom: 3, left: 4 },
      'vertical-rl': { top: 4, right: 1, bottom: 2, left: 3 },
      'vertical-lr': { top: 4, right: 3, bottom: 2, left: 1 },
      'sideways-lr': { top: 2, right: 3, bottom: 4, left: 1 },
    },
  );
});

t.test('a vector points in the line and block directions', async (t) => {
  t.strictSame(
    inEachMode((mode) => toPhysicalVector({ lineOffset: 5, blockOffset: 7 }, mode)),
    {
      'horizontal-tb': { x: 5, y: 7 },
      'vertical-rl': { x: -7, y: 5 },
      'vertical-lr': { x: 7, y: 5 },
      'sideways-lr': { x: 7, y: -5 },
    },
  );
});

t.test('a static position keeps its edges', async (t) => {
  const position = { lineOffset: 10, blockOffset: 20, lineEdge: 'start', blockEdge: 'end' } as const;
  const found = inEachMode((mode) => on(mode).toPhysicalStaticPosition(position));
  t.strictSame(found, {
    'horizontal-tb': { x: 10, y: 20, xEdge: 'start', yEdge: 'end' },
    'vertical-rl': { x: 280, y: 10, xEdge: 'start', yEdge: 'start' },
    'vertical-lr': { x: 20, y: 10, xEdge: 'end', yEdge: 'start' },
    'sideways-lr': { x: 20, y: 190, xEdge: 'end', yEdge: 'end' },
  });
  t.strictSame(
    inEachMode((mode) => on(mode).toLogicalStaticPosition(found[mode]!)),
    inEachMode(() => position),
  );
});
