import t from 'tap';
import type { PathItem } from '../../../src/engine/paint/display-list.js';
import { BARE, describe, hex, painted, paintHtml } from './painted.js';

const box = (style: string): string[] => painted(`<div style="width:50px;height:30px;${style}"></div>`);
const paths = (style: string): PathItem[] =>
  paintHtml(`${BARE}<div style="width:50px;height:30px;${style}"></div>`).pages[0]!.items.filter(
    (item) => item.kind === 'path',
  );

t.test('one side is a rectangle, all sides of a colour are one path', async (t) => {
  t.strictSame(box('border-bottom:3px solid red'), ['rect 0,30 50x3 #ff0000']);
  t.strictSame(box('border-left:3px solid red'), ['rect 0,0 3x30 #ff0000']);
  t.strictSame(box('border:3px solid red'), ['path #ff0000']);
  t.strictSame(box('border:3px solid;border-color:red red blue blue'), ['path #ff0000', 'path #0000ff']);
});

t.test('nothing is drawn of what has no style, width or colour', async (t) => {
  t.strictSame(box('border:3px none red'), []);
  t.strictSame(box('border:3px hidden red'), []);
  t.strictSame(box('border:0 solid red'), []);
  t.strictSame(box('border:3px solid transparent'), []);
});

t.test('sides of different colours meet along the mitre', async (t) => {
  const [top] = paths('width:0;height:0;border:10px solid transparent;border-top-color:red');
  t.strictSame(top!.commands, [['M', 0, 0], ['L', 20, 0], ['L', 10, 10], ['Z']]);
});

t.test('double borders are thirds, rounded as Chromium rounds them', async (t) => {
  const innerEdge = (width: number) => paths(`border:${width}px double red`)[0]!.commands[5]![1];
  t.strictSame([3, 4, 5, 6, 7, 8].map(innerEdge), [1, 1, 2, 2, 2, 3]);
  t.strictSame(box('border:2px double red'), ['path #ff0000'], 'too thin: solid');
});

t.test('bevels have Chromium’s shades', async (t) => {
  const shades = (color: string) => paths(`border:10px inset ${color}`).map(({ fill }) => hex(fill!));
  t.strictSame(shades('#808080'), ['#2c2c2c', '#d4d4d4']);
  t.strictSame(shades('#f00'), ['#ab0000', '#ff0000']);
  t.strictSame(shades('#fff'), ['#ababab', '#ffffff']);
  t.strictSame(shades('#000'), ['#545454', '#a8a8a8'], 'black has no darker shade');
  t.strictSame(
    paths('border:4px groove #808080').map(({ fill }) => hex(fill!)),
    ['#2c2c2c', '#d4d4d4', '#d4d4d4', '#2c2c2c'],
  );
});

t.test('bevels darken and lighten by their luminance', async (t) => {
  const shades = (color: string) => paths(`border:10px inset ${color}`).map(({ fill }) => hex(fill!));
  t.strictSame(shades('#202020'), ['#747474', '#c8c8c8'], 'no darker than #202020: two light shades');
  t.strictSame(shades('#212121'), ['#000000', '#757575']);
  t.strictSame(shades('#000080'), ['#00002c', '#0000d4']);
  t.strictSame(shades('#eee'), ['#9a9a9a', '#eeeeee'], 'as light as #ebebeb: its own colour');
  t.strictSame(shades('#36454f'), ['#000000', '#6f8fa3'], 'channels are cut, not rounded');
});

t.test('a bevel in the text colour starts from #eee, except at tables', async (t) => {
  const shades = (style: string) => paths(style).map(({ fill }) => hex(fill!));
  const light = ['#9a9a9a', '#eeeeee'];
  t.strictSame(shades('color:teal;border:4px inset'), light);
  t.strictSame(shades('color:teal;border:4px inset currentcolor'), light);
  t.strictSame(shades('color:transparent;border:4px inset'), light);
  t.strictSame(box('color:red;border:1px ridge'), ['path #eeeeee'], 'too thin for two halves');
  t.strictSame(shades('color:red;border:4px inset red'), ['#ab0000', '#ff0000'], 'the same colour, but its own');
  t.strictSame(shades('color:red;border:4px inset;display:table'), ['#ab0000', '#ff0000']);
  t.strictSame(shades('color:red;border:4px solid'), ['#ff0000']);
  t.strictSame(shades('color:red;margin:10px;outline:4px inset'), ['#ab0000', '#ff0000']);
});

t.test('the halves of rounded bevels are not in whole pixels', async (t) => {
  const innerEdge = (style: string) => paths(`border:3px ridge #888;${style}`)[0]!.commands.map(([, , y]) => y);
  t.ok(innerEdge('border-radius:6px').includes(1.5));
  t.notOk(innerEdge('').includes(1.5));
});

