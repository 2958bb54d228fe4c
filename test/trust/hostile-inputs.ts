/** Documents that once ended a process, overran its time or its memory: each in a size that takes moments, and in full. */

import { deflateSync } from 'node:zlib';

export interface HostileInput {
  readonly html: string;
  /** PDFs whose pages come after those of the document. */
  readonly append?: readonly Uint8Array[];
}

export interface GrowingInput {
  /** From one that takes moments to the one that was sent. */
  readonly sizes: readonly [small: number, medium: number, large: number];
  readonly of: (size: number) => HostileInput;
}

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join('');

const html = (sizes: GrowingInput['sizes'], make: (size: number) => string): GrowingInput => ({
  sizes,
  of: (size) => ({ html: make(size) }),
});

const appended = (sizes: GrowingInput['sizes'], make: (size: number) => Uint8Array): GrowingInput => ({
  sizes,
  of: (size) => ({ html: '<p>a', append: [make(size)] }),
});

/** A page's objects, with more entries. */
const page = (entries = ''): string[] => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] ${entries} >>`,
];

const stream = (entries: string, data: Uint8Array): string =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`;

const deflated = (entries: string, data: Uint8Array): string =>
  stream(`${entries} /Filter /FlateDecode`, deflateSync(data));

/** The cross-reference table of objects at these offsets. */
type Table = (offsets: readonly number[], end: number) => string;

const plainTable: Table = (offsets, end) =>
  [
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`,
    ...offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`),
    `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF`,
  ].join('');

/** @param members  objects, by their index, that stand in the stream with this number */
const streamTable =
  (entries: string, members: readonly number[] = [], container = 0): Table =>
  (offsets, end) => {
    const row = (offset: number, index: number) =>
      members.includes(index) ? [2, 0, container, 0] : [1, offset >> 8, offset & 255, 0];
    const rows = [[0, 0, 0, 0], ...offsets.map(row), [1, end >> 8, end & 255, 0]];
    const dict = `/Type /XRef /Size ${offsets.length + 2} /Root 1 0 R ${entries}`;
    const table = deflated(dict, Buffer.from(rows.flat()));
    return `${offsets.length + 1} 0 obj\n${table}\nendobj\nstartxref\n${end}\n%%EOF`;
  };

function pdf(objects: readonly string[], table: Table = plainTable): Uint8Array {
  const parts = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let end = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(end);
    parts.push(part);
    end += part.length;
  }
  return new Uint8Array(Buffer.from(parts.join('') + table(offsets, end), 'latin1'));
}

const WORDS = '1,234,567.5 '.repeat(15);
const counterStyles = (count: number, descriptors: (index: number) => string): string =>
  times(count, (i) => `@counter-style s${i} { ${descriptors(i)} }`);
const LIST = `<ol>${'<li>a'.repeat(200)}</ol>`;
const PAGE_COUNTER = '<style>a::after { content: target-counter(attr(href), page) }</style>';

/** One level of a tower of ten elements each, which refer to the level below. */
const tower = (levels: number, level: (inside: string, id: string) => string, element: (id: string) => string) =>
  `<svg width="400" height="400">${times(levels, (at) =>
    level(
      times(10, () => element(at === 0 ? '' : `c${at - 1}`)),
      `c${at}`,
    ),
  )}${element(`c${levels - 1}`)}</svg>`;
const url = (property: string, id: string): string => (id === '' ? '' : ` ${property}="url(#${id})"`);

