import t from 'tap';
import { CounterStyles } from '../../../src/engine/box/counter-styles.js';

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
