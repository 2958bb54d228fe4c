import t from 'tap';
import { style } from '../styling.js';

const rule = (css: string, name = 'x') => style(css, '').styled.counterStyles.get(name);

t.test('descriptors of @counter-style', async (t) => {
  t.match(
    rule(`@counter-style x { system: fixed 3; symbols: "a" b "c"; prefix: "("; suffix: ") "; negative: "-" "_";
      range: 1 5, 10 infinite; pad: 3 "0"; fallback: lower-roman; speak-as: bullets }`),
    {
      name: 'x',
      system: { type: 'fixed', first: 3 },
      symbols: ['a', 'b', 'c'],
      prefix: '(',
      suffix: ') ',
      negative: ['-', '_'],
      range: [
        [1, 5],
        [10, Infinity],
      ],
      pad: { length: 3, symbol: '0' },
      fallback: 'lower-roman',
    },
  );
});

t.test('absent descriptors have initial values', async (t) => {
  t.strictSame(rule('@counter-style x { symbols: "*" }'), {
    name: 'x',
    system: { type: 'symbolic' },
    symbols: ['*'],
    additiveSymbols: [],
    negative: ['-', ''],
    prefix: '',
    suffix: '. ',
    range: 'auto',
    pad: { length: 0, symbol: '' },
    fallback: 'decimal',
  });
});

t.test('additive and extending systems', async (t) => {
  t.match(rule('@counter-style x { system: additive; additive-symbols: 10 X, "V" 5, 1 I }'), {
    additiveSymbols: [
      { weight: 10, symbol: 'X' },
      { weight: 5, symbol: 'V' },
      { weight: 1, symbol: 'I' },
    ],
  });
  t.match(rule('@counter-style x { system: extends decimal; suffix: " - " }'), {
    system: { type: 'extends', name: 'decimal' },
    suffix: ' - ',
  });
});

t.test('a rule without its symbols, and a reserved name, define nothing', async (t) => {
  for (const css of [
    '@counter-style x { system: cyclic }',
    '@counter-style x { system: alphabetic; symbols: a }',
    '@counter-style x { system: additive; additive-symbols: 1 I, 5 V }',
    '@counter-style decimal { symbols: a b }',
  ]) {
    const { styled, findings } = style(css, '');
    t.equal(styled.counterStyles.size, 0, css);
    t.match(findings, [/^InvalidCss /]);
  }
});

t.test('the last rule of a name wins', async (t) => {
  t.match(rule('@counter-style x { symbols: a } @counter-style x { symbols: b }'), { symbols: ['b'] });
});