export const HOSTILE_INPUTS: Readonly<Record<string, GrowingInput>> = {
  // Text
  'a long text in a hidden line': html(
    [1000, 10_000, 100_000],
    (n) => `<p style="height: 1px; overflow: hidden">{{#each (range 1 ${n})}}${WORDS}{{/each}}</p>`,
  ),
  'a long text in a cell': html(
    [1000, 10_000, 100_000],
    (n) => `<table><tr><td>{{#each (range 1 ${n})}}${WORDS}{{/each}}</table>`,
  ),
  'a long text in Arabic': html([100_000, 1_000_000, 5_000_000], (n) => `<p>${'سلام '.repeat(n / 5)}`),
  'generated text': html(
    [100_000, 1_000_000, 9_000_000],
    (n) => `<style>p::before { content: attr(title) }</style><p title="${'word '.repeat(n / 5)}">`,
  ),
  'a text area': html([100_000, 1_000_000, 9_000_000], (n) => `<textarea>${'word '.repeat(n / 5)}</textarea>`),
  'lines of a text area': html([10_000, 100_000, 1_000_000], (n) => `<textarea>${'a\n'.repeat(n / 2)}</textarea>`),
  'zero width spaces': html([40_000, 180_000, 360_000], (n) => `<p>${'a&ZeroWidthSpace;'.repeat(n / 2)}`),
  spaces: html([100_000, 1_000_000, 9_000_000], (n) => `<p>a${' '.repeat(n)}b`),
  'preserved spaces': html([100_000, 1_000_000, 9_000_000], (n) => `<pre>a${' '.repeat(n)}b`),
  'preserved line breaks': html(
    [100_000, 1_000_000, 6_000_000],
    (n) => `<p style="white-space: pre-line">a${' \n'.repeat(n / 2)}b`,
  ),
  'a word': html([100_000, 1_000_000, 9_000_000], (n) => `<p>${'a'.repeat(n)}`),
  'a text in a drawing': html([24_000, 48_000, 360_000], (n) => `<svg><text>${'word '.repeat(n / 5)}</text></svg>`),
  'joined emoji': html([1000, 10_000, 100_000], (n) => `<p>${'\u{1f468}\u200d'.repeat(n)}`),
  tabs: html([1000, 1_000_000, 1e27], (n) => `<pre style="tab-size: ${n}">\ta\tb</pre>`),

  // Selectors and styles
  'has of siblings of has': html(
    [1000, 4000, 16_000],
    (n) => `<style>:has(~ :has(x)) { color: red }</style>${'<i>a</i>'.repeat(n)}`,
  ),
  'has of siblings of siblings': html(
    [1000, 4000, 16_000],
    (n) => `<style>i:has(~ i ~ i ~ x) { color: red }</style>${'<i>a</i>'.repeat(n)}`,
  ),
  'has of siblings of the scope': html(
    [1000, 4000, 16_000],
    (n) =>
      `<style>i:has(~ i:not(:scope ~ x)) { color: red } i:has(~ x:is(:scope ~ x)) { margin: 0 }</style>${'<i>a</i>'.repeat(n)}`,
  ),
  'many of has': html(
    [100, 300, 1000],
    (n) => `<style>${times(n, (i) => `:has(~ .c${i}) { color: red }`)}</style>${'<i>a</i>'.repeat(n)}`,
  ),
  'siblings of siblings': html(
    [500, 1000, 5000],
    (n) => `<style>x ~ i ~ i ~ i { color: red } i ~ b i ~ i { color: red }</style>${'<i>a</i>'.repeat(n)}`,
  ),
  'rules for all elements': html(
    [500, 1000, 3000],
    (n) => `<style>${times(n, (i) => `:not(.c${i}) { color: #00${i % 10} }`)}</style>${'<p>a'.repeat(n)}`,
  ),
  'rules for elements by position': html(
    [500, 1000, 3000],
    (n) => `<style>${times(n, (i) => `p:nth-child(${i + 1}n) { color: #00${i % 10} }`)}</style>${'<p>a'.repeat(n)}`,
  ),
  'rules for texts of attributes': html(
    [500, 1000, 3000],
    (n) =>
      `<style>${times(n, (i) => `[title*="${i}x"] { color: red }`)}</style>${times(n, (i) => `<p title="${i}${'y'.repeat(300)}">a`)}`,
  ),
  'rules in layers the other way round': html(
    [500, 1000, 3000],
    (n) =>
      `<style>@layer a, b; @layer b { ${'* { color: red }'.repeat(n)} } @layer a { ${'p { color: red }'.repeat(n)} }</style>${times(n, (i) => `<p id="p${i}" style="margin: ${i}px">a`)}`,
  ),
  'inherited custom properties': html(
    [500, 1000, 3000],
    (n) =>
      `<style>body { ${times(n, (i) => `--a${i}: ${i};`)} }</style>${times(n, (i) => `<p style="--z${i}: ${i}">a`)}`,
  ),
  'a cycle of counter styles': html(
    [100, 1000, 5000],
    (n) => `<style>${counterStyles(n, (i) => `system: extends s${(i + 1) % n}`)} li { list-style: s0 }</style>${LIST}`,
  ),
  'counter styles that extend others': html(
    [100, 1000, 5000],
    (n) =>
      `<style>${counterStyles(n, (i) => `system: extends s${i + 1}`)}</style><ol>${times(n, (i) => `<li style="list-style: s${i}">a`)}</ol>`,
  ),
  'fallbacks of counter styles': html(
    [100, 1000, 5000],
    (n) =>
      `<style>${counterStyles(n, (i) => `system: fixed 9; symbols: a; fallback: s${(i + 1) % n}`)} li { list-style: s0 }</style>${LIST}`,
  ),
  'symbols without end': html(
    [1000, 100_000, 1e7],
    (n) =>
      `<style>@counter-style s { system: symbolic; symbols: a } li { list-style: s }</style><ol start="${n}">${'<li>a'.repeat(200)}`,
  ),

  // Layout
  'grid items that span rows': html(
    [10, 100, 1000],
    (n) => `<div style="display: grid">${times(n, (i) => `<i style="grid-row: ${i + 1} / span 10000">a</i>`)}</div>`,
  ),
  'grid items that span rows and columns': html(
    [10, 100, 1000],
    (n) => `<div style="display: grid">${'<i style="grid-area: span 10000 / span 10000">a</i>'.repeat(n)}</div>`,
  ),
  'grid items in a large grid': html(
    [10, 100, 1000],
    (n) =>
      `<div style="display: grid; grid: repeat(10000, auto) / repeat(10000, auto)">${times(n, (i) => `<i style="grid-area: span ${(i % 50) + 1} / span ${(i % 30) + 1}">a</i>`)}</div>`,
  ),
  'a dense grid': html(
    [1000, 3000, 10_000],
    (n) =>
      `<div style="display: grid; grid: auto-flow dense / repeat(12, 1fr)">${times(n, (i) => `<i style="grid-area: span ${1 + (i % 3)} / span ${1 + (i % 5)}">a</i>`)}</div>`,
  ),
  'a dense grid of large spans': html(
    [1000, 3000, 10_000],
    (n) =>
      `<div style="display: grid; grid: auto-flow dense / repeat(100, 1fr)">${times(n, (i) => `<i style="grid-area: span ${1 + (i % 89)} / span ${1 + (i % 97)}">a</i>`)}</div>`,
  ),
  'cells of a thousand columns': html([100, 1000, 10_000], (n) => `<table>${'<tr><td colspan="1000">a'.repeat(n)}`),
  'cells of a thousand columns with borders': html(
    [100, 1000, 10_000],
    (n) =>
      `<style>table { border-collapse: collapse } td { border: 1px solid }</style><table>${'<tr><td colspan="1000">a'.repeat(n)}`,
  ),
  'cells of a thousand columns in a row': html(
    [100, 1000, 5000],
    (n) => `<table><tr>${'<td colspan="1000">a'.repeat(n)}`,
  ),
  'cells of all rows': html(
    [100, 1000, 5000],
    (n) => `<table>${times(n, (i) => `<tr><td colspan="1000" rowspan="65534">a<td colspan="${(i % 1000) + 1}">`)}`,
  ),
  'columns in columns': html([3, 6, 9], (n) => '<div style="columns: 2">'.repeat(n) + '<p>Some words.'.repeat(200)),
  'flex columns in one another': html(
    [100, 300, 500],
    (n) => `${'<div style="display: flex; flex-direction: column">'.repeat(n)}a`,
  ),
  'positioned boxes in one another': html([100, 300, 500], (n) => `${'<div style="position: absolute">'.repeat(n)}a`),
  'ruby in one another': html([100, 300, 500], (n) => `${'<ruby>a<rt>'.repeat(n)}a`),
  'unclosed formatting': html([100, 300, 1000], (n) => `${times(n, (i) => `<b id="${i}"><p>`)}a`),
  footnotes: html([100, 400, 1600], (n) => `<style>s { float: footnote }</style>${'a<s>b</s> '.repeat(n)}`),
  'pages of targets': html(
    [3000, 12_000, 50_000],
    (n) => `${PAGE_COUNTER}<p id="x">${'<a href="#x">a</a> '.repeat(n)}`,
  ),
  'pages of targets that move': html(
    [3000, 12_000, 50_000],
    (n) => PAGE_COUNTER + times(n, (i) => `<a id="x${i}" href="#x${(i * 7) % n}">a</a> `),
  ),
  'a leader': html(
    [1000, 100_000, 1_000_000],
    (n) => `<style>p::after { content: leader('${'ab'.repeat(n / 2)}') 'x' }</style><p>a`,
  ),
  'a margin box': html(
    [1000, 100_000, 1_000_000],
    (n) => `<style>@page { @top-center { content: '${'word '.repeat(n / 5)}' } }</style><p>a`,
  ),
  'lengths beyond all limits': html(
    [1000, 1_000_000, 1e27],
    (n) =>
      `<p style="filter: blur(3px); width: ${n}px; height: ${n}px; background: red">a<table border="${n}" cellpadding="${n}" width="${n}"><tr><td colspan="${n}" rowspan="${n}">a</table><ol start="${n}"><li value="${n}">a</ol><textarea rows="${n}" cols="${n}"></textarea><input size="${n}"><div style="columns: ${n}; column-gap: ${n}px">a b</div>`,
  ),

  // Painting
  'blurs beyond all limits': html([1, 4, 16], (n) => '<p style="filter: blur(1e12px)">a'.repeat(n)),
  'blurs of all sizes': html([100, 1000, 10_000], (n) => `<p style="filter: blur(${n}px)">a`.repeat(20)),
  'blurred shadows of all sizes': html([100, 10_000, 1_000_000], (n) =>
    `<p style="box-shadow: 0 0 ${n}px red, inset 0 0 ${n}px ${n}px red; text-shadow: 0 0 ${n}px red">a`.repeat(20),
  ),
  'shadows of a box': html(
    [1000, 5000, 20_000],
    (n) => `<p style="box-shadow: 0 0 3px red${', 0 0 3px red'.repeat(n - 1)}">a`,
  ),
  'shadows of a text': html(
    [1000, 5000, 20_000],
    (n) => `<p style="text-shadow: 0 0 3px red${', 0 0 3px red'.repeat(n - 1)}">a`,
  ),
  'boxes with shadows': html([1000, 5000, 20_000], (n) => '<p style="box-shadow: 0 0 3px red">a'.repeat(n)),
  'small tiles': html(
    [10, 1000, 1_000_000],
    (n) => `<p style="background: linear-gradient(red, blue) 0 0 / ${1 / n}px ${1 / n}px; height: 500px">a`,
  ),
  'small dashes': html(
    [10, 10_000, 1e7],
    (n) =>
      `<p style="border: ${1 / n}px dashed; outline: ${1 / n}px dotted; height: 900px"><u style="text-decoration: underline wavy ${1 / n}px">a`,
  ),
  'small dashes of a drawing': html(
    [100, 100_000, 1e9],
    (n) => `<svg width="900" height="9"><path stroke="red" stroke-dasharray="${1 / n} ${1 / n}" d="M0 0h900"/></svg>`,
  ),

  // Drawings
  'a tower of clip paths': html([2, 5, 9], (n) =>
    tower(
      n,
      (inside, id) => `<clipPath id="${id}">${inside}</clipPath>`,
      (id) => `<rect width="9" height="9"${url('clip-path', id)}/>`,
    ),
  ),
  'a tower of masks': html([2, 5, 9], (n) =>
    tower(
      n,
      (inside, id) => `<mask id="${id}">${inside}</mask>`,
      (id) => `<rect width="9" height="9" fill="#fff"${url('mask', id)}/>`,
    ),
  ),
  'a tower of patterns': html([2, 5, 9], (n) =>
    tower(
      n,
      (inside, id) => `<pattern id="${id}" width="9" height="9" patternUnits="userSpaceOnUse">${inside}</pattern>`,
      (id) => `<rect width="9" height="9"${url('fill', id)}/>`,
    ),
  ),
  'a tower of markers': html([2, 5, 9], (n) =>
    tower(
      n,
      (inside, id) => `<marker id="${id}" markerWidth="9" markerHeight="9">${inside}</marker>`,
      (id) => `<path d="M0 0L9 9" stroke="red"${url('marker-end', id)}/>`,
    ),
  ),
  'a tower of uses': html([2, 5, 9], (n) =>
    tower(
      n,
      (inside, id) => `<defs><g id="${id}">${inside}</g></defs>`,
      (id) => (id === '' ? '<rect width="9" height="9"/>' : `<use href="#${id}"/>`),
    ),
  ),

  // Templates
  'Data Matrix codes': html(
    [500, 2000, 5000],
    (n) => `{{#each (range 1 ${n})}}{{barcode this type="datamatrix"}}{{/each}}`,
  ),
  'QR codes': html([500, 2000, 5000], (n) => `{{#each (range 1 ${n})}}{{qr this}}{{/each}}`),
  'large QR codes': html([10, 100, 1000], (n) => `{{#each (range 1 ${n})}}{{qr "${'a'.repeat(2000)}"}}{{/each}}`),
  'PDF417 codes': html([500, 2000, 5000], (n) => `{{#each (range 1 ${n})}}{{barcode this type="pdf417"}}{{/each}}`),
  'a loop without end': html([1000, 1_000_000, 1e9], (n) => `{{#each (range 1 ${n})}}{{/each}}`),

  // PDFs
  'a row of a billion columns': appended([1000, 1_000_000, 1_000_000_000], (n) =>
    pdf(page(), streamTable(`/W [1 2 1] /DecodeParms << /Predictor 15 /Columns ${n} >>`)),
  ),
  'fields of two billion bytes': appended([1000, 1_000_000, 2_147_483_647], (n) =>
    pdf(page(), streamTable(`/W [${n} ${n} ${n}]`)),
  ),
  'two billion objects': appended([1000, 1_000_000, 2_147_483_647], (n) =>
    pdf(page(), streamTable(`/W [1 2 1] /Index [0 ${n}]`)),
  ),
  annotations: appended([5000, 50_000, 200_000], (n) =>
    pdf([
      ...page(`/Annots [${times(n, (i) => `${i + 4} 0 R `)}]`),
      ...Array.from({ length: n }, () => '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>'),
    ]),
  ),
  'appearances of one form': appended([5000, 50_000, 200_000], (n) =>
    pdf([
      ...page(`/Annots [${'4 0 R '.repeat(n)}]`),
      '<< /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 5 0 R >> >>',
      stream('/Subtype /Form /BBox [0 0 9 9]', Buffer.from('0 0 9 9 re f')),
    ]),
  ),
  'objects that overlap': appended([100, 1000, 20_000], (n) => {
    const inside = times(n, (i) => `${i + 5} 0 obj\n(`);
    const head = [...page('/X 4 0 R'), `(${inside}${')'.repeat(n)})`];
    const body = (offsets: readonly number[], end: number) => {
      const first = offsets[3]! + '4 0 obj\n('.length;
      const places = [...offsets];
      for (let i = 0, at = first; i < n; at += `${i + 5} 0 obj\n(`.length, i += 1) places.push(at);
      return plainTable(places, end);
    };
    return pdf(head, body);
  }),
  'members of a stream that overlap': appended([100, 1000, 20_000], (n) => {
    const table = times(n, (i) => `${i + 5} 0 `);
    const data = Buffer.from(`${table}[${'1 '.repeat(20_000)}]`);
    const objects = [...page('/X 5 0 R'), deflated(`/Type /ObjStm /N ${n} /First ${table.length}`, data)];
    return pdf(objects, (offsets, end) => {
      const row = (type: number, value: number) => [
        type,
        value >> 24,
        (value >> 16) & 255,
        (value >> 8) & 255,
        value & 255,
      ];
      const rows = [row(0, 0), ...offsets.map((at) => row(1, at)), ...Array.from({ length: n }, () => row(2, 4))];
      const dict = `/Type /XRef /Size ${rows.length} /Root 1 0 R /W [1 4 0]`;
      return `${n + 9} 0 obj\n${deflated(dict, Buffer.from(rows.flat()))}\nendobj\nstartxref\n${end}\n%%EOF`;
    });
  }),
  'data that inflates': appended([1_000_000, 100_000_000, 1_000_000_000], (n) =>
    pdf([...page('/Contents [4 0 R 4 0 R]'), deflated('', Buffer.alloc(n))]),
  ),
};
