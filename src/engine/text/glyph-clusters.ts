/** The glyphs of shaped text by the characters they stand for. */

import type * as hb from 'harfbuzzjs';
import { tableOffsets } from './hinted-advances.js';
import type { FontFace, GlyphCluster, GlyphRun, PlacedGlyph } from './types.js';

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
 * What HarfBuzz made of a run, from left to right.
 * @param buffer  holds the glyphs of text[run.start..run.end), after `CONTEXT` characters of what is before
 */
export function readClusters(text: string, run: GlyphRun, buffer: hb.Buffer): GlyphCluster[] {
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const from = contextStart(run);
  const found: { start: number; glyphs: PlacedGlyph[]; advance: number }[] = [];
  for (let i = 0; i < infos.length; i++) {
    const start = infos[i]!.cluster + from;
    let cluster = found.at(-1);
    if (cluster?.start !== start) {
      cluster = { start, glyphs: [], advance: 0 };
      found.push(cluster);
    }
    const { xAdvance, xOffset, yOffset } = positions[i]!;
    cluster.glyphs.push({ id: infos[i]!.codepoint, x: cluster.advance + xOffset, y: yOffset });
    cluster.advance += xAdvance;
  }
  const rtl = run.level % 2 === 1;
  return found.map(({ start, glyphs, advance }, i) => {
    const end = found[rtl ? i - 1 : i + 1]?.start ?? run.end;
    return { text: text.slice(start, end), glyphs, advance };
  });
}
