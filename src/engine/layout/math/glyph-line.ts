/** A line with a stretched glyph, as one piece of text. */

import type { BlockBox, TextBox } from '../../box/tree.js';
import type { StretchedGlyph } from '../../text/math-font.js';
import type { GlyphRun, ShapedRange, ShapedText } from '../../text/types.js';
import type { LineFragment, TextFragment, TextRun } from '../algorithm/fragment.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snapCeil } from '../algorithm/units.js';
import { mathMetrics } from './metrics.js';

/** @param character  that the glyphs stand for */
export function glyphLine(
  context: LayoutContext,
  box: BlockBox,
  character: string,
  { glyphs, advance, ascent, descent }: StretchedGlyph,
): LineFragment {
  const { face, metrics, size } = mathMetrics(context, box);
  const { style } = box;
  const isComposed = context.shaper.composes(face);
  const run: TextRun = {
    text: character,
    face,
    rtl: false,
    x: 0,
    width: advance,
    justify: 0,
    incomplete: false,
    features: undefined,
    shaped: isComposed ? undefined : shapedGlyphs(character, face, glyphs, (advance * face.unitsPerEm) / size),
    clusters: isComposed ? () => [{ text: character, glyphs, width: advance }] : undefined,
    uprights: undefined,
  };
  const text: TextFragment = {
    kind: 'text',
    box: textBoxOf(box, character),
    style,
    width: snapCeil(advance),
    height: metrics.ascent + metrics.descent,
    baseline: metrics.ascent,
    content: [run],
    text: character,
    repeated: false,
    symbol: undefined,
    rotation: undefined,
  };
  return {
    kind: 'line',
    style,
    width: text.width,
    height: ascent + descent,
    baseline: ascent,
    alphabeticBaseline: undefined,
    children: [{ fragment: text, x: 0, y: ascent - metrics.ascent }],
    isLast: true,
    isEmpty: false,
    hanging: 0,
    rotation: undefined,
  };
}

/** The text of an operator, or one for the symbol of a radical. */
function textBoxOf({ content, id, style, element }: BlockBox, text: string): TextBox {
  const own = content.type === 'inlines' && content.children.length === 1 ? content.children[0] : undefined;
  if (own?.kind === 'text') return own;
  return { kind: 'text', id, style, element, origin: 'anonymous', text, decorations: [] };
}

/** A shape result with these glyphs, for faces whose glyphs cannot be composed. @param advance  font units */
function shapedGlyphs(
  text: string,
  face: GlyphRun['face'],
  placed: StretchedGlyph['glyphs'],
  advance: number,
): ShapedRange {
  const end = text.length;
  const run: GlyphRun = {
    start: 0,
    end,
    face,
    level: 0,
    complete: true,
    script: 'Zyyy',
    glyphs: {
      first: 0,
      ids: placed.map(({ id }) => id),
      clusters: placed.map(() => 0),
      advances: placed.map((_, i) => (i === placed.length - 1 ? advance : 0)),
      offsets: placed.flatMap(({ x, y }) => [x, y]),
    },
  };
  const advances = Array.from({ length: end + 1 }, (_, i) => (i === 0 ? 0 : advance));
  const shaped: ShapedText = { text, runs: [run], advances, unsafe: new Uint8Array(end + 1), ligatures: undefined };
  return { shaped, run, start: 0, end, startsLine: true, endsLine: true };
}
