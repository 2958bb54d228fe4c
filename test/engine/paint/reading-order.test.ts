import t from 'tap';
import { painted, texts } from './painted.js';

const box = (style: string, content = '') => `<div style="width:50px;height:50px;${style}">${content}</div>`;
/** The colours of the rectangles, from back to front. */
const colours = (html: string) => painted(html).flatMap((item) => /^ *rect .* (#\w+)/.exec(item)?.[1] ?? []);

t.test('blocks are below floats, those below text, positioned boxes on top', async (t) => {
  const overlapping = 'margin-top:-50px;';
  const html =
    box('background:#00f;position:relative') +
    box(`background:#0f0;float:left;${overlapping}`) +
    `<span style="background:#ff0">text</span>` +
    box(`background:#f00;${overlapping}`);
  t.strictSame(colours(html), ['#ff0000', '#00ff00', '#ffff00', '#0000ff']);
});

t.test('z-index sorts stacking contexts, and equal ones keep document order', async (t) => {
  const layer = (z: string, color: string) => box(`position:absolute;top:0;left:0;z-index:${z};background:${color}`);
  const html =
    layer('2', '#222') +
    layer('-1', '#fff') +
    layer('auto', '#444') +
    layer('1', '#111') +
    layer('0', '#000') +
    box('background:#888');
  t.strictSame(colours(html), ['#ffffff', '#888888', '#444444', '#000000', '#111111', '#222222']);
});

t.test('a stacking context keeps its layers together', async (t) => {
  const inner = box('position:absolute;z-index:100;background:#100');
  const html =
    box('position:absolute;top:0;z-index:1;background:#001', inner) +
    box('position:absolute;top:0;z-index:2;background:#002');
  t.strictSame(colours(html), ['#000011', '#110000', '#000022']);
});

t.test('layers of a positioned box without z-index belong to the context around', async (t) => {
  const inner = box('position:absolute;z-index:1;background:#100');
  const html = box('position:absolute;top:0;background:#001', inner) + box('position:absolute;top:0;background:#002');
  t.strictSame(colours(html), ['#000011', '#000022', '#110000']);
});

t.test('flex items stack by z-index without being positioned', async (t) => {
  const item = (z: number, color: string) => box(`z-index:${z};margin-right:-50px;background:${color}`);
  t.strictSame(colours(`<div style="display:flex">${item(2, '#222')}${item(1, '#111')}</div>`), ['#111111', '#222222']);
});

t.test('text comes in document order, wherever it is painted', async (t) => {
  t.strictSame(texts('<p>1<p style="float:right">2<p>3<p style="position:relative">4<p>5'), ['1', '2', '3', '4', '5']);
  t.strictSame(texts('<p>1<p style="position:absolute;bottom:0">2<p>3'), ['1', '2', '3']);
  t.strictSame(texts('<div style="display:flex;flex-direction:row-reverse"><p>1<p>2</div>'), ['1', '2']);
});

t.test('text of mixed directions comes in the order it is read in', async (t) => {
  const line = (html: string) => texts(html).join('').replace(/ +/g, ' ');
  t.equal(line('<p>abc <b>שלום</b> עולם 12 def'), 'abc שלום עולם 12 def');
  t.equal(line('<p dir=rtl>שלום <b>abc</b> 12 עולם'), 'שלום abc 12 עולם');
  t.equal(line('<p>abc שלום 12 עולם def'), 'abc שלום 12 עולם def');
});

t.test('but what covers other text stays above it', async (t) => {
  const items = painted('<p style="position:relative;top:18px;background:#ff0">above</p><p>below</p>');
  const place = (name: string) => items.findIndex((item) => item.includes(name));
  t.ok(place('below') < place('#ffff00'));
  t.ok(place('#ffff00') < place('above'));
});

t.test('hidden boxes paint nothing, visible ones in them do', async (t) => {
  const items = painted(
    '<div style="visibility:hidden;background:red;border:1px solid">no <b style="visibility:visible">yes</b></div>',
  );
  t.equal(items.length, 2);
  t.match(items[1], 'yes');
});

t.test('opacity and transforms apply to a box and all in it', async (t) => {
  const items = painted(box('opacity:.5;background:red', 'x') + box('transform:translate(10px,5px)', 'y'));
  t.match(items.join('\n'), /rect \S+ \S+ #ff8080\n +text \S+ x/);
  t.match(items.join('\n'), /group matrix 1,0,0,1,10,5\n +text \S+ y/);
});

t.test('a transform turns about its origin, relative to the border box', async (t) => {
  const items = painted(box('margin:10px;background:red;transform:rotate(90deg);transform-origin:0 0'));
  t.match(items.join('\n'), 'group matrix 0,1,-1,0,20,0');
});

t.test('overflow clips only what sticks out', async (t) => {
  const clipped = (content: string, style = '') => painted(box(`overflow:hidden;${style}`, content)).join('\n');
  t.notMatch(clipped('in'), 'group');
  t.match(clipped('<p style="white-space:nowrap">much longer than that'), 'group clip 0,0 50x50');
  t.notMatch(clipped('<p style="margin-top:60px">out'), 'out');
  t.match(clipped('<p style="white-space:nowrap">much longer than that', 'border:3px solid;'), 'group clip 3,3 50x50');
  t.notMatch(clipped('<p style="white-space:nowrap">much longer', 'overflow:visible;'), 'group');
  t.match(clipped('<p style="position:absolute;left:60px">escapes'), 'escapes');
});

t.test('overflow-clip-margin moves the edge at which `overflow: clip` clips', async (t) => {
  const clipped = (style: string) => {
    const long = '<p style="white-space:nowrap">much longer than that';
    return painted(box(`overflow:clip;padding:4px;border:3px solid;${style}`, long)).join('\n');
  };
  t.match(clipped(''), 'group clip 3,3 58x58');
  t.match(clipped('overflow-clip-margin:10px'), 'group clip -7,-7 78x78');
  t.match(clipped('overflow-clip-margin:content-box'), 'group clip 7,7 50x50');
  t.match(clipped('overflow-clip-margin:1px border-box'), 'group clip -1,-1 66x66');
  t.match(clipped('overflow-clip-margin:-1px'), 'group clip 3,3 58x58', 'a negative one is invalid');
  t.match(clipped('overflow-clip-margin:10px;overflow:hidden'), 'group clip 3,3 58x58');
});

t.test('the page’s overflow is not clipped', async (t) => {
  t.match(painted('<style>html,body{overflow:hidden}</style><p style="margin-left:390px">long').join('\n'), 'long');
});

t.test('flat clip of an absolutely positioned box', async (t) => {
  const items = painted(box('position:absolute;clip:rect(5px,20px,10px,0);background:red'));
  t.strictSame(
    items.map((item) => item.trim()),
    ['group clip 0,5 20x5', 'rect 0,0 50x50 #ff0000'],
  );
});

t.test('a long page is read in document order, too', async (t) => {
  const row = (n: number) => `<p style="position:relative">${n}</p><p style="float:right;width:50px">right</p>`;
  const html = `<style>@page{size:600px 90000px}</style>${Array.from({ length: 2500 }, (_, n) => row(n)).join('')}`;
  t.strictSame(texts(html), Array.from({ length: 2500 }, (_, n) => [`${n}`, 'right']).flat());
});

t.test('pieces that overlap keep painting order, however many they are', async (t) => {
  const layer = (n: number) =>
    box(`position:absolute;top:0;left:0;z-index:${-n};color:rgb(${n % 256},${n >> 8},0)`, String(n));
  const html = Array.from({ length: 1200 }, (_, n) => layer(n)).join('');
  const read = texts(html).map(Number);
  t.equal(read.length, 1200);
  t.ok(
    read.every((n, index) => n === 1199 - index),
    'from back to front',
  );
});

t.test('texts of one colour look the same in any order, and come in that of the document', async (t) => {
  const [above, below] = ['<p style="position:relative;top:18px">above</p>', '<p>below</p>'];
  t.strictSame(texts(above + below), ['above', 'below']);
  t.strictSame(texts(above.replace('top', 'color:red;top') + below), ['below', 'above']);
});

t.test('the background of a first line comes with its text', async (t) => {
  const html =
    '<style>p { width: 80px; line-height: .5 } p::first-line { background: yellow }</style><p>one two three four';
  t.strictSame(texts(html).join(' ').split(/ +/), ['one', 'two', 'three', 'four']);
});

t.test('few pieces, many pieces and pieces of one colour come in the same order', async (t) => {
  const page = (count: number, color: (index: number) => string) =>
    Array.from(
      { length: count },
      (_, index) =>
        `<p style="float:${index % 2 ? 'right' : 'left'};margin:0;color:${color(index)}">${index}a</p><i>${index}b</i> `,
    ).join('');
  const expected = (count: number) => Array.from({ length: count }, (_, index) => [`${index}a`, `${index}b`]).flat();
  const read = (html: string) =>
    texts(html)
      .map((text) => text.trim())
      .filter((text) => text !== '');
  for (const count of [3, 20, 60]) {
    t.strictSame(read(page(count, () => 'black')), expected(count), `${count} of one colour`);
    t.strictSame(read(page(count, (index) => `rgb(${index}, 0, 0)`)), expected(count), `${count} of many colours`);
  }
});
