import t from 'tap';
import { isAvoid, isForced, joinBreaks } from '../../../../src/engine/layout/fragmentation/breaks.js';

t.test('a forced value overrides avoid at the same break point', async (t) => {
  t.equal(joinBreaks('page', 'avoid'), 'page');
  t.equal(joinBreaks('avoid', 'auto'), 'avoid');
  t.equal(joinBreaks('auto', 'auto'), 'auto');
});

t.test('a page side overrides page, and the later of two sides the earlier one', async (t) => {
  t.equal(joinBreaks('left', 'page'), 'left');
  t.equal(joinBreaks('left', 'right'), 'right');
});

t.test('column breaks do not break pages, page breaks do not break columns', async (t) => {
  t.equal(isForced('column', 'page'), false);
  t.equal(isForced('page', 'column'), false);
  t.equal(isAvoid('avoid-column', 'page'), false);
  t.equal(isAvoid('avoid-page', 'page'), true);
});
