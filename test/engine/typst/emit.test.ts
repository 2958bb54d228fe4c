import t from 'tap';
import { createWasmCompiler, loadWasmModule } from '../../../native/typst/wasm.js';
import type { DisplayItem, DisplayList, Tag } from '../../../src/engine/paint/display-list.js';
import { isTag } from '../../../src/engine/paint/table-structure.js';
import { emitTypst } from '../../../src/engine/typst/emit.js';
import { BLACK, fonts, list, RED, tagged, text, titled } from './display.js';

const compiler = createWasmCompiler({ module: await loadWasmModule(), fonts });
t.teardown(() => compiler.close());

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
const image = { key: 'aa', format: 'png', bytes: PIXEL, width: 1, height: 1, orientation: 1 } as const;

/** The statements of the first page. */
function statements(...items: DisplayItem[]): string {
  const source = emitTypst(list(items)).text;
  return source
    .slice(source.indexOf('#page('))
    .replace(/^.*\{\n/, '')
    .replace(/\n\}\)\)\)$/, '');
}

/** Names of the structure elements Typst writes, in order. */
function structure(items: readonly DisplayItem[], options: Partial<DisplayList> = {}): string[] {
  const { pdf } = compiler.compile(emitTypst(list(items, options)));
  const found = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/\/StructElem\/S\/(\w+)/g);
  return [...found].map((match) => match[1]!);
}

t.test('text of one style shares a function', async (t) => {
  const source = emitTypst(list([text('a'), text('b', { x: 30 }), text('c', { color: RED })])).text;
  t.match(source, '#let s0(x,y,t)=place(dx:x,dy:y,text(font:"Arimo-Regular.face",size:12pt,t))');
  t.match(source, '#let s1(x,y,t)=place(dx:x,dy:y,text(font:"Arimo-Regular.face",size:12pt,fill:rgb("#ff0000"),t))');
  t.match(source, 's0(7.5pt,15pt,"a")\ns0(22.5pt,15pt,"b")\ns1(7.5pt,15pt,"c")');
});

t.test('font sizes are rounded down to 1/64 px', async (t) => {
  const source = emitTypst(list([text('a', { size: 13.333 })])).text;
  t.match(source, 'size:9.9961pt');
});

t.test('text keeps its spacing, features, language and direction', async (t) => {
  const source = emitTypst(
    list([
      text('a', {
        letterSpacing: 2,
        wordSpacing: -1,
        features: ['kern=0', 'smcp', 'kern=1'],
        language: 'de-AT',
        rtl: true,
      }),
    ]),
  ).text;
  t.match(source, 'tracking:1.5pt,spacing:100%-0.75pt,features:("kern":1,"smcp":1),dir:rtl,lang:"de",region:"AT"');
});

t.test('letters against their own direction get an override, and only they', async (t) => {
  t.equal(statements(text('abc')), 's0(7.5pt,15pt,"abc")');
  t.equal(statements(text('שלום', { rtl: true })), 's0(7.5pt,15pt,"שלום")');
  t.equal(statements(text('abc', { rtl: true })), 's0(7.5pt,15pt,"\\u{202e}abc\\u{202c}")');
  t.equal(statements(text('שלום')), 's0(7.5pt,15pt,"\\u{202d}שלום\\u{202c}")');
});

t.test('what would break a line is a space', async (t) => {
  t.equal(statements(text('a\nb\u2028c')), 's0(7.5pt,15pt,"a b c")');
});

t.test('a page has its size and nothing else', async (t) => {
  t.match(emitTypst(list([])).text, '#page(width:300pt,height:225pt,margin:0pt,');
});

t.test('no date is written', async (t) => {
  const { pdf } = compiler.compile(emitTypst(list([text('a')], { metadata: titled('T') })));
  t.notMatch(Buffer.from(pdf).toString('latin1'), /CreationDate/);
});

t.test('equal lists give equal bytes', async (t) => {
  const pdf = () =>
    compiler.compile(emitTypst(list([text('a'), text('b')], { metadata: titled('T'), language: 'en' }))).pdf;
  t.strictSame(pdf(), pdf());
});

