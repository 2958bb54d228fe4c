/**
 * Underlines, overlines and line-throughs, with their positions and shapes.
 * Source: https://drafts.csswg.org/css-text-decor-4/ and Blink's TextDecorationInfo
 * (core/paint/text_decoration_info.cc)
 */

import type { AppliedDecoration } from '../box/decorations.js';
import { resolveLength } from '../css/values/values.js';
import type { FontFace } from '../text/types.js';
import { patternedLine } from './dashes.js';
import { type DisplayItem, type PathCommand, rectItem, type Underline } from './display-list.js';

/** The extent of one text on its line. */
interface DecoratedText {
  readonly x: number;
  readonly width: number;
  /** Baseline of the text itself, from which the offsets of underlines that skip ink count. */
  readonly baseline: number;
  /** From the top of the text to its baseline, by its own font. */
  readonly ascent: number;
  readonly face: FontFace;
  /** Whether glyphs descend below the baseline, so that a line with `text-decoration-skip-ink` has gaps. */
  readonly crossed: boolean;
  /** Set for vertical text, whose language decides the side of underlines. */
  readonly vertical?: { readonly language: string } | undefined;
  /** Baseline of the box that the decoration with this index comes from. */
  readonly baselineOf: (index: number) => number;
}

type DecorationLine = AppliedDecoration['lines'][number];

export interface PaintedDecorations {
  /** Painted below the text. */
  readonly below: readonly DisplayItem[];
  /** Painted above the text. */
  readonly above: readonly DisplayItem[];
  /** Underlines that skip ink; painted together with the text, whose glyphs interrupt them. */
  readonly skipping: readonly Underline[];
}

export const NO_DECORATIONS: PaintedDecorations = { below: [], above: [], skipping: [] };

export function paintDecorations(decorations: readonly AppliedDecoration[], text: DecoratedText): PaintedDecorations {
  const below: DisplayItem[] = [];
  const above: DisplayItem[] = [];
  const skipping: Underline[] = [];
  decorations.forEach((decoration, index) => {
    if (decoration.color.a === 0) return;
    const thickness = usedThickness(decoration, text.face);
    const baseline = text.baselineOf(index);
    for (const name of decoration.lines) {
      const side = sideOf(name, decoration, text);
      // An underline on the other side moves away from the text by its offset, too.
      const away = name === 'underline' && side === 'overline' ? offsetOf(decoration) : 0;
      const top =
        name === 'line-through' && !text.vertical
          ? throughTop(decoration, thickness, text)
          : lineTop(side, inVerticalText(decoration, text), thickness, baseline, text.face) - away;
      const meetsInk = text.crossed || top - text.baseline < 1;
      if (side === 'underline' && decoration.skipInk && meetsInk && decoration.style !== 'wavy') {
        skipping.push(...skippingLines(decoration, thickness, top - text.baseline));
      } else {
        const items = name === 'line-through' ? above : below;
        items.push(...drawLine(side, decoration, thickness, top, text));
      }
    }
  });
  return { below, above, skipping };
}

function skippingLines({ style, color }: AppliedDecoration, thickness: number, top: number): Underline[] {
  const height = Math.max(1, Math.floor(thickness));
  const at = (y: number): Underline => ({ offset: Math.floor(y + 0.5) + height / 2, thickness: height, color });
  if (style === 'double') return [at(top), at(top + thickness + 1)];
  if (style === 'dotted') return [{ ...at(top), dash: [height, height] }];
  return style === 'dashed' ? [{ ...at(top), dash: [height * 3, height * 2] }] : [at(top)];
}

/** Source: https://drafts.csswg.org/css-text-decor-4/#text-decoration-width-property */
function usedThickness({ thickness, font }: AppliedDecoration, face: FontFace): number {
  const automatic = Math.max(1, font.size / 10);
  if (thickness === 'auto') return automatic;
  if (thickness === 'from-font') {
    const own = (face.underlineThickness / face.unitsPerEm) * font.size;
    return own > 0 ? Math.max(1, own) : automatic;
  }
  return Math.max(1, Math.round(resolveLength(thickness, font.size)));
}

/** In vertical text, `auto` is `under`: underlines stay clear of the glyphs. */
function inVerticalText(decoration: AppliedDecoration, { vertical }: DecoratedText): AppliedDecoration {
  return vertical ? { ...decoration, underlinePosition: 'under' } : decoration;
}

/** In vertical text, underlines and overlines swap sides in some languages. */
function sideOf(name: DecorationLine, decoration: AppliedDecoration, { vertical }: DecoratedText): DecorationLine {
  if (!vertical || name === 'line-through' || !isUnderlineOver(decoration, vertical.language)) return name;
  return name === 'underline' ? 'overline' : 'underline';
}

