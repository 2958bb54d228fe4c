/** Widths of columns. Sources: https://drafts.csswg.org/css-tables-3/#width-distribution-algorithm, CSS 2.2 §17.5.2 */

import t from 'tap';
import {
  type CellConstraint,
  type ColumnConstraint,
  capPercentages,
  columnsMinMax,
  distribute,
  distributeColspan,
  distributeFixed,
  emptyColumn,
  mergeConstraints,
} from '../../../../src/engine/layout/table/columns.js';

const auto = (min: number, max: number): ColumnConstraint => ({ ...emptyColumn(false), isMergeable: false, min, max });
const length = (px: number, min = 0): ColumnConstraint => ({ ...auto(min, px), isConstrained: true });
const percent = (value: number, min = 0, max = min): ColumnConstraint => ({ ...auto(min, max), percent: value });
const constraint = (min: number, max: number, more: Partial<CellConstraint> = {}): CellConstraint => ({
  min,
  max,
  percent: undefined,
  isConstrained: false,
  percentEdges: 0,
  ...more,
});

/** The columns after a cell that spans all of them: "min–max", or a percentage. */
function spanned(columns: ColumnConstraint[], cell: CellConstraint, spacing = 0): string[] {
  distributeColspan(columns, cell, spacing);
  return columns.map(({ min, max, percent }) => (percent === undefined ? `${min}–${max}` : `${percent}%`));
}

t.test('columns are never narrower than their minimum', async (t) => {
  t.strictSame(distribute([auto(50, 90), length(80, 60)], 40), [50, 60]);
});

t.test('between minimum and maximum, columns grow by the difference of the two', async (t) => {
  t.strictSame(distribute([auto(10, 30), auto(10, 70)], 60), [20, 40]);
});

t.test('beyond their maximum, columns grow by the maximum', async (t) => {
  t.strictSame(distribute([auto(10, 30), auto(10, 70)], 200), [60, 140]);
});

t.test('percentages are satisfied first, lengths next, automatic columns last', async (t) => {
  const columns = [auto(10, 60), length(40, 10), percent(50, 10)];
  t.strictSame(distribute(columns, 36), [10, 10, 16], '50% are 18, for which there is no space');
  t.strictSame(distribute(columns, 80), [10, 30, 40]);
  t.strictSame(distribute(columns, 120), [20, 40, 60]);
});

t.test('a length does not grow as long as there is an automatic column', async (t) => {
  t.strictSame(distribute([length(50), auto(10, 30)], 200), [50, 150]);
  t.strictSame(distribute([length(50), length(150)], 400), [100, 300]);
});

t.test('a percentage does not go below the minimum', async (t) => {
  t.strictSame(distribute([percent(10, 40), auto(10, 10)], 100), [40, 60]);
});

t.test('columns of percentages alone share the rest by percentage', async (t) => {
  t.strictSame(distribute([percent(20), percent(60)], 100), [25, 75]);
});

t.test('percentages over 100 in total: the later ones are cut', async (t) => {
  const columns = [percent(60), percent(60), percent(10)];
  capPercentages(columns, false);
  t.strictSame(
    columns.map((column) => column.percent),
    [60, 40, 0],
  );
});

t.test('a percentage makes the table so wide that its column and the others get their maximum', async (t) => {
  t.equal(columnsMinMax([percent(25, 10, 50)], false, true).max, 200);
  t.equal(columnsMinMax([percent(25, 10, 10), auto(10, 90)], false, true).max, 120);
});

t.test('a length in one cell replaces the maximum of cells without, not their minimum', async (t) => {
  const cell = constraint(0, 50, { isConstrained: true });
  t.match(mergeConstraints(cell, constraint(20, 200)), { min: 20, max: 50, isConstrained: true });
  t.match(mergeConstraints(cell, constraint(70, 200)), { min: 70, max: 70, isConstrained: true });
});

t.test('a spanning cell widens its columns by their maximum; the spacing between them counts', async (t) => {
  t.strictSame(spanned([auto(20, 20), auto(60, 60)], constraint(160, 160)), ['40–40', '120–120']);
  t.strictSame(spanned([auto(20, 20), auto(60, 60)], constraint(180, 180), 20), ['40–40', '120–120']);
});

t.test('a spanning cell that fits changes nothing', async (t) => {
  t.strictSame(spanned([auto(20, 30), auto(60, 80)], constraint(70, 90)), ['20–30', '60–80']);
});

t.test('a spanning percentage, less those of its columns, goes to the others by their maximum', async (t) => {
  t.strictSame(spanned([percent(30), auto(0, 10), auto(0, 30)], constraint(0, 0, { percent: 90 })), [
    '30%',
    '15%',
    '45%',
  ]);
});

t.test('fixed layout: lengths stand and the others share the rest', async (t) => {
  const column = { ...emptyColumn(true) };
  t.strictSame(distributeFixed([length(100), { ...column }, { ...column }], 400), [100, 150, 150]);
  t.strictSame(distributeFixed([length(100), percent(25), { ...column }], 400), [100, 100, 200]);
});

t.test('fixed layout: lengths that leave space are scaled', async (t) => {
  t.strictSame(distributeFixed([length(100), length(200)], 600), [200, 400]);
});
