/**
 * Vertical text: which characters are upright, and vertical metrics of glyphs.
 * Sources: https://www.unicode.org/reports/tr50/, https://drafts.csswg.org/css-writing-modes-4/#text-orientation
 */

import type { HarfBuzzFont } from './harfbuzz.js';
import { tableOffsets } from './sfnt.js';

/** Characters whose Vertical_Orientation is not R, Unicode 14: code points and ranges in hexadecimal. */
const UPRIGHT =
  'a7 a9 ae b1 bc-be d7 f7 2ea-2eb 1100-11ff 1401-167f 18b0-18ff 2016 2020-2021 2030-2031 203b-203c 2042 2047-2049 ' +
  '2051 2065 20dd-20e0 20e2-20e4 2100-2101 2103-2109 210f 2113-2114 2116-2117 211e-2123 2125 2127 2129 212e 2135-213f ' +
  '2145-214a 214c-214d 214f-2189 218c-218f 221e 2234-2235 2300-2307 230c-231f 2324-232b 237d-239a 23be-23cd 23cf ' +
  '23d1-23db 23e2-2422 2424-24ff 25a0-2619 2620-2767 2776-2793 2b12-2b2f 2b50-2b59 2b97 2bb8-2bd1 2bd3-2beb 2bf0-2bff ' +
  '2e50-2e51 2e80-a4cf a960-a97f ac00-faff fe10-fe1f fe30-fe48 fe50-fe57 fe59-fe62 fe67-fe6f ff01-ff0c ff0e-ff1b ' +
  'ff1f-ff60 ffe0-ffe7 fff0-fff8 fffc-fffd 10980-1099f 11580-115ff 11a00-11abf 13000-1343f 14400-1467f 16fe0-18d7f ' +
  '1aff0-1b2ff 1cf00-1cfcf 1d000-1d1ff 1d2e0-1d37f 1d800-1daaf 1f000-1f7ff 1f900-1faff 20000-2fffd 30000-3fffd';

const RANGES = UPRIGHT.split(' ').map((range) => {
  const [first = '', last = first] = range.split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
});

function isUprightCodePoint(codePoint: number): boolean {
  let low = 0;
  let high = RANGES.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = RANGES[middle]!;
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}

export type Orientation = 'mixed' | 'upright';

/** @param cluster  a grapheme cluster, which `mixed` orients like its first character */
export function isUpright(cluster: string, orientation: Orientation): boolean {
  return orientation === 'upright' || isUprightCodePoint(cluster.codePointAt(0) ?? 0);
}

/** Vertical metrics of a face; font units. */
export interface VerticalMetrics {
  /** undefined: the face has no vertical metrics. */
  advance(glyph: number): number | undefined;
  /** From the top of the advance down to the horizontal baseline of the glyph. */
  originY(glyph: number): number | undefined;
}

const NO_METRICS: VerticalMetrics = { advance: () => undefined, originY: () => undefined };

// Offsets of fields by the names of the specification: https://learn.microsoft.com/typography/opentype/spec/
const VHEA = { numOfLongVerMetrics: 34 } as const;
/** Of `vmtx`; glyphs after the last one have a 16-bit `topSideBearing` each. */
const LONG_VER_METRIC = { advanceHeight: 0, topSideBearing: 2, size: 4 } as const;
const VORG = { defaultVertOriginY: 4, numVertOriginYMetrics: 6, vertOriginYMetrics: 8 } as const;
const VERT_ORIGIN_Y_METRIC = { glyphIndex: 0, vertOriginY: 2, size: 4 } as const;

/** Reads `vhea`, `vmtx` and `VORG`; never throws. */
export function readVerticalMetrics(data: Uint8Array, index: number, font: HarfBuzzFont): VerticalMetrics {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  try {
    const tables = tableOffsets(view, index);
    const vhea = tables.get('vhea');
    const vmtx = tables.get('vmtx');
    if (vhea === undefined || vmtx === undefined) return NO_METRICS;
    const count = view.getUint16(vhea + VHEA.numOfLongVerMetrics);
    if (count === 0) return NO_METRICS;
    const origins = readOrigins(view, tables.get('VORG'));
    const bearing = (glyph: number) =>
      view.getInt16(
        glyph < count
          ? vmtx + LONG_VER_METRIC.size * glyph + LONG_VER_METRIC.topSideBearing
          : vmtx + LONG_VER_METRIC.size * count + 2 * (glyph - count),
      );
    return {
      advance: (glyph) => view.getUint16(vmtx + LONG_VER_METRIC.size * Math.min(glyph, count - 1)),
      originY: (glyph) => origins?.(glyph) ?? (font.extents(glyph)?.yBearing ?? 0) + bearing(glyph),
    };
  } catch (error) {
    if (error instanceof RangeError) return NO_METRICS;
    throw error;
  }
}

/** Source: https://learn.microsoft.com/en-us/typography/opentype/spec/vorg */
function readOrigins(view: DataView, vorg: number | undefined): ((glyph: number) => number) | undefined {
  if (vorg === undefined) return undefined;
  const standard = view.getInt16(vorg + VORG.defaultVertOriginY);
  const special = new Map<number, number>();
  for (let i = 0; i < view.getUint16(vorg + VORG.numVertOriginYMetrics); i++) {
    const metric = vorg + VORG.vertOriginYMetrics + VERT_ORIGIN_Y_METRIC.size * i;
    special.set(view.getUint16(metric), view.getInt16(metric + VERT_ORIGIN_Y_METRIC.vertOriginY));
  }
  return (glyph) => special.get(glyph) ?? standard;
}
