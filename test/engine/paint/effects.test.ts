import t from 'tap';
import { painted } from './painted.js';

const BOX = 'width:100px;height:50px;background:#ff0000;';
const flat = (html: string): string[] => painted(html).map((line) => line.trim());

t.test('a rounded inset, a circle and an ellipse are clips', async (t) => {
  const clip = (shape: string) =>
    flat(`<div style="${BOX}clip-path:${shape}"></div>`).find((line) => /clip/.test(line));
  t.equal(clip('inset(10px 20px)'), 'group clip 20,10 60x30');
  t.equal(clip('inset(80% 10%)'), undefined, 'nothing is left between edges that pass each other');
  t.equal(clip('circle()'), 'group clip 25,0 50x50');
  t.equal(clip('circle(farthest-side at 0 0)'), 'group clip -100,-100 200x200');
  t.equal(clip('ellipse(25% 10px at 50px 50%)'), 'group clip 25,15 50x20');
  t.equal(clip('xywh(10px 10px 50% 20px)'), 'group clip 10,10 50x20');
  t.equal(clip('rect(5px 50px auto 10%)'), 'group clip 10,5 40x45');
});

t.test('reference boxes are inside borders and padding', async (t) => {
  const box = 'width:100px;height:50px;border:5px solid;padding:10px;background:red;clip-path:';
  t.match(flat(`<div style="${box}padding-box"></div>`), ['group clip 5,5 120x70']);
  t.match(flat(`<div style="${box}circle(50%) content-box"></div>`), [/^group clip 25.47,0.47 79.06x79.06$/]);
});

t.test('a polygon and a path need a drawing, and text in it is still found', async (t) => {
  const lines = flat(`<div style="${BOX}clip-path:polygon(0 0,100% 0,50% 100%)">Text</div>`);
  const drawing = lines.find((line) => line.startsWith('drawing'));
  t.match(drawing, /^drawing 0,0 100x50: group shape 0,0 100x50/);
  t.ok(lines.some((line) => line.startsWith('text 0,')));
  t.match(flat(`<div style="${BOX}clip-path:path('M10 10h20v20z')"></div>`)[0], 'shape 10,10 20x20');
});

t.test('a gradient masks', async (t) => {
  const [drawing] = flat(`<div style="${BOX}mask-image:linear-gradient(#000,transparent)"></div>`);
  t.match(drawing, 'alpha mask rect 0,0 100x50 linear');
  const both = 'linear-gradient(#000,transparent),linear-gradient(90deg,#000,transparent)';
  const intersected = flat(`<div style="${BOX}mask-image:${both};mask-composite:intersect"></div>`)[0] ?? '';
  t.equal(intersected.match(/alpha mask/g)?.length, 2);
});

t.test('a mask has its own size, place and mode', async (t) => {
  const mask = 'mask:linear-gradient(#000,#fff) 10px 20px / 30px 10px no-repeat;mask-mode:luminance';
  t.match(flat(`<div style="${BOX}${mask}"></div>`)[0], 'luminance mask rect 10,20 30x10');
});

t.test('filters of colours change colours', async (t) => {
  const colour = (filter: string) =>
    flat(`<div style="${BOX}filter:${filter}"></div>`).find((line) => /rect/.test(line));
  t.match(colour('grayscale(1)'), '#363636');
  t.match(colour('brightness(50%)'), '#800000');
  t.match(colour('invert(1)'), '#00ffff');
  t.match(colour('contrast(0)'), '#808080');
  t.match(colour('sepia(1)'), '#645945');
  t.match(colour('hue-rotate(180deg)'), '#006d6d');
  t.match(colour('saturate(0)'), '#363636');
});

t.test('a blur is a picture that reaches three deviations beyond', async (t) => {
  t.match(flat(`<div style="${BOX}filter:blur(4px)"></div>`), [
    'group clip 0,0 400x300',
    /^image -12,-12 12[4-6].*x7[45]/,
  ]);
});

t.test('blending is isolated by the stacking context around', async (t) => {
  const child = `<div style="${BOX}mix-blend-mode:multiply"></div>`;
  t.match(
    flat(child).find((line) => line.startsWith('drawing')),
    'group blend multiply',
  );
  const inside = flat(`<div style="position:relative;z-index:1">${child}</div>`);
  t.match(inside[0], /^drawing .*: group isolated \|\s+group blend multiply/);
});

