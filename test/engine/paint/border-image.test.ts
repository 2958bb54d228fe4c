import t from 'tap';
import { painted } from './painted.js';

const paint = (style: string): string[] =>
  painted(`<div style="width:60px;height:40px;border:10px solid red;${style}"></div>`).filter((line) =>
    line.startsWith('group'),
  );
const clips = (style: string) => paint(style).map((line) => /clip (\S+ \S+)/.exec(line)?.[1]);

t.test('eight parts around the middle, nine with fill', async (t) => {
  const parts = clips('border-image:linear-gradient(red,blue) 20');
  t.strictSame(parts, [
    '0,0 10x10',
    '10,0 60x10',
    '70,0 10x10',
    '0,10 10x40',
    '70,10 10x40',
    '0,50 10x10',
    '10,50 60x10',
    '70,50 10x10',
  ]);
  t.equal(clips('border-image:linear-gradient(red,blue) 20 fill').length, 9);
});

t.test('parts are scaled from their slices', async (t) => {
  const [corner, top] = paint('border-image:linear-gradient(red,blue) 20');
  t.match(corner, 'matrix 0.5,0,0,0.5,0,0');
  // 80 px wide, of which 40 lie between the slices and are stretched to 60.
  t.match(top, 'matrix 1.5,0,0,0.5,-20,0');
});

t.test('widths and outsets of their own', async (t) => {
  t.equal(clips('margin:10px;border-image:linear-gradient(red,blue) 20 / 5px / 2px')[0], '8,8 5x5');
  t.equal(clips('border-image:linear-gradient(red,blue) 20 / 100px')[0], '0,0 30x30', 'scaled down to fit');
});

t.test('tiles along an edge', async (t) => {
  const tops = (repeat: string) =>
    clips(`border-image:linear-gradient(red,blue) 20 ${repeat}`).filter(
      (clip) => / 0?10x?|,0 /.test(clip ?? '') && clip?.includes(',0 '),
    );
  // The middle of the top edge is 40 px of the image, 20 px when it is 10 px thick: three fit in 60 px.
  t.strictSame(tops('round'), ['0,0 10x10', '10,0 20x10', '30,0 20x10', '50,0 20x10', '70,0 10x10']);
  t.strictSame(tops('repeat'), ['0,0 10x10', '10,0 20x10', '30,0 20x10', '50,0 20x10', '70,0 10x10']);
});

t.test('as many tiles as fill a long edge, within a limit', async (t) => {
  // The middle of the top edge is 1.9 px of the image, half of it when it is 10 px thick.
  const wide = clips('width:380px;border-image:linear-gradient(red,blue) 20 199.05 round');
  t.equal(wide.filter((clip) => clip?.endsWith(',0 0.95x10')).length, 400);
  t.ok(wide.includes('389.05,0 0.95x10'));
  const dust = 'width:380px;height:280px;border-image:linear-gradient(red,blue) 149.9 199.9 fill round';
  t.throws(() => paint(dust), { code: 'document_too_complex', message: /border-image has more than 100,000 tiles/ });
});

t.test('without a picture the borders are painted', async (t) => {
  t.equal(paint('border-image:url(nothing.png) 10').length, 0);
});

t.test('border-image-width: auto takes the slices of a gradient', async (t) => {
  const items = painted(
    '<div style="width: 100px; height: 100px; border: 20px solid; border-image: linear-gradient(red, blue) 30 / auto space"></div>',
  );
  const sides = items.filter((item) => /clip 30,0 80x30|clip 0,30 30x80/.test(item));
  t.equal(sides.length, 2, items.join('\n'));
});
