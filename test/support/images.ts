/** Images, valid and corrupt. */

import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour. */
export function png(
  width: number,
  height: number,
  [r, g, b]: readonly [number, number, number] = [200, 30, 30],
): Buffer {
  const row = Buffer.from(Array.from({ length: width }, () => [r, g, b]).flat());
  return encodePng(
    width,
    Array.from({ length: height }, () => row),
  );
}

/** A PNG that does not compress. */
export function noise(width: number, height: number): Buffer {
  return encodePng(
    width,
    Array.from({ length: height }, () => randomBytes(width * 3)),
  );
}

/** @param rows  RGB, 8 bits each */
function encodePng(width: number, rows: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB
  const pixels = deflateSync(Buffer.concat(rows.flatMap((row) => [NO_FILTER, row])));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const NO_FILTER = Buffer.of(0);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG whose EXIF data names an orientation. */
export function orientedPng(width: number, height: number, orientation: number): Buffer {
  const exif = Buffer.from('4d4d002a000000080001011200030000000100000000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 18);
  const file = png(width, height);
  const afterHeader = 8 + 25;
  return Buffer.concat([file.subarray(0, afterHeader), chunk('eXIf', exif), file.subarray(afterHeader)]);
}

/** A PNG with a valid header and truncated pixel data. */
export const cutPng = (width: number, height: number): Buffer => png(width, height).subarray(0, 45);

export const dataUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`;

/** One grey pixel. */
export const PIXEL_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
);

/** One pixel in CMYK. */
export const CMYK_JPEG = Buffer.from(
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAAUCAABAAEEAREAAhEAAxEABBEA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAgADAAQAAD8AAP/Z',
  'base64',
);