/**
 * Whether underlines go to the right. Source:
 * https://drafts.csswg.org/css-text-decor-4/#text-underline-position-property
 */
function isUnderlineOver({ underlinePosition }: AppliedDecoration, language: string): boolean {
  if (underlinePosition === 'left') return false;
  return underlinePosition === 'right' || /^(?:ja|ko)\b/i.test(language);
}

/** The top edge of a line; of the first one for a double line. */
function lineTop(
  name: DecorationLine,
  decoration: AppliedDecoration,
  thickness: number,
  baseline: number,
  face: FontFace,
): number {
  const { font, underlineOffset, underlinePosition } = decoration;
  const scale = font.size / face.unitsPerEm;
  const ascent = face.ascent * scale;
  const offset = offsetOf(decoration);
  if (name === 'overline') return baseline - Math.round(ascent) - Math.max(1, Math.floor(thickness));
  if (name === 'line-through') return baseline - Math.round(ascent) + (2 * ascent) / 3 - thickness / 2;
  if (underlinePosition === 'under') return baseline + Math.ceil(face.descent * scale) + offset;
  if (underlinePosition === 'from-font' && face.underlinePosition > 0) {
    // Source: Blink's ComputeUnderlineOffsetFromFont. Measured: FreeType, which reads installed fonts, reports the line
    // a whole thickness higher than Fontations, which reads those of documents.
    const top = face.ofDocument ? face.underlinePosition : face.underlinePosition - face.underlineThickness;
    return baseline + Math.round(top * scale + offset);
  }
  // A specified offset counts from the alphabetic baseline; `auto` leaves a gap of half the thickness.
  // Source: Blink's ComputeUnderlineOffsetAuto (core/paint/text_decoration_offset.cc)
  const gap = underlineOffset === 'auto' ? Math.max(1, Math.ceil(thickness / 2)) : 0;
  return baseline + gap + Math.round(offset);
}

/**
 * Lines through a text follow it where it is raised, lowered, or has another size, by the ascent of the box that they come
 * from. Blink: `TextDecorationInfo::SetLineThroughLineData`
 */
function throughTop({ font }: AppliedDecoration, thickness: number, { baseline, ascent, face }: DecoratedText): number {
  return baseline - ascent + (2 * face.ascent * font.size) / face.unitsPerEm / 3 - thickness / 2;
}

/** The distance that `text-underline-offset` adds, px. */
function offsetOf({ underlineOffset, font }: AppliedDecoration): number {
  return underlineOffset === 'auto' ? 0 : resolveLength(underlineOffset, font.size);
}

function drawLine(
  name: DecorationLine,
  { style, color }: AppliedDecoration,
  thickness: number,
  top: number,
  { x, width }: DecoratedText,
): DisplayItem[] {
  if (style === 'wavy') return [wave(x, width, top + waveOffset(name, thickness), thickness, color)];
  const height = Math.max(1, Math.floor(thickness));
  const solid = (y: number): DisplayItem => rectItem(x, Math.floor(y + 0.5), width, height, color);
  if (style === 'solid') return [solid(top)];
  if (style === 'double') {
    const apart = name === 'line-through' ? Math.floor(thickness + 1) : thickness + 1;
    return [solid(top), solid(name === 'overline' ? top - apart : top + apart)];
  }
  const middle = Math.floor(top + 0.5) + height / 2;
  return [
    patternedLine(
      [
        ['M', x, middle],
        ['L', x + width, middle],
      ],
      { width: height, color, style },
    ),
  ];
}

/** Distance from a line's top to the middle of its wave. Source: Blink's TextDecorationInfo::SetLineData */
function waveOffset(name: DecorationLine, thickness: number): number {
  if (name === 'line-through') return 1 / 2;
  return name === 'overline' ? 1 / 2 - (thickness + 1) : thickness + 3 / 2;
}

/**
 * Cubic waves, one per wavelength, clipped at the end of the text. Source: Blink's DecorationLinePainter
 * @param y  of the middle
 */
function wave(x: number, width: number, y: number, thickness: number, color: AppliedDecoration['color']): DisplayItem {
  const wavelength = 1 + 2 * Math.round(2 * thickness + 0.5);
  const reach = 0.5 + Math.round(3 * thickness + 0.5);
  const commands: PathCommand[] = [['M', x, y]];
  const count = Math.ceil(width / wavelength);
  for (let i = 0; i < count; i++) {
    const from = x + i * wavelength;
    const middle = from + wavelength / 2;
    commands.push(['C', middle, y + reach, middle, y - reach, from + wavelength, y]);
  }
  const path: DisplayItem = { kind: 'path', commands, stroke: { color, width: thickness } };
  const clip = { x, y: y - reach - thickness, width, height: 2 * (reach + thickness) };
  return { kind: 'group', clip, children: [path] };
}
