import t from 'tap';
import { CounterStyles } from '../../../src/engine/box/counter-styles.js';
import { INITIAL_DESCRIPTORS } from '../../../src/engine/css/at-rules/counter-styles.js';
import type { CounterStyleRule } from '../../../src/engine/css/compute/styled-document.js';
import { style } from '../css/styling.js';

const styles = new CounterStyles();

/** The representations in Chromium. */
const EXPECTED: readonly [style: string, value: number, text: string][] = [
  ['armenian', 1234, 'ՌՄԼԴ'],
  ['armenian', 12345, 'Ա̂ՍՅԽԵ'],
  ['lower-armenian', 23, 'իգ'],
  ['georgian', 23, 'კგ'],
  ['hebrew', 0, 'אפס'],
  ['hebrew', 15, 'טו'],
  ['hebrew', 999, 'תתקצט'],
  ['hebrew', 12345, 'יב׳שמה'],
  ['ethiopic-numeric', 1, '፩'],
  ['ethiopic-numeric', 1234, '፲፪፻፴፬'],
  ['ethiopic-numeric', 12345, '፼፳፫፻፵፭'],
  ['ethiopic-numeric', 78010092, '፸፰፻፩፼፺፪'],
  ['ethiopic-halehame-am', 12, 'ቸ'],
  ['hangul', 15, '가가'],
  ['urdu', 12, '۱۲'],
  ['cjk-decimal', 1010, '一〇一〇'],
  ['cjk-ideographic', 100010, '十萬零十'],
  ['simp-chinese-informal', 20005, '二万零五'],
  ['trad-chinese-formal', 12345, '壹萬貳仟參佰肆拾伍'],
  ['simp-chinese-informal', -7, '负七'],
  ['japanese-formal', 1234, '壱阡弐百参拾四'],
  ['japanese-informal', 12345, '一二三四五'],
  ['japanese-formal', -7, 'マイナス七'],
  ['armenian', 0, '0'],
  ['hebrew', -7, '-7'],
  ['ethiopic-numeric', 0, '0'],
  ['korean-hangul-formal', 12345, '일만 이천삼백사십오'],
  ['korean-hanja-informal', 10000, '萬'],
  ['square', 1, '■'],
  ['no-such-style', 4, '4'],
];

t.test('numerals of the world', async (t) => {
  for (const [style, value, text] of EXPECTED) t.equal(styles.text(value, style), text, `${style} ${value}`);
});

t.test('markers have the suffix of their style', async (t) => {
  t.equal(styles.marker(12, 'ethiopic-numeric'), '፲፪/ ');
  t.equal(styles.marker(12, 'cjk-decimal'), '一二、');
  t.equal(styles.marker(12, 'hangul'), '타. ');
});

t.test('symbols() is a counter style with a decimal fallback', async (t) => {
  const symbols = ['a', 'b'];
  const texts = (system: 'symbolic' | 'alphabetic' | 'numeric' | 'cyclic') =>
    [-2, 0, 3].map((value) => styles.text(value, { system, symbols }));
  t.strictSame(texts('symbolic'), ['-2', '0', 'aa']);
  t.strictSame(texts('alphabetic'), ['-2', '0', 'aa']);
  t.strictSame(texts('numeric'), ['-ba', 'a', 'bb']);
  t.strictSame(texts('cyclic'), ['b', 'b', 'a']);
  t.equal(styles.marker(1, { system: 'cyclic', symbols }), 'a ');
});

t.test('a style that extends one of longhand numerals writes these, with descriptors of its own', async (t) => {
  const rules = `@counter-style a { system: extends simp-chinese-informal; suffix: ")" }
    @counter-style b { system: extends japanese-formal; negative: "-"; pad: 4 "_" }
    @counter-style c { system: extends ethiopic-numeric; prefix: "<" }
    @counter-style d { system: extends korean-hangul-formal; range: 1 12; fallback: lower-alpha }
    @counter-style e { system: extends a; pad: 6 "_" }
    @counter-style f { system: extends f }`;
  const styles = new CounterStyles(style(rules, '').styled.counterStyles);
  // As in Chromium.
  for (const [name, value, marker] of [
    ['a', 12, '十二)'],
    ['a', -7, '负七)'],
    ['b', 12, '_壱拾弐、'],
    ['b', -7, '-__七、'],
    ['b', 0, '___零、'],
    ['c', 12, '<፲፪/ '],
    ['c', 0, '<0/ '],
    ['d', 12, '일십이, '],
    ['d', 13, 'm, '],
    ['e', -7, '负____七)'],
    ['f', 7, '7. '],
  ] as const)
    t.equal(styles.marker(value, name), marker, `${name} ${value}`);
});

t.test('an extending style has the descriptors of the extended one that it does not specify itself', async (t) => {
  const rules = `@counter-style zeros { system: extends decimal-leading-zero; suffix: ")" }
    @counter-style bracketed { system: extends zeros; prefix: "("; pad: 3 "_" }
    @counter-style dots { system: extends disc }
    @counter-style one { system: extends two } @counter-style two { system: extends one; suffix: "!" }`;
  const styles = new CounterStyles(style(rules, '').styled.counterStyles);
  t.equal(styles.marker(7, 'zeros'), '07)');
  t.equal(styles.marker(7, 'bracketed'), '(__7)');
  t.equal(styles.marker(7, 'dots'), '• ');
  t.equal(styles.text(7, 'one'), '7', 'a cycle extends decimal');
});

t.test('two thousand styles that extend one another, and as many in a cycle, are found once each', async (t) => {
  const rule = (i: number, next: number): [string, CounterStyleRule] => [
    `s${i}`,
    {
      ...INITIAL_DESCRIPTORS,
      name: `s${i}`,
      system: { type: 'extends', name: `s${next}`, descriptors: i === 0 ? { prefix: '<' } : { suffix: `>${i} ` } },
    },
  ];
  const COUNT = 2_000;
  const chain = new Map(Array.from({ length: COUNT }, (_, i) => rule(i, i + 1)));
  chain.set(`s${COUNT}`, {
    ...INITIAL_DESCRIPTORS,
    name: `s${COUNT}`,
    system: { type: 'fixed', first: 1 },
    symbols: ['a'],
  });
  const extended = new CounterStyles(chain);
  t.equal(extended.marker(1, 's0'), '<a>1 ');
  for (let i = 1; i < COUNT; i++) extended.text(1, `s${i}`);
  const cycle = new CounterStyles(new Map(Array.from({ length: COUNT }, (_, i) => rule(i, (i + 1) % COUNT))));
  for (let i = 1; i < COUNT; i++) cycle.text(1, `s${i}`);
  t.strictSame([cycle.marker(7, 's0'), cycle.marker(7, 's2')], ['<7. ', '7>2 ']);
});

t.test('symbols of any length were repeated for each item', async (t) => {
  const long = 'x'.repeat(200);
  const of = (rule: Partial<CounterStyleRule>) =>
    new CounterStyles(new Map([['s', { ...INITIAL_DESCRIPTORS, name: 's', ...rule }]]));
  const symbolic = of({ system: { type: 'symbolic' }, symbols: [long] });
  t.strictSame([symbolic.text(50, 's'), symbolic.text(51, 's')], [long.repeat(50), '51']);
  const padded = (length: number) => of({ system: { type: 'cyclic' }, symbols: ['a'], pad: { length, symbol: long } });
  t.strictSame([padded(40).text(1, 's'), padded(50).text(1, 's')], [`${long.repeat(39)}a`, '1']);
});
