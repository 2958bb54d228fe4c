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