t.test('dashes fit their side', async (t) => {
  const dash = (style: string) => paths(`border-bottom:${style} red`)[0]!.stroke!.dash;
  t.strictSame(dash('5px dashed'), [10, 10 / 3], '50 = 4 dashes of 10, 3 gaps');
  t.strictSame(dash('1px dashed'), [3, 20 / 9], 'thin dashes are longer');
  t.strictSame(dash('2px dotted'), [2, 2], 'small dots are squares');
  t.equal(paths('border-bottom:5px dotted red')[0]!.stroke!.cap, 'round');
  t.equal(paths('border-bottom:30px dashed red')[0]!.stroke!.dash, undefined, 'no room for two dashes');
});

t.test('rounded borders follow the corners', async (t) => {
  const [ring] = paths('border:4px solid red;border-radius:10px');
  t.equal(ring!.fillRule, 'evenodd');
  t.equal(ring!.commands.filter(([name]) => name === 'C').length, 8);
  const [crescent] = paths('border-left:4px solid red;border-radius:10px');
  t.equal(crescent!.fillRule, 'nonzero', 'a single side has no hairline around the others');
});

t.test('an outline is around the box and takes no room', async (t) => {
  const [outline] = paths('margin:10px;outline:2px solid red;outline-offset:3px');
  t.strictSame(outline!.commands[0], ['M', 5, 5]);
  t.strictSame(outline!.commands[2], ['L', 65, 45]);
});

t.test('an outline of style auto is a focus ring of 2px, whatever width is declared', async (t) => {
  for (const width of ['0', '5px'])
    t.strictSame(box(`outline:${width} auto red;margin:20px`), ['path stroke #ffffff 2', 'path stroke #ff0000 2']);
  const corner = (style: string) => paths(`outline:auto red;margin:20px;${style}`)[1]!.commands[0]!.slice(1);
  t.strictSame(corner(''), [23, 20], 'corners of 3px');
  t.strictSame(corner('border-radius:8px'), [28, 20]);
  t.strictSame(corner('border-radius:8px;outline-offset:4px'), [28, 16], 'and the offset');
});

t.test('an outline is above those of descendants', async (t) => {
  const inner = '<p style="outline:1px solid red"><b style="outline:1px solid lime">x</b></p>';
  const items = painted(`<div style="outline:1px solid blue">${inner}</div>`)
    .filter((item) => item.trim().startsWith('path'))
    .map((item) => item.trim());
  t.strictSame(items, ['path #00ff00', 'path #ff0000', 'path #0000ff']);
});

t.test('a break cuts the border off', async (t) => {
  const { pages } = paintHtml(`${BARE}<div style="height:400px;border:4px solid red;border-width:4px 0"></div>`);
  t.strictSame(
    pages.map((page) => describe(page.items)),
    [['rect 0,0 400x4 #ff0000'], ['rect 0,104 400x4 #ff0000']],
  );
});

t.test('rules stand between columns', async (t) => {
  const html = '<div style="columns:2;column-gap:20px;column-rule:4px solid red;width:220px">a<br>b<br>c<br>d</div>';
  t.match(painted(html)[0], /^rect 108,0 4x\d+ #ff0000$/);
});

t.test('a break squares the corners at it, unless the box is cloned', async (t) => {
  const radii = (style: string) =>
    paintHtml(`${BARE}<div style="height:500px;background:red;border-radius:20px;${style}"></div>`).pages.map(
      ({ items }) => /"radii":(\[\[.*?\]\])/.exec(JSON.stringify(items))?.[1],
    );
  t.strictSame(radii(''), ['[[20,20],[20,20],[0,0],[0,0]]', '[[0,0],[0,0],[20,20],[20,20]]']);
  const round = '[[20,20],[20,20],[20,20],[20,20]]';
  t.strictSame(radii('box-decoration-break:clone'), [round, round]);
});

t.test('the page box has an outline and rounded corners', async (t) => {
  const curves = (style: string) =>
    paintHtml(`<style>@page{size:100px 80px;margin:10px;${style}}</style>`).pages[0]!.items.map((item) =>
      item.kind === 'path' ? item.commands.filter(([command]) => command === 'C').length : item.kind,
    );
  t.strictSame(curves('outline:2px solid red'), [0]);
  t.strictSame(curves('outline:0 solid red'), []);
  t.strictSame(curves('border:2px solid red'), [0]);
  t.strictSame(curves('border:2px solid red;border-radius:5px'), [8]);
});
