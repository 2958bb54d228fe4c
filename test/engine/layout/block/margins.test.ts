import t from 'tap';
import { addMargin, collapsed, DISCARDED_STRUT, EMPTY_STRUT } from '../../../../src/engine/layout/block/margins.js';

const collapse = (...margins: number[]) =>
  collapsed(margins.reduce((strut, margin) => addMargin(strut, margin), EMPTY_STRUT));

t.test('adjoining margins collapse to the largest', async (t) => {
  t.equal(collapse(10, 30, 20), 30);
});

t.test('the most negative margin is added to the largest positive one', async (t) => {
  t.equal(collapse(10, -5, 30), 25);
  t.equal(collapse(-5, -20), -20);
});

t.test('margins at an unforced break are truncated, including those added later', async (t) => {
  t.equal(collapsed(addMargin(addMargin(DISCARDED_STRUT, 40), -10)), 0);
});

t.test('quirks mode ignores default margins at the start of body and table cells', async (t) => {
  const strut = addMargin(addMargin({ ...EMPTY_STRUT, ignoresQuirky: true }, 16, true), 4);
  t.equal(collapsed(strut), 4);
  t.equal(collapsed({ ...strut, ignoresQuirky: false }), 16);
});
