/**
 * Advances as Chromium on Linux lays text out by default: hinted, so whole pixels. Text rendered on a screen of low
 * resolution is why; in print the line breaks and word places still follow from them.
 * Source: FreeType's TrueType loader (phantom points rounded to the pixel grid), Blink's HarfBuzzFont.
 */

/** Horizontal metrics of a face, read from its tables. */
export interface HorizontalMetrics {
  readonly unitsPerEm: number;
  /** The font asks for whole sizes (bit 3 of head.flags). */
  readonly wholeSizes: boolean;
  /** Nominal advance of a glyph, font units. */
  advance(glyph: number): number;
}

/** @returns undefined for a face without the tables (a bitmap font); never throws */
export function readHorizontalMetrics(data: Uint8Array, index: number): HorizontalMetrics | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  try {
    const tables = tableOffsets(view, index);
    const head = tables.get('head');
    const hhea = tables.get('hhea');
    const hmtx = tables.get('hmtx');
    if (head === undefined || hhea === undefined || hmtx === undefined) return undefined;
    const count = view.getUint16(hhea + 34);
    if (count === 0) return undefined;
    const advances = Uint16Array.from({ length: count }, (_, glyph) => view.getUint16(hmtx + 4 * glyph));
    return {
      unitsPerEm: view.getUint16(head + 18),
      wholeSizes: (view.getUint16(head + 16) & 8) !== 0,
      advance: (glyph) => advances[Math.min(glyph, count - 1)]!,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined; // cut off: HarfBuzz's own advances have to do
    throw error;
  }
}

/** Where the tables of a font begin. Throws RangeError when it is cut off. */
export function tableOffsets(view: DataView, index: number): Map<string, number> {
  const isCollection = view.getUint32(0) === 0x74746366; // "ttcf"
  const start = isCollection ? view.getUint32(12 + 4 * index) : 0;
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(start + 4); i++) {
    const record = start + 12 + 16 * i;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(record + byte))).join('');
    tables.set(tag, view.getUint32(record + 8));
  }
  return tables;
}

/**
 * The advance of a shaped glyph, whole px.
 * @param shaped  its advance after shaping, kerning included, font units
 * @param size    px, in 1/64
 */
export function hintedAdvance(metrics: HorizontalMetrics, glyph: number, shaped: number, size: number): number {
  if (shaped === 0) return 0; // a mark, or a character without any ink of its own
  const { unitsPerEm, wholeSizes } = metrics;
  const nominal = metrics.advance(glyph);
  const scaled = Math.round((nominal * (wholeSizes ? Math.round(size) : size) * 64) / unitsPerEm);
  const width = Math.floor((scaled + 32) / 64);
  return width + Math.round(((shaped - nominal) * size) / unitsPerEm);
}
