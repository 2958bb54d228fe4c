/**
 * The longhand East Asian counter styles, which group numerals by ten thousand and fit none of the generic systems.
 * Source: https://drafts.csswg.org/css-counter-styles-3/#limited-chinese and #complex-predefined-counters
 */

interface Longhand {
  readonly digits: string;
  /** Digit markers for tens, hundreds, thousands. */
  readonly markers: readonly [string, string, string];
  /** Chinese: a run of zeros inside a number is one zero digit; informal: 10–19 drop the leading one. */
  readonly kind:
    | 'chinese-informal'
    | 'chinese-formal'
    | 'japanese-informal'
    | 'japanese-formal'
    | 'korean'
    | 'korean-informal';
}

const STYLES: Readonly<Record<string, Longhand>> = {
  'simp-chinese-informal': {
    digits: '零一二三四五六七八九',
    markers: ['十', '百', '千'],
    kind: 'chinese-informal',
  },
  'simp-chinese-formal': {
    digits: '零壹贰叁肆伍陆柒捌玖',
    markers: ['拾', '佰', '仟'],
    kind: 'chinese-formal',
  },
  'trad-chinese-informal': {
    digits: '零一二三四五六七八九',
    markers: ['十', '百', '千'],
    kind: 'chinese-informal',
  },
  'trad-chinese-formal': {
    digits: '零壹貳參肆伍陸柒捌玖',
    markers: ['拾', '佰', '仟'],
    kind: 'chinese-formal',
  },
  'japanese-informal': {
    digits: '〇一二三四五六七八九',
    markers: ['十', '百', '千'],
    kind: 'japanese-informal',
  },
  'japanese-formal': {
    digits: '零壱弐参四伍六七八九',
    markers: ['拾', '百', '阡'],
    kind: 'japanese-formal',
  },
  'korean-hangul-formal': {
    digits: '영일이삼사오육칠팔구',
    markers: ['십', '백', '천'],
    kind: 'korean',
  },
  'korean-hanja-informal': {
    digits: '零一二三四五六七八九',
    markers: ['十', '百', '千'],
    kind: 'korean-informal',
  },
  'korean-hanja-formal': {
    digits: '零壹貳參四五六七八九',
    markers: ['拾', '百', '仟'],
    kind: 'korean',
  },
};

const ALIASES: Readonly<Record<string, string>> = { 'cjk-ideographic': 'trad-chinese-informal' };

/** Group markers of 10⁴, 10⁸ and 10¹². */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  simp: ['万', '亿', '兆'],
  trad: ['萬', '億', '兆'],
  japanese: [],
  'korean-hangul': ['만', '억', '조'],
  'korean-hanja': ['萬', '億', '兆'],
};

/** @param value a whole number from 0. @returns undefined for any other style */
export function cjkCounter(value: number, name: string): string | undefined {
  const key = name.toLowerCase();
  const resolved = ALIASES[key] ?? key;
  const style = STYLES[resolved];
  if (!style) return undefined;
  const groups = Object.entries(GROUPS).find(([prefix]) => resolved.startsWith(prefix))![1];
  return grouped(value, style, groups);
}

/** Writes groups of four digits with their group markers. */
function grouped(value: number, style: Longhand, groups: readonly string[]): string {
  if (value < 10_000) return longhand(value, style);
  const isKorean = style.kind.startsWith('korean');
  let text = '';
  let skipped = false;
  for (let index = groups.length; index >= 0; index -= 1) {
    const group = Math.floor(value / 10_000 ** index) % 10_000;
    if (group === 0) {
      skipped = text !== '';
      continue;
    }
    const isZeroNeeded = text !== '' && style.kind.startsWith('chinese') && (skipped || group < 1000);
    if (text !== '' && isKorean) text += ' ';
    if (isZeroNeeded) text += [...style.digits][0]!;
    const isHidden = group === 1 && index > 0 && style.kind === 'korean-informal';
    text += (isHidden ? '' : longhand(group, style)) + (index > 0 ? groups[index - 1]! : '');
    skipped = false;
  }
  return text;
}

function longhand(value: number, { digits, markers, kind }: Longhand): string {
  const digit = (n: number) => [...digits][n]!;
  if (value === 0) return digit(0);
  const dropsOne = kind === 'japanese-informal' || kind === 'korean-informal';
  let text = '';
  let pendingZero = false;
  for (let power = 3; power >= 0; power -= 1) {
    const n = Math.floor(value / 10 ** power) % 10;
    if (n === 0) {
      pendingZero = text !== '';
      continue;
    }
    if (pendingZero && kind.startsWith('chinese')) text += digit(0);
    pendingZero = false;
    const dropsLeadingTen = kind === 'chinese-informal' && power === 1 && n === 1 && value < 20;
    const hidden = power > 0 && n === 1 && (dropsOne || dropsLeadingTen);
    text += (hidden ? '' : digit(n)) + (power > 0 ? markers[power - 1]! : '');
  }
  return text;
}
