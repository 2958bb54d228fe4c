/** Pages of PDFs as pixels, and how much two prints differ. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly rgb: Buffer;
}

export interface Difference {
  /** Pixels; undefined: the pages have other numbers or sizes. */
  readonly pixels: number | undefined;
  /** Pixels that are not background. */
  readonly ink: number;
}

const MAX_PAGES = 16;
const RESOLUTION = 96;

/** Rasterizes the first pages of a file with mutool, which is exact for glyphs on whole pixels. */
export async function rasterize(file: string): Promise<Raster[]> {
  const args = ['draw', '-q', '-r', `${RESOLUTION}`, '-F', 'ppm', '-o', '-', file, `1-${MAX_PAGES}`];
  const options = { encoding: 'buffer', maxBuffer: 2 ** 28, timeout: 30_000 } as const;
  const { stdout } = await promisify(execFile)('mutool', args, options);
  const pages: Raster[] = [];
  for (let at = 0; at < stdout.length; ) {
    const [header, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString('latin1', at, at + 40)) ?? [];
    if (header === undefined) throw new Error(`mutool wrote no PPM for ${file}`);
    const start = at + header.length;
    at = start + Number(width) * Number(height) * 3;
    pages.push({ width: Number(width), height: Number(height), rgb: stdout.subarray(start, at) });
  }
  return pages;
}

/** @param blurred  compares the mean around each pixel, so that glyphs a part of a pixel apart are alike */
export function compare(before: readonly Raster[], after: readonly Raster[], blurred = false): Difference {
  const isAlike = (a: Raster, b: Raster | undefined) =>
    b !== undefined && Math.abs(a.width - b.width) < 3 && Math.abs(a.height - b.height) < 3;
  if (before.length !== after.length || !before.every((page, at) => isAlike(page, after[at])))
    return { pixels: undefined, ink: 0 };
  let [pixels, ink] = [0, 0];
  before.forEach((page, at) => {
    pixels += differingPixels(page, after[at]!, blurred);
    ink += Math.max(inkOf(page), inkOf(after[at]!));
  });
  return { pixels, ink };
}

/** Whether a difference is at most `min` pixels and a share of the ink. */
export const agrees = ({ pixels, ink }: Difference, min: number, share: number): boolean =>
  pixels !== undefined && pixels <= min + share * Math.min(ink, 20_000);

/** Pixels that have not the colour of the corner. */
export function inkOf({ rgb }: Raster): number {
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3)
    if (rgb[at] !== rgb[0] || rgb[at + 1] !== rgb[1] || rgb[at + 2] !== rgb[2]) count++;
  return count;
}

/** Differences per channel: none, soft, hard. */
const NONE = 6;
const SOFT = 10;
const HARD = 60;
const NEAR_HARD = 40;

/** Counts pixels beyond all that the other page has within one pixel, but for seams and soft edges. */
function differingPixels(a: Raster, b: Raster, blurred: boolean): number {
  if (a.width === b.width && a.rgb.equals(b.rgb)) return 0;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  const [one, other] = [cropped(a, width, height), cropped(b, width, height)];
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  const levelAt = (rgb: Buffer, at: number) =>
    blurred ? around.reduce((sum, step) => sum + rgb[at + 3 * step]!, rgb[at]!) / 9 : rgb[at]!;
  const beyond = (from: Buffer, to: Buffer, at: number) => {
    const value = levelAt(from, at);
    const near = [0, ...around].map((step) => levelAt(to, at + 3 * step));
    return Math.max(Math.min(...near) - value, value - Math.max(...near));
  };
  const distance = new Float32Array(width * height);
  const margin = 6 * (width + 1);
  for (let at = margin; at < 3 * distance.length - margin; at++) {
    if (Math.abs(one[at]! - other[at]!) <= NONE) continue;
    const pixel = Math.floor(at / 3);
    distance[pixel] = Math.max(distance[pixel]!, beyond(one, other, at), beyond(other, one, at));
  }
  const counts = (pixel: number) =>
    distance[pixel]! > HARD
      ? around.filter((step) => distance[pixel + step]! > NEAR_HARD).length > 1
      : around.every((step) => distance[pixel + step]! > SOFT);
  return distance.reduce((sum, value, pixel) => (value > SOFT && counts(pixel) ? sum + 1 : sum), 0);
}

function cropped({ width, rgb }: Raster, to: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => rgb.subarray(y * width * 3, (y * width + to) * 3));
  return Buffer.concat(rows);
}
