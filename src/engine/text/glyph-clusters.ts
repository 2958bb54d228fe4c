/** The glyphs of shaped text by the characters they stand for. */

import type * as hb from 'harfbuzzjs';
import { tableOffsets } from './sfnt.js';
import type { FontFace, GlyphCluster, GlyphRun, GlyphString, PlacedGlyph, ShapedRange, ShapedText } from './types.js';

/** Characters around a run that may change its shapes: HarfBuzz looks at no more. */
export const CONTEXT = 5;

export const contextStart = (run: Pick<GlyphRun, 'start'>): number => Math.max(0, run.start - CONTEXT);

/** Whether the face is one of TrueType outlines: those of its glyphs can be put together to others. */
export function hasOutlines(data: Uint8Array, face: FontFace): boolean {
  if (face.color) return false;
  try {
    return tableOffsets(new DataView(data.buffer, data.byteOffset, data.byteLength), face.index).has('glyf');
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * What HarfBuzz made of a part of a shaped text, from left to right.
 * @param buffer  holds the glyphs of text[part.start..part.end), after `CONTEXT` characters of what is before
 */
export function readClusters({ text, advances }: ShapedText, part: GlyphRun, buffer: hb.Buffer): GlyphCluster[] {
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const from = contextStart(part);
  const found: { start: number; glyphs: PlacedGlyph[]; pen: number }[] = [];
  for (let i = 0; i < infos.length; i++) {
    const start = infos[i]!.cluster + from;
    let cluster = found.at(-1);
    if (cluster?.start !== start) {
      cluster = { start, glyphs: [], pen: 0 };
      found.push(cluster);
    }
    const { xAdvance, xOffset, yOffset } = positions[i]!;
    cluster.glyphs.push({ id: infos[i]!.codepoint, x: cluster.pen + xOffset, y: yOffset });
    cluster.pen += xAdvance;
  }
  const rtl = part.level % 2 === 1;
  return found.map(({ start, glyphs }, i) => {
    const end = found[rtl ? i - 1 : i + 1]?.start ?? part.end;
    const width = advances[end]! - advances[start]!;
    return { text: text.slice(start, end), glyphs, width };
  });
}

/**
 * @param infos, positions  of the glyphs, as HarfBuzz has them
 * @param from              the unit of the text that HarfBuzz counts as its first
 */
export function glyphString(
  infos: readonly hb.GlyphInfo[],
  positions: readonly hb.GlyphPosition[],
  from = 0,
): GlyphString {
  const count = infos.length;
  const ids = new Uint16Array(count);
  const clusters = new Uint32Array(count);
  const advances = new Int32Array(count);
  let offsets = NO_OFFSETS;
  for (let i = 0; i < count; i++) {
    const { codepoint, cluster } = infos[i]!;
    const { xAdvance, xOffset, yOffset } = positions[i]!;
    ids[i] = codepoint;
    clusters[i] = cluster + from;
    advances[i] = xAdvance;
    if (xOffset === 0 && yOffset === 0) continue;
    if (offsets === NO_OFFSETS) offsets = new Int32Array(2 * count);
    offsets[2 * i] = xOffset;
    offsets[2 * i + 1] = yOffset;
  }
  return { first: 0, ids, clusters, advances, offsets };
}

const NO_OFFSETS = new Int32Array(0);

/** The glyphs of a range as they are in the whole; undefined: the range has to be shaped by itself. */
export function glyphsOfRange({ shaped, run, start, end, startsLine, endsLine }: ShapedRange): GlyphString | undefined {
  const { glyphs } = run;
  if (!glyphs) return undefined;
  const { unsafe } = shaped;
  if ((startsLine && start > 0 && unsafe[start] === 1) || (endsLine && end < shaped.text.length && unsafe[end] === 1))
    return undefined;
  const { ids, clusters, advances, offsets } = glyphs;
  const from = firstFrom(clusters, start);
  const to = end === run.end ? ids.length : firstFrom(clusters, end);
  // A cluster that reaches over the border is in neither part.
  const startsCluster = start === run.start || clusters[from] === start;
  const endsCluster = end === run.end || clusters[to] === end;
  if (!startsCluster || !endsCluster) return undefined;
  return {
    first: start,
    ids: ids.subarray(from, to),
    clusters: clusters.subarray(from, to),
    advances: advances.subarray(from, to),
    offsets: offsets.subarray(2 * from, 2 * to),
  };
}

/** The first glyph of a cluster at `unit` or after it. @param clusters  ascending */
function firstFrom(clusters: Uint32Array, unit: number): number {
  let low = 0;
  let high = clusters.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clusters[middle]! < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}
