/** Tenths of proofs, and failing inputs made smaller. */

import t from 'tap';
import { sample } from './support/sample.js';
import { shrink } from './support/shrink.js';

const CASES = Array.from({ length: 100 }, (_, index) => index);

t.test('a run takes a tenth of the cases, in their order, the same for the same seed', async (t) => {
  const tenth = sample(CASES, 'a', '2026-01-01', false);
  t.equal(tenth.length, 10);
  t.strictSame(
    tenth,
    [...tenth].sort((a, b) => a - b),
  );
  t.strictSame(sample(CASES, 'a', '2026-01-01', false), tenth);
  t.notSame(sample(CASES, 'b', '2026-01-01', false), tenth, 'proofs take tenths of their own');
});

t.test('a run takes at least one case, a full one all', async (t) => {
  t.strictSame(sample(['only'], 'a', 'x', false), ['only']);
  t.strictSame(sample(CASES, 'a', 'x', true), CASES);
});

t.test('within some months each case has its turn', async (t) => {
  const seen = new Set<number>();
  for (let day = 0; day < 200; day += 1) for (const one of sample(CASES, 'a', `day ${day}`, false)) seen.add(one);
  t.equal(seen.size, CASES.length);
});

t.test('what does not matter is left out', async (t) => {
  const html = '<!doctype html><div style="color: red; float: left"><p>one two</p>\n<b>three</b></div> four';
  t.equal(
    shrink(html, (text) => text.includes('float: left') && text.includes('three')),
    'float: leftthree',
  );
});

t.test('a failure that turns into an error is another one', async (t) => {
  const found = shrink('<p>a b</p>', (text) => {
    if (!text.includes('<p>')) throw new Error('no paragraph');
    return true;
  });
  t.equal(found, '<p>');
});
