/**
 * Capitals for fonts that lack the feature asked for: those of another feature, or scaled letters.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-variant-caps-prop
 */

import type { ComputedStyle } from '../css/properties/table.js';
import type { TextShaper } from './shape.js';
import type { ShapeStyle } from './types.js';

type CapsStyle = Pick<ComputedStyle, 'font-variant-caps' | 'font-size'>;

interface CapsPart {
  readonly text: string;
  /** How the text is set: as its style says, scaled, or by another value of the property. */
  readonly caps: 'own' | 'scaled' | 'small-caps' | 'all-small-caps';
  /** The source letter of each code unit, for text extraction. */
  readonly letters?: readonly string[] | undefined;
}

/**
 * Scale of synthesized small capitals; sizes are rounded to px.
 * Blink: `kSmallCapsFontSizeMultiplier`, `SimpleFontData::CreateScaledFontData` (simple_font_data.cc)
 */
const SMALL = 0.7;
const LOWER_LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = LOWER_LETTERS + LOWER_LETTERS.toUpperCase();
/** Letters with an upper-case mapping, and their combining marks. */
const LOWER_CASE = /(?:(?!\p{Upper})\p{Changes_When_Uppercased}\p{M}*)+/gu;

/**
 * Splits the text by the way its capitals are made; undefined: the font has what the style asks for.
 * Blink: `OpenTypeCapsSupport::DetermineFontSupport`
 */
export function smallCapsParts(
  shaper: TextShaper,
  { 'font-variant-caps': caps }: CapsStyle,
  shape: ShapeStyle,
  text: string,
): CapsPart[] | undefined {
  const has = (...features: string[]) => hasFeatures(shaper, shape, features);
  switch (caps) {
    case 'small-caps':
      return has('smcp') ? undefined : split(text, smallPart, ownPart);
    case 'all-small-caps':
      return has('smcp', 'c2sc') ? undefined : split(text, smallPart, scaledPart);
    case 'petite-caps':
      if (has('pcap')) return undefined;
      return has('smcp') ? [{ text, caps: 'small-caps' }] : split(text, smallPart, ownPart);
    case 'all-petite-caps':
      if (has('pcap', 'c2pc')) return undefined;
      return has('smcp', 'c2sc') ? [{ text, caps: 'all-small-caps' }] : split(text, smallPart, scaledPart);
    case 'unicase':
      if (has('unic')) return undefined;
      return split(text, ownPart, has('smcp') ? loweredPart : scaledPart);
    default:
      return undefined;
  }
}

type PartOf = (text: string) => CapsPart;

/** @param other  for what is between lower-case letters, spaces included */
function split(text: string, lower: PartOf, other: PartOf): CapsPart[] {
  const parts: CapsPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LOWER_CASE)) {
    if (match.index > end) parts.push(other(text.slice(end, match.index)));
    parts.push(lower(match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(other(text.slice(end)));
  return parts;
}

const ownPart: PartOf = (text) => ({ text, caps: 'own' });
const scaledPart: PartOf = (text) => ({ text, caps: 'scaled' });
const smallPart: PartOf = (source) => recased(source, (letter) => letter.toUpperCase(), 'scaled');
const loweredPart: PartOf = (source) => recased(source, (letter) => letter.toLowerCase(), 'small-caps');

function recased(source: string, change: (text: string) => string, caps: CapsPart['caps']): CapsPart {
  const text = change(source);
  const letters = [...source].flatMap((letter) => {
    const units = change(letter).length;
    return [letter, ...Array<string>(units - 1).fill('')];
  });
  return { text, caps, ...(letters.length === text.length && { letters }) };
}

/** The style of a part. */
export function capsStyle<Style extends CapsStyle>(style: Style, caps: CapsPart['caps']): Style {
  if (caps === 'own') return style;
  if (caps !== 'scaled') return { ...style, 'font-variant-caps': caps };
  return { ...style, 'font-variant-caps': 'normal', 'font-size': Math.round(style['font-size'] * SMALL) };
}

/** Features of `font-variant-caps`, of which one may hide what another does. */
const CAPS_FEATURES = new Set(['smcp', 'c2sc', 'pcap', 'c2pc', 'unic']);

/** Detects features by the glyphs of letters. */
function hasFeatures(shaper: TextShaper, shape: ShapeStyle, features: readonly string[]): boolean {
  const others = shape.features.filter((feature) => !CAPS_FEATURES.has(feature));
  const glyphs = (chosen: readonly string[]) => {
    const { runs, advances } = shaper.shape(LETTERS, { ...shape, features: chosen }, { direction: 'ltr' });
    return [advances.at(-1), ...runs.map((run) => run.glyphs?.ids)].join();
  };
  return features.every((feature) => glyphs([...others, feature]) !== glyphs(others));
}
