/**
 * Synthesized small capitals: scaled capital letters for fonts without the `smcp` feature.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-variant-caps-prop
 */

import type { ComputedStyle } from '../css/properties/table.js';
import type { TextShaper } from './shape.js';
import type { ShapeStyle } from './types.js';

type CapsStyle = Pick<ComputedStyle, 'font-variant-caps' | 'font-size'>;

export interface CapsPart {
  readonly text: string;
  readonly isSmall: boolean;
  /** The source letter of each code unit, for text extraction. */
  readonly letters?: readonly string[] | undefined;
}

/**
 * Scale of synthesized small capitals; sizes are rounded to px.
 * Blink: `kSmallCapsFontSizeMultiplier`, `SimpleFontData::CreateScaledFontData` (simple_font_data.cc)
 */
const SMALL = 0.7;
const SAMPLE = 'abcdefghijklmnopqrstuvwxyz';
/** Letters with an upper-case mapping, and their combining marks. */
const LOWER_CASE = /(?:(?!\p{Upper})\p{Changes_When_Uppercased}\p{M}*)+/gu;

/** Splits the text by synthesized case; undefined: no synthesis, or the font supports it. */
export function smallCapsParts(
  shaper: TextShaper,
  { 'font-variant-caps': caps }: CapsStyle,
  shape: ShapeStyle,
  text: string,
): CapsPart[] | undefined {
  if (caps !== 'small-caps' && caps !== 'all-small-caps') return undefined;
  if (hasSmallCaps(shaper, shape)) return undefined;
  // `all-small-caps` scales all text, including spaces.
  if (caps === 'all-small-caps') return [smallPart(text)];
  const parts: CapsPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LOWER_CASE)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isSmall: false });
    parts.push(smallPart(match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isSmall: false });
  return parts;
}

function smallPart(source: string): CapsPart {
  const text = source.toUpperCase();
  const letters = [...source].flatMap((letter) => {
    const units = letter.toUpperCase().length;
    return [letter, ...Array<string>(units - 1).fill('')];
  });
  return { text, isSmall: true, ...(letters.length === text.length && { letters }) };
}

/** The style of synthesized small capitals. */
export function smallCapsStyle<Style extends CapsStyle>(style: Style): Style {
  return { ...style, 'font-variant-caps': 'normal', 'font-size': Math.round(style['font-size'] * SMALL) };
}

/** Detects the feature by the glyphs of lower-case letters. */
function hasSmallCaps(shaper: TextShaper, shape: ShapeStyle): boolean {
  const { features } = shape;
  const plain = { ...shape, features: features.filter((feature) => feature !== 'smcp' && feature !== 'c2sc') };
  const glyphs = (style: typeof shape) => {
    const { runs, advances } = shaper.shape(SAMPLE, style, { direction: 'ltr' });
    return [advances.at(-1), ...runs.map((run) => run.glyphs?.ids)].join();
  };
  return glyphs(shape) !== glyphs(plain);
}
