/**
 * Small capitals for fonts that have none: capitals of a smaller size.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-variant-caps-prop
 */

import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { InlineStyle } from './styles.js';

export interface CapsPart {
  readonly text: string;
  readonly isSmall: boolean;
  /** What each unit of the text was: copied out, small capitals are the letters they stand for. */
  readonly letters?: readonly string[] | undefined;
}

/** Of the font size, rounded to whole px. Source: Blink's SimpleFontData::CreateScaledFontData */
const SMALL = 0.7;
const SAMPLE = 'abcdefghijklmnopqrstuvwxyz';
/** Letters with an upper case, and the marks on them. */
const LOWER_CASE = /(?:(?!\p{Upper})\p{Changes_When_Uppercased}\p{M}*)+/gu;

/** Parts to write in small or in ordinary capitals; undefined: the font does it, or nothing is to be done. */
export function smallCapsParts(context: LayoutContext, style: InlineStyle, text: string): CapsPart[] | undefined {
  const caps = style.style['font-variant-caps'];
  if (caps !== 'small-caps' && caps !== 'all-small-caps') return undefined;
  if (hasSmallCaps(context, style)) return undefined;
  // Everything is small then, spaces as well.
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

/** The style of small capitals; lines are as high as without them. */
export function smallCapsStyle(style: LogicalStyle): LogicalStyle {
  return { ...style, 'font-variant-caps': 'normal', 'font-size': Math.round(style['font-size'] * SMALL) };
}

/** A font with the feature gives lower-case letters other widths. */
function hasSmallCaps(context: LayoutContext, { shape }: InlineStyle): boolean {
  const { features } = shape;
  const plain = { ...shape, features: features.filter((feature) => feature !== 'smcp' && feature !== 'c2sc') };
  const width = (style: typeof shape) => context.shaper.shape(SAMPLE, style, { direction: 'ltr' }).advances.at(-1);
  return width(shape) !== width(plain);
}