t.test('rectangles, rounded and elliptical ones', async (t) => {
  const rect = { kind: 'rect', x: 4, y: 8, width: 40, height: 20, fill: RED } as const;
  t.equal(statements(rect), 'f0(3pt,6pt,30pt,15pt,rgb("#ff0000"))');
  const circular = [8, 8, 4, 0].map((r) => [r, r] as const) as never;
  t.match(
    statements({ ...rect, radii: circular }),
    'radius:(top-left:6pt,top-right:6pt,bottom-right:3pt,bottom-left:0pt)',
  );
  const elliptical = [1, 2, 3, 4].map(() => [20, 10] as const) as never;
  const { text: source } = emitTypst(
    list([
      { ...rect, radii: elliptical },
      { ...rect, y: 40, radii: elliptical },
    ]),
  );
  t.match(source, /^#let d0=curve\(.*curve\.cubic/m);
  t.match(source, 'place(dx:3pt,dy:6pt,d0)\nplace(dx:3pt,dy:30pt,d0)');
  t.notMatch(source, 'd1');
});

t.test('images are embedded once, each on a line of its own', async (t) => {
  const item = { kind: 'image', x: 0, y: 0, width: 10, height: 10, image, alt: undefined } as const;
  const { files, text: source } = emitTypst(list([item, { ...item, alt: 'Logo' }]));
  t.strictSame([...files], [['/img/aa.png', PIXEL]]);
  const lines = source.split('\n').filter((line) => line.includes('/img/'));
  t.equal(lines.length, 2);
  t.match(lines[0], /pdf\.artifact/);
  t.match(lines[1], 'alt:"Logo"');
});

t.test('opacity multiplies', async (t) => {
  const group = {
    kind: 'group',
    opacity: 0.5,
    children: [{ kind: 'rect', x: 0, y: 0, width: 4, height: 4, fill: RED }],
  } as const;
  t.match(statements(group), '#ff000080');
  t.match(statements({ kind: 'group', opacity: 0.5, children: [group] }), '#ff000040');
  t.equal(statements({ ...group, opacity: 0 }), '');
});

t.test('a matrix is turned into Typst’s functions', async (t) => {
  const transformed = (...transform: [number, number, number, number, number, number]) =>
    statements({ kind: 'group', transform, children: [text('a')] });
  t.match(transformed(2, 0, 0, 0.5, 40, 80), 'place(dx:30pt,dy:60pt,scale(x:200%,y:50%,origin:top+left,');
  t.match(transformed(0, 1, -1, 0, 0, 0), 'rotate(90deg,origin:top+left,block(');
  t.match(transformed(1, 0, 1, 1, 0, 0), 'skew(ax:45deg,origin:top+left,block(');
  t.equal(transformed(1, 1, 1, 1, 0, 0), '', 'nothing is left of what is flat');
});

t.test('structure: headings, paragraphs, lists, links', async (t) => {
  const label = tagged({ type: 'list-label' }, text('1.'));
  const items = [
    tagged({ type: 'heading', level: 1, outline: 'H' }, text('H')),
    tagged({ type: 'paragraph' }, text('p')),
    tagged({ type: 'list' }, tagged({ type: 'list-item' }, label, text('body'))),
    tagged(
      { type: 'paragraph' },
      tagged({ type: 'link', target: { type: 'url', url: 'https://a.example/' } }, text('link')),
    ),
    tagged({ type: 'artifact' }, text('page 1')),
  ];
  t.strictSame(structure(items).sort(), ['Document', 'H1', 'L', 'LBody', 'LI', 'Lbl', 'Link', 'P', 'P'].sort());
});

const cell = (content: string, colspan = 1, rowspan = 1, header = false) =>
  tagged({ type: 'table-cell', header, colspan, rowspan }, text(content));
const tagsIn = <Type extends Tag['type']>(items: readonly DisplayItem[], type: Type) =>
  items.flatMap((item) => (isTag(item, type) ? [item.tag] : []));
const row = (role: 'header' | 'body' | 'footer', ...cells: DisplayItem[]) =>
  tagged({ type: 'table-row', role, cells: tagsIn(cells, 'table-cell') }, ...cells);
const table = (...rows: DisplayItem[]) => tagged({ type: 'table', rows: tagsIn(rows, 'table-row') }, ...rows);

t.test('structure: tables', async (t) => {
  const rows = [row('header', cell('a'), cell('b')), row('body', cell('c'), cell('d')), row('footer', cell('e', 2))];
  const found = structure([table(...rows)]);
  const count = (name: string) => found.filter((each) => each === name).length;
  t.strictSame(['Table', 'THead', 'TBody', 'TFoot', 'TR', 'TH', 'TD'].map(count), [1, 1, 1, 1, 3, 2, 3]);
});

t.test('spans that do not fit are cut', async (t) => {
  const rows = [
    row('header', cell('a', 1, 9), cell('b', 1000)),
    row('body', cell('c', 2, 0), cell('d')),
    row('body', cell('e')),
    row('body'),
  ];
  t.doesNotThrow(() => structure([table(...rows)]));
  t.doesNotThrow(() => structure([table(row('body'))]), 'nor do rows without cells harm');
});

t.test('a table without end costs text only', async (t) => {
  const rows = Array.from({ length: 4000 }, (_, index) => row('body', cell(String(index))));
  const source = emitTypst(list([table(...rows)])).text;
  t.notMatch(source, /\btable\(.*table\.cell/);
  t.match(source, '"3999")');
});

t.test('tags nested without end do not exhaust Typst', async (t) => {
  let item: DisplayItem = text('deep');
  for (let i = 0; i < 200; i++) item = tagged({ type: 'list' }, tagged({ type: 'list-item' }, item));
  t.match(statements(item), 'deep');
  t.doesNotThrow(() => structure([item]));
});

t.test("a heading's bookmark is its text, whatever shows it", async (t) => {
  const heading = (outline: string) =>
    tagged({ type: 'heading', level: 2, outline }, text('one'), text('two', { y: 40 }));
  t.match(statements(heading('one two')), /heading\(level:2,supplement:.*\{\n.*"one"\)\n.*"two"\)\n.*,"one two"\)/);
  t.match(statements(heading('')), 'heading(level:2,bookmarked:false,');
});

t.test('gradients, patterns, dashes and clips compile', async (t) => {
  const stops = [
    { offset: 0, color: RED },
    { offset: 0.5, color: BLACK },
    { offset: 0.5, color: RED },
    { offset: 1, color: { ...RED, a: 0 } },
  ];
  const box = { x: 10, y: 10, width: 50, height: 30 };
  const corners = [1, 2, 3, 4].map(() => [25, 15] as const) as never;
  const items: DisplayItem[] = [
    { kind: 'rect', ...box, fill: { type: 'linear', angle: 30, stops } },
    { kind: 'rect', ...box, fill: { type: 'radial', stops } },
    { kind: 'rect', ...box, fill: { type: 'conic', from: 30, stops }, radii: corners },
    { kind: 'tiles', ...box, tile: { x: 5, y: 5, width: 8, height: 8 }, stepX: 9, stepY: 8, picture: image },
    {
      kind: 'tiles',
      ...box,
      tile: { x: 5, y: 5, width: 8, height: 8 },
      stepX: 9,
      stepY: 8,
      picture: { type: 'radial', stops },
      gradientRect: { x: 0, y: 0, width: 18, height: 18 },
    },
    { kind: 'path', commands: [['M', 0, 0], ['C', 1, 1, 2, 2, 3, 3], ['Z']], fill: RED, fillRule: 'evenodd' },
    {
      kind: 'path',
      commands: [
        ['M', 0, 0],
        ['L', 9, 9],
      ],
      stroke: { color: RED, width: 2, dash: [0, 4], cap: 'round' },
    },
    { kind: 'group', clip: { ...box, radii: corners }, children: [text('clipped')] },
    { kind: 'group', opacity: 0.5, children: [{ kind: 'image', ...box, image, alt: 'x' }] },
  ];
  t.doesNotThrow(() => compiler.compile(emitTypst(list(items))));
});
