/** Groups the glyphs of shaped text by character cluster. */

import type { GlyphBuffer } from './harfbuzz.js';
import { tableOffsets } from './sfnt.js';
import type {
  FontFace,
  GlyphCluster,
  GlyphRange,
  GlyphRun,
  GlyphString,
  PlacedGlyph,
  ShapedRange,
  ShapedText,
} from './types.js';

/** Context characters around a run, the number that HarfBuzz considers (hb_buffer_t::CONTEXT_LENGTH). */
const CONTEXT = 5;

/** Characters before and after a text, with which its first and last letters may join. */
export interface TextAround {
  readonly before: string;
  readonly after: string;
}

/** Index in the text at which the context of a run starts; negative: in the text before it. */
export const contextStart = ({ start }: Pick<GlyphRun, 'start'>, around?: TextAround): number =>
  Math.max(around ? -around.before.length : 0, start - CONTEXT);

/** The run with its context. */
export function textWithContext(text: string, run: Pick<GlyphRun, 'start' | 'end'>, around?: TextAround): string {
  const from = contextStart(run, around);
  const to = run.end + CONTEXT;
  if (!around) return text.slice(from, to);
  const inText = text.slice(Math.max(0, from), to);
  return `${from < 0 ? around.before.slice(from) : ''}${inText}${around.after.slice(0, Math.max(0, to - text.length))}`;
}

/** Scripts whose letters join, joiners, and the units of such scripts beyond the basic plane. */
const JOINING = /[\u0600-\u08ff\u1800-\u18af\ua840-\ua877]|[\ud802\ud803\ud83a]|[\udc00-\udfff]|\u200c|\u200d/;

/**
 * The context of text[start..end), if letters may join across its edges.
 * Source: https://drafts.csswg.org/css-text-3/#boundary-shaping
 */
export function textAround(text: string, start: number, end: number): TextAround | undefined {
  const joinsAt = (at: number) => JOINING.test(text.charAt(at - 1)) && JOINING.test(text.charAt(at));
  if (!joinsAt(start) && !joinsAt(end)) return undefined;
  return { before: text.slice(Math.max(0, start - CONTEXT), start), after: text.slice(end, end + CONTEXT) };
}

/** Whether a face has TrueType outlines, which a PDF font of composed glyphs can be built from. */
export function hasTrueTypeOutlines(data: Uint8Array, face: FontFace): boolean {
  if (face.color) return false;
  try {
    return tableOffsets(new DataView(data.buffer, data.byteOffset, data.byteLength), face.index).has('glyf');
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Reads the clusters of a range of shaped text from left to right.
 * @param buffer  the glyphs of text[part.start..part.end), shaped with its context
 * @param range   in the part, that the clusters begin in
 */
export function readClusters(
  { text, advances }: ShapedText,
  part: GlyphRun,
  buffer: GlyphBuffer,
  around: TextAround | undefined,
  range: Pick<GlyphRun, 'start' | 'end'>,
): GlyphCluster[] {
  const from = contextStart(part, around);
  const found: { start: number; glyphs: PlacedGlyph[]; pen: number }[] = [];
  for (let i = 0; i < buffer.length; i++) {
    const start = buffer.cluster(i) + from;
    let cluster = found.at(-1);
    if (cluster?.start !== start) {
      cluster = { start, glyphs: [], pen: 0 };
      found.push(cluster);
    }
    cluster.glyphs.push({ id: buffer.glyph(i), x: cluster.pen + buffer.xOffset(i), y: buffer.yOffset(i) });
    cluster.pen += buffer.xAdvance(i);
  }
  const rtl = part.level % 2 === 1;
  return found.flatMap(({ start, glyphs }, i) => {
    if (start < range.start || start >= range.end) return [];
    const end = found[rtl ? i - 1 : i + 1]?.start ?? part.end;
    const width = advances[end]! - advances[start]!;
    return { text: text.slice(start, end), glyphs, width };
  });
}

/** The glyphs in the buffer. @param from  index in the text of HarfBuzz's cluster 0 */
export function glyphString(buffer: GlyphBuffer, from = 0): GlyphString {
  const count = buffer.length;
  const ids = new Array<number>(count);
  const clusters = new Array<number>(count);
  const advances = new Array<number>(count);
  let offsets: number[] | undefined;
  for (let i = 0; i < count; i++) {
    ids[i] = buffer.glyph(i);
    clusters[i] = buffer.cluster(i) + from;
    advances[i] = buffer.xAdvance(i);
    const xOffset = buffer.xOffset(i);
    const yOffset = buffer.yOffset(i);
    if (xOffset === 0 && yOffset === 0) continue;
    offsets ??= new Array<number>(2 * count).fill(0);
    offsets[2 * i] = xOffset;
    offsets[2 * i + 1] = yOffset;
  }
  return { first: 0, ids, clusters, advances, offsets: offsets ?? NO_OFFSETS };
}

export const NO_OFFSETS: readonly number[] = [];

/** All glyphs of a text that was shaped on its own. */
export const wholeString = (glyphs: GlyphString): GlyphRange => ({ glyphs, from: 0, to: glyphs.ids.length, start: 0 });

/** The glyphs of a range within the shaped text; undefined when the range has to be shaped again. */
export function glyphsOfRange({ shaped, run, start, end, startsLine, endsLine }: ShapedRange): GlyphRange | undefined {
  const { glyphs } = run;
  if (!glyphs) return undefined;
  const { unsafe } = shaped;
  if ((startsLine && start > 0 && unsafe[start] === 1) || (endsLine && end < shaped.text.length && unsafe[end] === 1))
    return undefined;
  const { first, ids, clusters } = glyphs;
  if (!clusters) return { glyphs, from: start - first, to: end - first, start };
  const from = lowerBound(clusters, start);
  const to = end === run.end ? ids.length : lowerBound(clusters, end);
  // A cluster across the boundary belongs to neither side.
  const startsCluster = start === run.start || clusters[from] === start;
  const endsCluster = end === run.end || clusters[to] === end;
  return startsCluster && endsCluster ? { glyphs, from, to, start } : undefined;
}

/** Index of the first glyph with a cluster >= `unit`. @param clusters ascending */
function lowerBound(clusters: readonly number[], unit: number): number {
  let low = 0;
  let high = clusters.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clusters[middle]! < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}
