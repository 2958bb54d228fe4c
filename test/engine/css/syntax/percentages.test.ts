import t from 'tap';
import { keepPercentages } from '../../../../src/engine/css/syntax/percentages.js';
import { RewrittenText } from '../../../../src/engine/css/syntax/rewriting.js';

const kept = (css: string): string => keepPercentages(RewrittenText.of(css)).text;

t.test('a sum whose percentages cancel out keeps one', async (t) => {
  t.equal(kept('width: calc(40px + 10% - 10%)'), 'width: calc(40px + 10% - 10% + 1e-30%)');
  t.equal(kept('width: calc(40px + 10% - 20% / 2)'), 'width: calc(40px + 10% - 20% / 2 + 1e-30%)');
  t.equal(kept('width: calc(0% + 1em)'), 'width: calc(0% + 1em + 1e-30%)');
});

t.test('others stay', async (t) => {
  for (const css of [
    'width: calc(40px + 10%)',
    'width: calc(1px + 2px)',
    'width: calc(10% - 10%)',
    'content: "calc(1px + 0%)',
  ])
    t.equal(kept(css), css);
});
