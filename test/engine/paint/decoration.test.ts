import t from 'tap';
import { BARE, painted, paintHtml } from './painted.js';

/** The lines under, over and through `text`: their places and thickness. */
const lines = (style: string, text = 'text') =>
  painted(`<p style="font:20px/40px Arimo"><span style="${style}">${text}</span>`)
    .map((item) => item.trim().replace(/ [\d.]+x(\d+) /, ' $1px '))
    .filter((item) => !item.startsWith('text') && !item.startsWith('<'));
const underlines = (html: string) =>
  JSON.stringify(paintHtml(BARE + html).pages[0]!.items, (key, value) => (key === 'face' ? undefined : value)).match(
    /"underlines":\[[^\]]*\]/g,
  ) ?? [];

t.test('lines are placed and as thick as Chromium draws them', async (t) => {
  t.strictSame(lines('text-decoration:underline'), ['rect 0,28 2px #000000']);
  t.strictSame(lines('text-decoration:overline'), ['rect 0,7 2px #000000']);
  t.strictSame(lines('text-decoration:line-through'), ['rect 0,20 2px #000000']);
  t.strictSame(lines('text-decoration:underline 5px red'), ['rect 0,30 5px #ff0000']);
});

t.test('an offset is measured from the baseline', async (t) => {
  t.strictSame(lines('text-decoration:underline;text-underline-offset:4px'), ['rect 0,31 2px #000000']);
  t.strictSame(lines('text-decoration:underline;text-underline-position:under'), ['rect 0,32 2px #000000']);
});

t.test('styles', async (t) => {
  t.strictSame(lines('text-decoration:underline double'), ['rect 0,28 2px #000000', 'rect 0,31 2px #000000']);
  t.strictSame(lines('text-decoration:underline dashed'), ['path stroke #000000 2']);
  t.strictSame(lines('text-decoration:underline dotted'), ['path stroke #000000 2']);
  t.match(lines('text-decoration:underline wavy')[0], /^group clip 0,/);
});

t.test('waves go around the place of a line-through, and beyond that of an underline', async (t) => {
  const wave = (line: string) => lines(`text-decoration:${line} wavy 3px`)[0]?.match(/clip 0,([\d.-]+) \S+x([\d.]+)/);
  const middle = (line: string) => {
    const [, top, height] = wave(line) ?? [];
    return Number(top) + Number(height) / 2;
  };
  t.strictSame(['underline', 'line-through'].map(middle), [33.5, 20.07]);
});

t.test('an underline that an offset moves into the letters has gaps', async (t) => {
  t.equal(underlines('<p><u style="text-underline-offset:-5px">none</u>').length, 1);
});

t.test('the line of a box around raised text stays where it is', async (t) => {
  const items = painted('<p style="font:20px/40px Arimo"><u>on <sup>up</sup></u>').filter((item) =>
    item.includes('rect'),
  );
  t.equal(new Set(items.map((item) => /rect \S+,(\d+)/.exec(item)?.[1])).size, 1);
});

t.test('lines are below the text, but through it above', async (t) => {
  const order = painted('<p><span style="text-decoration:underline line-through">ox</span>').filter(
    (item) => !item.includes('<'),
  );
  t.match(
    order.map((item) => item.trim().slice(0, 4)),
    ['rect', 'text', 'rect'],
  );
});

t.test('an underline has gaps where letters cross it, unless told not to', async (t) => {
  t.equal(underlines('<p><u>gap</u>').length, 1);
  t.equal(underlines('<p><u>none</u>').length, 0);
  t.equal(underlines('<p><u style="text-decoration-skip-ink:none">gap</u>').length, 0);
});

t.test('bullets are drawn in the text’s colour', async (t) => {
  const bullet = (type: string) =>
    painted(`<ul style="margin:0;color:red;list-style-type:${type}"><li>x</ul>`)
      .find((item) => /rect|path/.test(item))
      ?.trim();
  t.match(bullet('disc'), /^rect \S+ 5x5 #ff0000 radii 2\.5/);
  t.match(bullet('square'), /^rect \S+ 5x5 #ff0000$/);
  t.match(bullet('circle'), 'path stroke #ff0000 1');
});

t.test('a line through a text follows it where it is raised, lowered or has another size', async (t) => {
  const tops = painted(
    '<p style="font:40px/80px Arimo;text-decoration:line-through">A<span style="font-size:20px">b</span>' +
      '<span style="font-size:20px;vertical-align:-15px">c</span><span style="vertical-align:20px">D</span>' +
      '<span style="font-size:60px">E</span>',
  ).flatMap((item) => /rect \S+,(\d+)/.exec(item)?.[1] ?? []);
  t.strictSame(tops, ['60', '78', '93', '40', '42']);
});

t.test('a line without a colour has that of the stroke or fill of the text', async (t) => {
  const color = (style: string) => lines(`text-decoration:overline;${style}`)[0]?.split(' ').at(-1);
  t.equal(color('-webkit-text-fill-color: red'), '#ff0000');
  t.equal(color('-webkit-text-fill-color: red; -webkit-text-stroke: 2px'), '#ff0000');
  t.equal(color('-webkit-text-fill-color: red; -webkit-text-stroke: thin green'), '#008000');
  t.equal(color('-webkit-text-stroke: thin transparent'), '#000000');
  t.equal(color('-webkit-text-fill-color: red; text-decoration-color: blue'), '#0000ff');
});
