import { inflateSync } from 'node:zlib';
import t from 'tap';
import { flatten } from '../../../src/engine/layout/shapes/flatten.js';
import { coverage, strokeOutlines } from '../../../src/engine/paint/coverage.js';
import { blurredImage } from '../../../src/engine/paint/raster.js';
import { outline } from '../../../src/engine/paint/rounded.js';

const IDENTITY = [1, 0, 0, 1, 0, 0] as const;
const rect = (x: number, y: number, width: number, height: number) =>
  flatten(outline({ x, y, width, height }), IDENTITY);
const round = (values: Float32Array) => [...values].map((value) => Math.round(value * 1000) / 1000);

t.test('pixels are covered as far as the path reaches into them', async (t) => {
  t.strictSame(round(coverage(rect(0.5, 0, 1, 1), 'nonzero', { width: 3, height: 1 })), [0.5, 0.5, 0]);
  t.strictSame(round(coverage(rect(-5, 0.25, 7, 9), 'nonzero', { width: 3, height: 1 })), [0.75, 0.75, 0]);
  const triangle = flatten([['M', 0, 0], ['L', 2, 2], ['L', 0, 2], ['Z']], IDENTITY);
  t.strictSame(round(coverage(triangle, 'nonzero', { width: 2, height: 2 })), [0.5, 0, 1, 0.5]);
  const flatEdge = flatten([['M', 0, 0], ['L', 4, 1], ['L', 0, 1], ['Z']], IDENTITY);
  t.strictSame(round(coverage(flatEdge, 'nonzero', { width: 4, height: 1 })), [0.875, 0.625, 0.375, 0.125]);
});

t.test('the rule decides about what is covered twice', async (t) => {
  const twice = [...rect(0, 0, 2, 1), ...rect(1, 0, 1, 1)];
  t.strictSame(round(coverage(twice, 'nonzero', { width: 2, height: 1 })), [1, 1]);
  t.strictSame(round(coverage(twice, 'evenodd', { width: 2, height: 1 })), [1, 0]);
});

t.test('strokes have their width and their dashes', async (t) => {
  const line = [
    {
      points: [
        [0, 1],
        [6, 1],
      ] as const,
      closed: false,
    },
  ];
  const covered = coverage(strokeOutlines(line, 2, [2, 1], false), 'nonzero', { width: 6, height: 2 });
  t.strictSame(round(covered.subarray(0, 6)), [1, 1, 0, 1, 1, 0]);
});

t.test('a blur keeps the sum, and is finer the smaller it is', async (t) => {
  const box = { kind: 'rect', x: 0, y: 0, width: 40, height: 40, fill: { r: 255, g: 0, b: 0, a: 1 } } as const;
  const image = blurredImage({ kind: 'group', children: [box] }, 4)!;
  t.strictSame([image.x, image.y], [-12, -12]);
  const file = Buffer.from(image.image.bytes);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const density = width / image.width;
  const rows = inflateSync(file.subarray(41, 41 + file.readUInt32BE(33)));
  let sum = 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) sum += rows[y * (width * 4 + 1) + 1 + x * 4 + 3]!;
  t.ok(Math.abs(sum / 255 / density ** 2 - 1600) < 40);
  const fine = blurredImage({ kind: 'group', children: [box] }, 1)!;
  t.ok(Buffer.from(fine.image.bytes).readUInt32BE(16) / fine.width > density);
});

t.test('only what is near the visible part of a huge blur is drawn', async (t) => {
  const group = (width: number, height: number) => {
    const box = { kind: 'rect', x: 0, y: 0, width, height, fill: { r: 255, g: 0, b: 0, a: 1 } } as const;
    return { kind: 'group', children: [box] } as const;
  };
  const visible = { x: 10, y: 20_000, width: 300, height: 200 };
  const { x, y, width, height } = blurredImage(group(500, 60_000), 30, visible)!;
  t.ok(x <= visible.x - 60 && x + width >= visible.x + visible.width + 60);
  t.ok(y <= visible.y - 60 && y + height >= visible.y + visible.height + 60);
  t.ok(width * height < 300_000, `${width} × ${height}`);
  const small = group(400, 300);
  t.strictSame(blurredImage(small, 30, visible && { ...visible, y: 0 }), blurredImage(small, 30), 'others as a whole');
  const beside = blurredImage(group(500, 10_000), 30, visible)!;
  t.ok(beside.width * beside.height < 100_000, 'and nearly nothing of what is not visible');
});

t.test('a blur of thousands of px took a second, as many pixels for each px as one of hundreds', async (t) => {
  const box = { kind: 'rect', x: 0, y: 0, width: 500, height: 500, fill: { r: 255, g: 0, b: 0, a: 1 } } as const;
  for (const blur of [1000, 10_000, 1e12]) {
    const { image } = blurredImage({ kind: 'group', children: [box] }, blur)!;
    const width = 'width' in image ? image.width! : 0;
    t.ok(width > 200 && width < 300, `${blur}: ${width} pixels wide`);
  }
});

t.test('what is a picture already is not for us to blur', async (t) => {
  const picture = { key: 'a', format: 'png', bytes: new Uint8Array(1) } as never;
  const image = { kind: 'image', x: 0, y: 0, width: 1, height: 1, image: picture, alt: undefined } as const;
  t.equal(blurredImage({ kind: 'group', children: [image] }, 4), undefined);
});
