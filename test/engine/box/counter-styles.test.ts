import t from 'tap';
import { CounterStyles } from '../../../src/engine/box/counter-styles.js';
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