t.test('layers of a background blend with each other', async (t) => {
  const html = `<div style="${BOX}background-image:linear-gradient(red,blue);background-blend-mode:screen"></div>`;
  t.match(flat(html)[0], /group isolated \|\s+rect .* #ff0000 \|\s+group blend screen \|\s+rect .* linear/);
});

t.test('a sharp text shadow is a shape below the text', async (t) => {
  const lines = flat('<p style="text-shadow:2px 3px red,1px 1px #00f">A</p>');
  const order = lines.filter((line) => /path|text|matrix/.test(line));
  t.match(order, ['group matrix 1,0,0,1,1,1', 'path #0000ff', 'group matrix 1,0,0,1,2,3', 'path #ff0000', /^text/]);
});

t.test('a blurred one is a picture', async (t) => {
  const lines = flat('<p style="text-shadow:0 0 4px red;color:transparent">A</p>');
  t.ok(lines.some((line) => line.startsWith('image')));
});

t.test('background-clip: text shows the background in the letters, and transparent text stays text', async (t) => {
  const lines = flat('<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">Hi</p>');
  t.match(lines[0], /^drawing .*: group shape .*\|\s+rect .* linear$/);
  t.ok(lines.some((line) => line.endsWith(' Hi')));
});

t.test('opacity of what overlaps over several colours is a drawing', async (t) => {
  const html = `<div style="background:linear-gradient(red,blue)"><div style="opacity:.5">
    <div style="${BOX}"></div><div style="${BOX}margin-top:-20px">text</div></div></div>`;
  t.match(
    flat(html).find((line) => line.startsWith('drawing')),
    'group opacity 0.5 together',
  );
});

t.test('fixed backgrounds are placed in the page area', async (t) => {
  const [rect] = flat(
    '<div style="width:100px;height:50px;margin-top:30px;background:linear-gradient(red,blue) fixed"></div>',
  ).filter((line) => /rect|clip/.test(line));
  t.equal(rect, 'group clip 0,30 100x50');
});

t.test('a shadow of shapes is their shape in one colour', async (t) => {
  const seal = `<div style="filter:drop-shadow(2px 2px 3px #0000ff)"><div style="${BOX}clip-path:polygon(0 0,100% 0,0 100%)"></div></div>`;
  t.match(flat(seal), ['group clip 0,0 400x300', 'group', 'group matrix 1,0,0,1,2,2', /^image/, /^drawing/]);
});

t.test('each page-margin box has its own transform and opacity', async (t) => {
  const items = painted(
    '<style>@page{margin:50px;@top-left{content:"a";transform:scale(.5)}@bottom-right{content:"b"}}</style>',
  );
  const depthOf = (text: string) => items.find((item) => item.endsWith(` ${text}`))?.search(/\S/);
  t.equal(depthOf('a'), 4, 'inside the group, in what is not read out');
  t.equal(depthOf('b'), 2, 'outside of the group');
});

t.test('@page paints all of its background images', async (t) => {
  const dot = (color: string) => `linear-gradient(${color}, ${color}) 0 0 / 5px 5px no-repeat`;
  t.equal(painted(`<style>@page{background:${dot('red')}, ${dot('blue')}}</style>`).length, 2);
});

t.test('transform-box: content-box and fill-box are the content box of a box', async (t) => {
  const box = (style: string) =>
    painted(`<div style="width:30px;height:10px;border:5px solid;padding:3px;${style}"></div>`).join();
  t.match(box('transform:translateY(100%)'), 'matrix 1,0,0,1,0,26');
  for (const value of ['content-box', 'fill-box'])
    t.match(box(`transform-box:${value};transform:translateY(100%)`), 'matrix 1,0,0,1,0,10', value);
  t.match(box('transform-box:content-box;transform:scale(2);transform-origin:0 0'), 'matrix 2,0,0,2,-8,-8');
  t.match(box('transform-box:content-box;transform:translateY(100%) translateZ(0)'), 'matrix 1,0,0,1,0,10');
});
