import t from 'tap';
import { readPathData } from '../../../../src/engine/css/values/path-data.js';

const read = (data: string) =>
  readPathData(data)
    .map(([name, ...values]) => name + values.map((value) => Math.round(Number(value) * 100) / 100).join(' '))
    .join('');

t.test('lines, relative ones and those along an axis', async (t) => {
  t.equal(read('M10 10 20 20l5-5h10v10H0V0z'), 'M10 10L20 20L25 15L35 15L35 25L0 25L0 0Z');
  t.equal(read('m1,1,1,1z m1 1 1 1'), 'M1 1L2 2ZM2 2L3 3', 'after z from where the contour began');
});

t.test('curves of all kinds are cubic', async (t) => {
  t.equal(read('M0 0C1 2 3 4 5 6s3 4 5 6'), 'M0 0C1 2 3 4 5 6C7 8 8 10 10 12');
  t.equal(read('M0 0Q3 3 6 0T12 0'), 'M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0');
  t.match(read('M0 0A5 5 0 0 1 10 0'), /^M0 0C0 -2.76 2.24 -5 5 -5C7.76 -5 10 -2.76 10 0$/);
  t.equal(read('M0 0a1 1 0 012 0'), read('M0 0A1 1 0 0 1 2 0'), 'flags need no space');
});

t.test('commands before an error are kept', async (t) => {
  t.equal(read('M1 1L2 2L3'), 'M1 1L2 2');
  t.equal(read('L1 1'), '');
});
