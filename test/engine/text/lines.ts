/** A paragraph breaker just good enough to compare text widths and break opportunities with a browser's. */

import { type BreakStyle, breakOpportunities, HYPHEN_BREAK, NO_BREAK } from '../../../src/engine/text/line-break.js';
import type { TextShaper } from '../../../src/engine/text/shape.js';
import type { ShapeStyle } from '../../../src/engine/text/types.js';

/** A paragraph as test/suite/line-break/*.json store it; left to right, white space already collapsed. */
export interface Paragraph {
  readonly text: string;
  readonly family: string;
  /** px */
  readonly size: number;
  /** px */
  readonly width: number;
  readonly language: string;
  /** Where a browser starts the lines after the first. */
  readonly lines: readonly number[];
}

/** Characters that hang or show nothing: where they stand cannot be seen. */
export const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/u;

/** @returns where lines after the first one start, spaces left to the line before */
export function breakGreedily(shaper: TextShaper, paragraph: Omit<Paragraph, 'lines'>): number[] {
  const { text, width } = paragraph;
  const style = shapeStyle(paragraph);
  const shaped = shaper.shape(text, style, { direction: 'ltr' });
  const hyphen = shaper.shape(shaper.hyphen(style), style, { direction: 'ltr' }).advances[1]!;
  const breaks = breakOpportunities(text, breakStyle(paragraph.language));
  const lines: number[] = [];
  const fits = (start: number, end: number) => {
    let shownEnd = end;
    while (shownEnd > start && text[shownEnd - 1] === ' ') shownEnd--;
    const hyphenWidth = end < text.length && breaks[end] === HYPHEN_BREAK ? hyphen : 0;
    const trim = shownEnd === end && end - start > 1 ? shaper.endTrim(shaped, shownEnd) : 0;
    // Blink's widths are multiples of 1/64 px, rounded up; it lets a line be 1/64 px too wide.
    return Math.ceil((widthUpTo(start, shownEnd) + hyphenWidth - trim) * 64) <= width * 64 + 1;
  };
  /** Before a space that hangs the glyphs stay as they are, kerned with the space. */
  const widthUpTo = (start: number, end: number) => {
    if (text[end] !== ' ') return shaper.lineWidth(shaped, start, end);
    return shaper.lineWidth(shaped, start, text.length) - (shaped.advances[text.length]! - shaped.advances[end]!);
  };
  for (let start = 0; ; ) {
    let last = 0;
    let end = start + 1;
    for (; end <= text.length; end++) {
      if (end < text.length && breaks[end] === NO_BREAK) continue;
      // The first opportunity is taken even if it does not fit.
      if (!fits(start, end) && last > 0) break;
      last = end;
      if (!fits(start, end)) break;
    }
    if (last >= text.length || last === 0) return lines;
    lines.push(last);
    start = last;
  }
}

export function shapeStyle({ family, size, language }: Omit<Paragraph, 'lines'>): ShapeStyle {
  const font = { families: [family], weight: 400, style: 'normal' as const, stretch: 100, size, language };
  return { font, letterSpacing: 0, wordSpacing: 0, features: [], language, textSpacingTrim: 'normal' };
}

export function breakStyle(language: string): BreakStyle {
  return { wordBreak: 'normal', lineBreak: 'auto', hyphens: 'manual', language };
}

/** Moves each start over characters that cannot be seen, so that two ways of breaking compare. */
export function visibleStarts(text: string, starts: readonly number[]): number[] {
  const visible = starts.map((start) => {
    let index = start;
    while (index < text.length && INVISIBLE.test(text[index]!)) index++;
    return index;
  });
  return [...new Set(visible)].filter((index) => index < text.length);
}
