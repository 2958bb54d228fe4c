/** The transparency of PNG images. Source: https://www.w3.org/TR/png-3/ */

import { inflate } from './inflate.js';

export interface AlphaPlane {
  readonly width: number;
  readonly height: number;
  /** Of each pixel, row by row, 0..255; undefined: the image is opaque. */
  readonly alpha: Uint8Array | undefined;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
const HAS_ALPHA = 4;

/** The passes of interlaced images. Source: https://www.w3.org/TR/png-3/#8Interlace */
const PASSES = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];
const WHOLE = [{ x: 0, y: 0, dx: 1, dy: 1 }];

/** @returns undefined: the file is malformed */
export function pngAlpha(bytes: Uint8Array): AlphaPlane | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33) return undefined;
  const header: Header = {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth: bytes[24]!,
    colorType: bytes[25]!,
  };
  const isInterlaced = bytes[28] === 1;
  const { transparent, data } = chunks(bytes, view);
  const hasAlpha = (header.colorType & HAS_ALPHA) !== 0;
  const { width, height } = header;
  if (!hasAlpha && !transparent) return { width, height, alpha: undefined };
  const samples = SAMPLES[header.colorType];
  if (!samples) return undefined;
  const bits = samples * header.depth;
  const passes = (isInterlaced ? PASSES : WHOLE).map(({ x, y, dx, dy }) => {
    const columns = Math.max(0, Math.ceil((header.width - x) / dx));
    const rows = columns === 0 ? 0 : Math.max(0, Math.ceil((header.height - y) / dy));
    return { x, y, dx, dy, columns, rows, rowBytes: Math.ceil((columns * bits) / 8) };
  });
  const total = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (1 + rowBytes), 0);
  const raw = inflate(data, total);
  if (!raw) return undefined;
  const alpha = new Uint8Array(header.width * header.height);
  const alphaAt = hasAlpha ? lastSample(header, samples) : keyed(header, samples, transparent!);
  let start = 0;
  for (const { x, y, dx, dy, columns, rows, rowBytes } of passes) {
    const part = raw.subarray(start, start + rows * (1 + rowBytes));
    if (!unfilter(part, rows, rowBytes, Math.max(1, bits >> 3))) return undefined;
    for (let row = 0; row < rows; row++) {
      const pixels = part.subarray(row * (1 + rowBytes) + 1, (row + 1) * (1 + rowBytes));
      const target = (y + row * dy) * header.width + x;
      for (let column = 0; column < columns; column++) alpha[target + column * dx] = alphaAt(pixels, column);
    }
    start += part.length;
  }
  return { width, height, alpha };
}

function chunks(bytes: Uint8Array, view: DataView): { transparent: Uint8Array | undefined; data: Uint8Array } {
  let transparent: Uint8Array | undefined;
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'tRNS') transparent = content;
    else if (type === 'IDAT') parts.push(content);
    at += 12 + length;
  }
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    data.set(part, end);
    end += part.length;
  }
  return { transparent, data };
}

type AlphaAt = (row: Uint8Array, column: number) => number;

/** Of 16 bits the upper ones count. */
function lastSample({ depth }: Header, samples: number): AlphaAt {
  const size = depth >> 3;
  return (row, column) => row[(column + 1) * samples * size - size] ?? 0;
}

/** A palette with transparency, or a colour that is transparent. Source: https://www.w3.org/TR/png-3/#11tRNS */
function keyed({ depth, colorType }: Header, samples: number, transparent: Uint8Array): AlphaAt {
  const mask = (1 << depth) - 1;
  const sampleAt = (row: Uint8Array, index: number): number => {
    if (depth === 16) return ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0);
    const bit = index * depth;
    return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & mask;
  };
  if (colorType === PALETTE) return (row, column) => transparent[sampleAt(row, column)] ?? 255;
  const key = Array.from(
    { length: samples },
    (_, at) => ((transparent[at * 2] ?? 0) << 8) | (transparent[at * 2 + 1] ?? 0),
  );
  return (row, column) => (key.every((value, at) => sampleAt(row, column * samples + at) === value) ? 0 : 255);
}

/** Source: https://www.w3.org/TR/png-3/#9Filters */
function unfilter(data: Uint8Array, rows: number, rowBytes: number, pixelBytes: number): boolean {
  for (let row = 0; row < rows; row++) {
    const start = row * (rowBytes + 1) + 1;
    const filter = data[start - 1]!;
    if (filter > 4) return false;
    if (filter === 0) continue;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= pixelBytes ? data[start + i - pixelBytes]! : 0;
      const up = row > 0 ? data[start + i - rowBytes - 1]! : 0;
      const corner = row > 0 && i >= pixelBytes ? data[start + i - rowBytes - 1 - pixelBytes]! : 0;
      const predicted =
        filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
      data[start + i] = (data[start + i]! + predicted) & 0xff;
    }
  }
  return true;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
