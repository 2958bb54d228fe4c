/**
 * Placement of items; lines and areas count from 0.
 * Sources: https://drafts.csswg.org/css-grid-2/#line-placement, https://drafts.csswg.org/css-grid-2/#auto-placement-algo
 */

import t from 'tap';
import type { BlockLevelBox } from '../../../../src/engine/box/tree.js';
import type { GridPlacement } from '../../../../src/engine/css/values/values.js';
import { type AxisPlacement, placeItems, resolvePlacement } from '../../../../src/engine/layout/grid/placement.js';

interface Item {
  /** Default: one track, placed automatically. */
  readonly row?: AxisPlacement;
  readonly column?: AxisPlacement;
}

const BOX = {} as BlockLevelBox;
const span = (count: number) => ({ span: count });
const at = (start: number, end = start + 1) => ({ start, end });

/** "row column", or "row-end column-end" of what spans more than one track. */
function places(items: readonly Item[], { columns = 3, flow = 'row', dense = false } = {}): string[] {
  const pending = items.map(({ row = span(1), column = span(1) }) => ({ box: BOX, row, column }));
  const [rowCount, columnCount] = flow === 'row' ? [1, columns] : [columns, 1];
  const text = ({ start, end }: { start: number; end: number }) => (end === start + 1 ? `${start}` : `${start}-${end}`);
  return placeItems(pending, rowCount, columnCount, flow === 'row', dense).map(
    ({ row, column }) => `${text(row)} ${text(column)}`,
  );
}

t.test('sparse placement never goes back to a hole, dense placement fills it', async (t) => {
  const items = [{ column: span(2) }, { column: span(2) }, {}];
  t.strictSame(places(items), ['0 0-2', '1 0-2', '1 2']);
  t.strictSame(places(items, { dense: true }), ['0 0-2', '1 0-2', '0 2']);
});

t.test('items with a row and a column come first, those locked to a row next, whatever their order', async (t) => {
  t.strictSame(places([{}, { row: at(0) }, { row: at(0), column: at(1) }]), ['0 2', '0 0', '0 1']);
});

t.test('a column before the cursor is placed one row further down', async (t) => {
  const items = [{ column: at(1) }, { column: at(0) }, {}];
  t.strictSame(places(items), ['0 1', '1 0', '1 1']);
  t.strictSame(places(items, { dense: true }), ['0 1', '0 0', '0 2']);
});

t.test('sparse placement keeps a cursor for each locked row', async (t) => {
  const items = [{ row: at(0), column: at(1) }, { row: at(0), column: span(2) }, { row: at(0) }];
  t.strictSame(places(items), ['0 1', '0 2-4', '0 4']);
  t.strictSame(places(items, { dense: true }), ['0 1', '0 2-4', '0 0']);
});

t.test('the widest item makes the implicit columns that all others use', async (t) => {
  t.strictSame(places([{}, { column: span(3) }, {}, {}], { columns: 1 }), ['0 0', '1 0-3', '2 0', '2 1']);
});

t.test('automatic placement begins in the implicit tracks before the explicit grid', async (t) => {
  t.strictSame(places([{ row: at(0), column: at(-1) }, {}, {}], { columns: 1 }), ['0 -1', '0 0', '1 -1']);
});

t.test('column flow fills the rows of a column first', async (t) => {
  t.strictSame(places([{}, { row: span(2) }, {}], { columns: 2, flow: 'column' }), ['0 0', '0-2 1', '0 2']);
});

const line = (integer: number | undefined, name?: string): GridPlacement => ({ span: false, integer, name });
const spans = (integer: number | undefined, name?: string): GridPlacement => ({ span: true, integer, name });
const LINES = {
  count: 3,
  names: new Map([
    ['main-start', [1]],
    ['main-end', [3]],
    ['x', [0, 2]],
  ]),
};
const resolve = (start: GridPlacement, end: GridPlacement) => resolvePlacement(start, end, LINES);

t.test('lines count from 1, negative ones from the end of the explicit grid', async (t) => {
  t.strictSame(resolve(line(1), line(-1)), at(0, 3));
  t.strictSame(resolve(line(-1), 'auto'), at(3), 'the last line begins an implicit track');
});

t.test('two lines in the wrong order are swapped, of two equal ones the end is ignored', async (t) => {
  t.strictSame(resolve(line(3), line(1)), at(0, 2));
  t.strictSame(resolve(line(2), line(2)), at(1));
});

t.test('of two spans the one at the end is ignored; a lone span of a name is 1', async (t) => {
  t.strictSame(resolve(spans(2), spans(3)), span(2));
  t.strictSame(resolve('auto', spans(2, 'x')), span(1));
});

t.test('a span counts from the line on the other side', async (t) => {
  t.strictSame(resolve(spans(2), line(4)), at(1, 3));
  t.strictSame(resolve(line(1), spans(undefined, 'x')), at(0, 2), 'up to the next line of the name');
});

t.test('a name is first that of an area', async (t) => {
  t.strictSame(resolve(line(undefined, 'main'), line(undefined, 'main')), at(1, 3));
});

t.test('all implicit lines have the name that is missing', async (t) => {
  t.strictSame(resolve(line(1), spans(1, 'none')), at(0, 4));
  t.strictSame(resolve(line(3, 'x'), 'auto'), at(4), 'two in the grid: the third is one beyond its end');
});

/** The algorithm of the specification, cell by cell. */
function placedSlowly(items: readonly Item[], columns: number): string[] {
  const taken = new Set<string>();
  const cells = (row: number, column: number, rows: number, width: number) =>
    Array.from({ length: rows * width }, (_, i) => `${row + Math.floor(i / width)} ${column + (i % width)}`);
  return items.map(({ row = span(1), column = span(1) }) => {
    const [rows, width] = [(row as { span: number }).span, (column as { span: number }).span];
    for (let y = 0; ; y++) {
      for (let x = 0; x + width <= columns; x++) {
        const own = cells(y, x, rows, width);
        if (own.some((cell) => taken.has(cell))) continue;
        for (const cell of own) taken.add(cell);
        const text = (start: number, count: number) => (count === 1 ? `${start}` : `${start}-${start + count}`);
        return `${text(y, rows)} ${text(x, width)}`;
      }
    }
  });
}

t.test('dense placement remembers where it was full, and finds each hole all the same', async (t) => {
  for (let seed = 1; seed <= 40; seed++) {
    const items = Array.from({ length: 60 }, (_, i) => ({
      row: span(((i * seed * 7) % 5) + 1),
      column: span(((i * seed * 11) % 4) + 1),
    }));
    t.strictSame(places(items, { columns: 5, dense: true }), placedSlowly(items, 5), `${seed}`);
  }
});

t.test('thousands of items in one row are placed at once', async (t) => {
  const count = 5_000;
  const row = places(
    Array.from({ length: count }, () => ({ column: span(2) })),
    { columns: 2 * count, dense: true },
  );
  t.equal(row.at(-1), `0 ${2 * count - 2}-${2 * count}`);
});
