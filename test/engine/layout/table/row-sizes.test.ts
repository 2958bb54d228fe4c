/**
 * Extra height of rows and sections. Source: Blink's DistributeTableBlockSizeToSections,
 * DistributeExcessBlockSizeToRows
 */

import t from 'tap';
import { growRows, growSections, type RowSize } from '../../../../src/engine/layout/table/row-sizes.js';

const row = (height: number, more: Partial<RowSize> = {}): RowSize => ({
  height,
  percent: undefined,
  isConstrained: false,
  startsRowspan: false,
  isCollapsed: false,
  ...more,
});
const fixed = (height: number) => row(height, { isConstrained: true });

function grown(
  rows: RowSize[],
  height: number,
  { spacing = 0, ...how }: { spacing?: number; percentageBasis?: number; forRowspan?: boolean } = {},
): number[] {
  growRows(rows, { start: 0, count: rows.length }, height, spacing, how);
  return rows.map((row) => row.height);
}

t.test('rows grow by their height, after the spacing between them is taken off', async (t) => {
  t.strictSame(grown([row(20), row(40)], 120), [40, 80]);
  t.strictSame(grown([row(20), row(40)], 130, { spacing: 10 }), [40, 80]);
});

t.test('rows that are high enough stay as they are', async (t) => {
  t.strictSame(grown([row(20), row(40)], 50), [20, 40]);
});

t.test('a row with a height grows only where all have one', async (t) => {
  t.strictSame(grown([fixed(20), row(40)], 120), [20, 100]);
  t.strictSame(grown([fixed(20), fixed(40)], 120), [40, 80]);
});

t.test('percentage rows get their share first', async (t) => {
  t.strictSame(
    grown([row(20, { percent: 50, isConstrained: true }), row(40)], 100, { percentageBasis: 100 }),
    [50, 50],
  );
});

t.test('a cell over several rows grows rows in which other such cells start, but not for the first row', async (t) => {
  const rows = () => [row(20, { startsRowspan: true }), row(20, { startsRowspan: true }), row(20)];
  t.strictSame(grown(rows(), 90, { forRowspan: true }), [20, 50, 20]);
  t.strictSame(grown(rows(), 90), [30, 30, 30]);
});

t.test('a cell over empty rows makes the last one high', async (t) => {
  t.strictSame(grown([row(0), row(0)], 50, { forRowspan: true }), [0, 50]);
});

t.test('the height of a table goes to its bodies, with the spacing around every section taken off', async (t) => {
  const rows = [row(20), row(20)];
  const section = (start: number, isBody: boolean) => ({
    start,
    count: 1,
    height: 20,
    percent: undefined,
    isConstrained: false,
    isBody,
  });
  const sections = growSections([section(0, false), section(1, true)], rows, 130, 10);
  t.strictSame(
    [sections.map(({ height }) => height), rows.map(({ height }) => height)],
    [
      [20, 80],
      [20, 80],
    ],
  );
});
