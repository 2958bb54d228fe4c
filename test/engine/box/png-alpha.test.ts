import { randomBytes } from 'node:crypto';
import { constants, crc32, deflateSync } from 'node:zlib';
import t from 'tap';
import { inflate } from '../../../src/engine/box/inflate.js';
import { pngAlpha } from '../../../src/engine/box/png-alpha.js';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

interface Png {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  readonly interlace?: 0 | 1;
  readonly transparent?: readonly number[];
  /** Rows with their filters. */
  readonly data: readonly number[];
}

function png({ width, height, depth, colorType, interlace = 0, transparent, data }: Png): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlace], 8);
  const packed = deflateSync(Buffer.from(data));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(transparent ? [chunk('tRNS', Buffer.from(transparent))] : []),
    chunk('IDAT', packed.subarray(0, 5)),
    chunk('IDAT', packed.subarray(5)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const alphaOf = (image: Png) => {
  const plane = pngAlpha(png(image));
  return plane && (plane.alpha ? [...plane.alpha] : 'opaque');
};

t.test('what zlib compresses in any way decompresses', async (t) => {
  const text = Buffer.from(`${'to flow around a shape, '.repeat(400)}the end`);
  const samples = [Buffer.alloc(0), Buffer.from('a'), text, randomBytes(70_000), Buffer.alloc(100_000, 7)];
  for (const data of samples) {
    for (const strategy of [
      constants.Z_DEFAULT_STRATEGY,
      constants.Z_FIXED,
      constants.Z_HUFFMAN_ONLY,
      constants.Z_RLE,
    ]) {
      for (const level of [0, 1, 9]) {
        const found = inflate(deflateSync(data, { level, strategy }), data.length);
        t.ok(found && data.equals(found), `${data.length} bytes, level ${level}, strategy ${strategy}`);
      }
    }
  }
  t.strictSame(inflate(deflateSync(text), 7), new Uint8Array(text.subarray(0, 7)), 'as much as is needed');
});

t.test('streams that are cut or damaged give nothing, in bounded time', async (t) => {
  const data = Buffer.from('to flow around a shape, '.repeat(400) + randomBytes(500).toString('hex'));
  const packed = deflateSync(data);
  t.equal(inflate(packed.subarray(0, packed.length >> 1), data.length), undefined, 'cut');
  t.equal(inflate(packed, data.length + 1), undefined, 'too short');
  t.equal(inflate(Buffer.from([0x78, 0x9c]), 1), undefined, 'no block');
  t.equal(inflate(Buffer.from([0x79, 0x9c, 0, 0, 0]), 1), undefined, 'another method');
  for (let seed = 0; seed < 200; seed++) {
    const damaged = Buffer.from(packed);
    damaged[2 + ((seed * 7919) % (damaged.length - 2))]! ^= 1 << (seed & 7);
    const found = inflate(damaged, data.length);
    t.ok(found === undefined || found.length === data.length, `bit ${seed}`);
  }
});

t.test('alpha of each colour type and depth', async (t) => {
  const size = { width: 2, height: 1 };
  t.strictSame(alphaOf({ ...size, depth: 8, colorType: 6, data: [0, 1, 2, 3, 40, 5, 6, 7, 80] }), [40, 80]);
  t.strictSame(alphaOf({ ...size, depth: 8, colorType: 4, data: [0, 1, 40, 2, 80] }), [40, 80]);
  const deep = [0, 1, 1, 40, 99, 2, 2, 80, 99];
  t.strictSame(alphaOf({ ...size, depth: 16, colorType: 4, data: deep }), [40, 80], 'the upper bits');
  t.equal(alphaOf({ ...size, depth: 8, colorType: 2, data: [0, 1, 2, 3, 4, 5, 6] }), 'opaque');
  const keyed = { ...size, depth: 8, colorType: 2, transparent: [0, 4, 0, 5, 0, 6], data: [0, 1, 2, 3, 4, 5, 6] };
  t.strictSame(alphaOf(keyed), [255, 0], 'a transparent colour');
  const palette = {
    width: 5,
    height: 1,
    depth: 2,
    colorType: 3,
    transparent: [0, 128],
    data: [0, 0b00011011, 0b01000000],
  };
  t.strictSame(alphaOf(palette), [0, 128, 255, 255, 128], 'a palette: later entries are opaque');
  t.strictSame(alphaOf({ ...size, depth: 1, colorType: 0, transparent: [0, 1], data: [0, 0b01000000] }), [255, 0]);
});

t.test('each filter is undone', async (t) => {
  const rows = [
    [1, 9, 10, 9, 10], // left
    [2, 1, 5, 1, 5], // above
    [3, 1, 5, 1, 5], // the average of both
    [4, 1, 5, 1, 5], // the closest of three
    [0, 1, 5, 1, 5],
  ];
  const image = { width: 2, height: 5, depth: 8, colorType: 4, data: rows.flat() };
  t.strictSame(alphaOf(image), [10, 20, 15, 25, 12, 23, 17, 28, 5, 5]);
  t.equal(alphaOf({ ...image, data: [5, ...image.data.slice(1)] }), undefined, 'an unknown filter');
});

t.test('interlaced images have their pixels in seven passes', async (t) => {
  const passes = [[1], [2], [], [3, 4], [5], [6, 7], [8, 9, 10, 11, 12]];
  // 5 × 2 pixels: one of the first pass, one of the second, none in rows 4 and up.
  const data = [
    [0, 0, 1],
    [0, 0, 2],
    [0, 0, 3],
    [0, 0, 6, 0, 7],
    [0, 0, 8, 0, 9, 0, 10, 0, 11, 0, 12],
  ];
  t.equal(passes.length, 7);
  const image = { width: 5, height: 2, depth: 8, colorType: 4, interlace: 1, data: data.flat() } as const;
  t.strictSame(alphaOf(image), [1, 6, 3, 7, 2, 8, 9, 10, 11, 12]);
});

t.test('files that are cut give nothing', async (t) => {
  const whole = png({ width: 2, height: 1, depth: 8, colorType: 6, data: [0, 1, 2, 3, 40, 5, 6, 7, 80] });
  for (const length of [0, 20, 33, 50])
    t.equal(pngAlpha(whole.subarray(0, length))?.alpha, undefined, `${length} bytes`);
});
