import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import t from 'tap';
import { toColor } from '../../../../src/engine/css/values/color.js';
import { readIccProfile } from '../../../../src/engine/css/values/icc-profile.js';
import type { RenderingIntent } from '../../../../src/engine/css/values/values.js';
import { CMYK_PROFILE, GRAY_PROFILE, RGB_PROFILE } from '../../../support/icc-profiles.js';
import { randomness } from '../../../support/mutations.js';
import { share } from '../../../support/sample.js';

/** Of a press by CGATS TR 001, with tables of 16 bits. */
const CGATS = readFileSync(createRequire(import.meta.url).resolve('pdfjs-dist/iccs/CGATS001Compat-v2-micro.icc'));

function converted(profile: Buffer, color: readonly number[], intent: RenderingIntent = 'relative-colorimetric') {
  const read = readIccProfile(profile);
  if ('failure' in read) return read.failure;
  const { r, g, b } = toColor(read.toSrgb(color, intent), 1);
  return [r, g, b].map(Math.round);
}

t.test('colors of a press have the sRGB that LittleCMS gives', async (t) => {
  for (const [inks, rgb] of [
    [
      [0, 0, 0, 0],
      [255, 255, 255],
    ],
    [
      [1, 0, 0, 0],
      [0, 174, 239],
    ],
    [
      [0, 1, 0, 0],
      [236, 0, 140],
    ],
    [
      [0, 0, 1, 0],
      [255, 242, 0],
    ],
    [
      [0, 0, 0, 1],
      [35, 31, 32],
    ],
    [
      [1, 1, 0, 0],
      [46, 48, 146],
    ],
    [
      [0.3, 0.2, 0.1, 0.4],
      [119, 127, 140],
    ],
  ] as const)
    t.strictSame(converted(CGATS, inks), rgb, inks.join(' '));
});

t.test('tables of 8 bits, matrices and gray', async (t) => {
  t.strictSame(converted(CMYK_PROFILE, [0, 0, 0, 0], 'perceptual'), [255, 255, 255]);
  t.strictSame(converted(CMYK_PROFILE, [0, 0, 0, 1], 'absolute-colorimetric'), [0, 0, 0]);
  t.strictSame(converted(RGB_PROFILE, [1, 1, 1]), [255, 255, 255]);
  t.strictSame(converted(RGB_PROFILE, [1, 0, 0]), [255, 0, 0]);
  t.strictSame(converted(GRAY_PROFILE, [0.5]), [129, 129, 129], 'a gamma of 2.2 is nearly that of sRGB');
});

t.test('a damaged profile is refused, or gives numbers', async (t) => {
  const random = randomness(1);
  let read = 0;
  for (const profile of [CMYK_PROFILE, RGB_PROFILE, GRAY_PROFILE, CGATS]) {
    for (let run = 0; run < share(1500); run++) {
      const damaged = Buffer.from(profile);
      const changes = 1 + Math.floor(random() * 4);
      for (let change = 0; change < changes; change++)
        damaged[Math.floor(random() * Math.min(700, damaged.length))] = Math.floor(random() * 256);
      const result = readIccProfile(damaged);
      if ('failure' in result) continue;
      read++;
      const components = Array.from({ length: result.components }, random);
      const { r, g, b } = toColor(result.toSrgb(components, 'perceptual'), 1);
      if (![r, g, b].every((channel) => channel >= 0 && channel <= 255)) t.fail(`${r} ${g} ${b}`);
    }
  }
  t.ok(read > share(500), `${read} of them are read`);
});
