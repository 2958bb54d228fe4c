/** Encodes PNG files. Source: https://www.w3.org/TR/png-3/ */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Encodes without compression: Typst decodes the file and compresses the pixels itself.
 * @param pixels RGBA, 8 bits per channel, row by row
 */
export function encodePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = new Uint8Array(height * (width * 4 + 1));
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  const chunks = [chunk('IHDR', header), chunk('IDAT', stored(rows)), chunk('IEND', new Uint8Array(0))];
  const file = new Uint8Array(SIGNATURE.length + chunks.reduce((sum, { length }) => sum + length, 0));
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const each of chunks) {
    file.set(each, at);
    at += each.length;
  }
  return file;
}

const MAX_BLOCK = 0xffff;

/** A zlib stream of stored blocks. Source: RFC 1950 and RFC 1951, section 3.2.4 */
function stored(bytes: Uint8Array): Uint8Array {
  const count = Math.max(1, Math.ceil(bytes.length / MAX_BLOCK));
  const stream = new Uint8Array(2 + count * 5 + bytes.length + 4);
  const view = new DataView(stream.buffer);
  stream.set([0x78, 0x01]);
  let at = 2;
  for (let block = 0; block < count; block++) {
    const part = bytes.subarray(block * MAX_BLOCK, (block + 1) * MAX_BLOCK);
    stream[at] = block === count - 1 ? 1 : 0;
    view.setUint16(at + 1, part.length, true);
    view.setUint16(at + 3, ~part.length & 0xffff, true);
    stream.set(part, at + 5);
    at += 5 + part.length;
  }
  view.setUint32(at, adler(bytes));
  return stream;
}

function adler(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** Source: https://www.w3.org/TR/png-3/#D-CRCAppendix */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
