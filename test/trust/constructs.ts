/**
 * Small valid constructs of HTML, CSS, SVG and Handlebars, and what makes large documents of them: they are nested, repeated
 * and crossed with one another.
 */

/** A document of a size. */
export interface Growing {
  readonly name: string;
  readonly html: (size: number) => string;
}

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/** Put into one another, and around leaves. `|` is the place of what is inside. */
export const WRAPPERS: Readonly<Record<string, string>> = {
  block: '<div>|</div>',
  inline: '<b>|</b>',
  link: '<a href="#x">|</a>',
  list: '<ul><li>|</ul>',
  'table cell': '<table><tr><td>|</table>',
  'flex row': '<div style="display: flex">|</div>',
  'wrapped flex row': '<div style="display: flex; flex-wrap: wrap">|</div>',
  'flex column': '<div style="display: flex; flex-direction: column">|</div>',
  grid: '<div style="display: grid; grid-template-columns: 1fr auto">|</div>',
  subgrid: '<div style="display: grid; grid-template-columns: subgrid">|</div>',
  'inline block': '<div style="display: inline-block">|</div>',
  'inline flex': '<div style="display: inline-flex">|</div>',
  float: '<div style="float: left">|</div>',
  absolute: '<div style="position: absolute">|</div>',
  relative: '<div style="position: relative">|</div>',
  fixed: '<div style="position: fixed">|</div>',
  columns: '<div style="columns: 2">|</div>',
  transform: '<div style="transform: rotate(1deg)">|</div>',
  opacity: '<div style="opacity: 0.9">|</div>',
  clip: '<div style="overflow: hidden">|</div>',
  'clip path': '<div style="clip-path: inset(1px)">|</div>',
  fieldset: '<fieldset><legend>l</legend>|</fieldset>',
  ruby: '<ruby>a<rt>|</rt></ruby>',
  vertical: '<div style="writing-mode: vertical-rl">|</div>',
  'right to left': '<div dir="rtl">|</div>',
  isolate: '<bdi>|</bdi>',
  quote: '<q>|</q>',
  counter: '<div style="counter-reset: a; counter-increment: a">|</div>',
  'not split': '<div style="break-inside: avoid">|</div>',
  'min-content': '<div style="width: min-content">|</div>',
  'drawing group': '<svg><g transform="scale(0.99)">|</g></svg>',
  button: '<button>|</button>',
  details: '<details open>|</details>',
  superscript: '<sup>|</sup>',
  'each of one': '{{#each (range 1 1)}}|{{/each}}',
  'if true': '{{#if true}}|{{/if}}',
};

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Repeated. `#` is the number of the repetition. */
export const LEAVES: Readonly<Record<string, string>> = {
  word: 'word ',
  letter: 'a',
  'zero width space': 'a\u200b',
  'soft hyphen': 'a\u00ad',
  'combining mark': 'e\u0301',
  'Arabic word': 'سلام ',
  'Arabic letter': 'س',
  'number right to left': '<bdo dir="rtl">1</bdo>',
  'Hebrew and numbers': 'א 1,2 ',
  'mixed scripts': 'aжαא',
  emoji: '👩‍🚀',
  flag: '\u{1f1e9}',
  ideograph: '日本、',
  Thai: 'การ',
  'opening bracket': '(',
  tab: '<pre style="display: inline">\t</pre>',
  space: ' \n',
  entity: '&amp;',
  'line break': '<br>',
  wbr: 'a<wbr>',
  bold: '<b>a</b>',
  'empty span': '<span></span>',
  'padded span': '<span style="padding: 1px">a</span> ',
  isolate: '<bdi>א</bdi> ',
  ruby: '<ruby>a<rt>b</rt></ruby>',
  paragraph: '<p>a',
  'empty block': '<div></div>',
  margin: '<div style="margin: 1px"></div>',
  item: '<li>a',
  link: '<a href="https://example.com/#">a</a> ',
  anchor: '<a id="a#" href="#a#">a</a> ',
  'page number of a target': '<a class="page" href="#a0">a</a> ',
  heading: '<h2>a</h2>',
  image: `<img src="${PIXEL}" alt="#">`,
  'missing image': '<img src="x#.png" alt="a">',
  field: '<input value="a">',
  checkbox: '<input type="checkbox">',
  select: '<select><option>a</select>',
  float: '<div style="float: left">a</div>',
  'clearing float': '<div style="float: left; clear: left">a</div>',
  'right float': '<div style="float: right; width: 51%">a</div>',
  absolute: '<div style="position: absolute">a</div>',
  'absolute from both sides': '<div style="position: absolute; inset: 0">a</div>',
  'inline block': '<span style="display: inline-block">a</span>',
  'flex item': '<i style="flex: 1 1 1px; order: #">a</i>',
  row: '<tr><td>a<td>b',
  'spanning cell': '<tr><td colspan="3">a<td rowspan="3">b',
  cell: '<td>a',
  column: '<div style="columns: 2">a</div>',
  footnote: '<span style="float: footnote">a</span>',
  'page break': '<div style="break-before: page">a</div>',
  'named string': '<p style="string-set: s content()">a',
  running: '<p style="position: running(r)">a',
  shadow: '<p style="box-shadow: 1px 1px 1px red">a',
  gradient: '<p style="background: linear-gradient(red, blue)">a',
  decoration: '<u>a</u>',
  'letter by letter': '<span style="letter-spacing: 0.#px">a</span>',
  outline: '<span style="outline: 1px solid">a</span>',
  overlapping: '<p style="margin-top: -1em; position: relative; z-index: #">a',
  drawing: '<svg width="9" height="9"><rect width="9" height="9"/></svg>',
  'drawing of its own': '<svg width="9" height="9"><path d="M0 0h#"/></svg>',
  barcode: '{{barcode "#"}}',
};

/** Grow by one rule, value or attribute. */
export const SOURCES: Readonly<Record<string, (size: number) => string>> = {
  rules: (n) =>
    `<style>${times(n, (i) => `.c${i} { color: red }`)}</style>${times(n, (i) => `<i class="c${i}">a</i> `)}`,
  'universal rules': (n) => `<style>${times(n, (i) => `* { --a${i % 50}: ${i} }`)}</style><p>a`,
  selectors: (n) => `<style>${times(n, (i) => `.c${i}, `)}p { color: red }</style><p>a`,
  'sibling rules': (n) => `<style>p ~ p { color: red } p + p { margin: 0 }</style>${times(n, () => '<p>a</p>')}`,
  'nth-child': (n) =>
    `<style>p:nth-child(2n + 1) { color: red } p:nth-last-child(3n) { margin: 0 }</style>${times(n, () => '<p>a</p>')}`,
  'nth-child of': (n) => `<style>p:nth-child(2 of .a) { color: red }</style>${times(n, () => '<p class="a">a</p>')}`,
  has: (n) => `<style>p:has(b) { color: red }</style>${times(n, () => '<p>a</p>')}`,
  'has of siblings': (n) => `<style>p:has(~ b) { color: red }</style>${times(n, () => '<p>a</p>')}`,
  'has of siblings of has': (n) => `<style>p:has(~ :has(b)) { color: red }</style>${times(n, () => '<p>a</p>')}`,
  'has of siblings of any has': (n) =>
    `<style>:has(~ :has(~ :has(x))) { color: red }</style>${times(n, () => '<i>a</i>')}`,
  'not of a list': (n) =>
    `<style>${times(20, (i) => `p:not(.a${i}, .b) { margin: 0 }`)}</style>${times(n, () => '<p>a</p>')}`,
  'nested rules': (n) => `<style>${'div { '.repeat(n)}color: red${'}'.repeat(n)}</style><div>a</div>`,
  'media rules': (n) => `<style>${'@media print { '.repeat(n)}p { color: red }${'}'.repeat(n)}</style><p>a`,
  layers: (n) => `<style>${times(n, (i) => `@layer l${i} { p { margin: ${i}px } }`)}</style><p>a`,
  'custom properties': (n) =>
    `<style>p { --a0: red; ${times(n, (i) => `--a${i + 1}: var(--a${i});`)} color: var(--a${n}) }</style><p>a`,
  'nested calc': (n) => `<style>p { width: ${'calc('.repeat(n)}1px${')'.repeat(n)} }</style><p>a`,
  'long calc': (n) => `<style>p { width: calc(0px${' + 1px'.repeat(n)}) }</style><p>a`,
  'counter styles': (n) =>
    `<style>${times(n, (i) => `@counter-style s${i} { system: extends s${i + 1} }`)}@counter-style s${n} { system: fixed; symbols: a b c } li { list-style: s0 }</style><ol><li>a<li>b</ol>`,
  'a cycle of counter styles': (n) =>
    `<style>${times(n, (i) => `@counter-style s${i} { system: extends s${(i + 1) % n} }`)}li { list-style: s0 }</style><ol><li>a<li>b</ol>`,
  'fallbacks of counter styles': (n) =>
    `<style>${times(n, (i) => `@counter-style s${i} { system: fixed 9; symbols: a; fallback: s${(i + 1) % n} }`)}li { list-style: s0 }</style><ol><li>a<li>b</ol>`,
  symbols: (n) =>
    `<style>@counter-style s { system: cyclic; symbols: ${'a '.repeat(n)} } li { list-style: s }</style><ol>${times(n, () => '<li>a')}</ol>`,
  'additive counter': (n) =>
    `<style>@counter-style s { system: additive; additive-symbols: ${times(n, (i) => `${n - i} a${i < n - 1 ? ',' : ''}`)} } li { list-style: s }</style><ol>${times(n, () => '<li>a')}</ol>`,
  counters: (n) =>
    `<style>p { counter-reset: ${times(n, (i) => `c${i} `)} } p::before { content: counter(c0) }</style><p>a`,
  'counters in counters': (n) =>
    `<style>li { counter-increment: c } ul { counter-reset: c } li::before { content: counters(c, '.') }</style>${'<ul><li>a'.repeat(Math.min(n, 250))}`,
  'page rules': (n) => `<style>${times(n, (i) => `@page p${i} { margin: ${i}px }`)}</style><p>a`,
  'font faces': (n) =>
    `<style>${times(n, (i) => `@font-face { font-family: f${i}; src: url(x) }`)}p { font-family: f1 }</style><p>a`,
  families: (n) => `<style>p { font-family: ${times(n, (i) => `f${i}, `)}serif }</style><p>a`,
  'gradient stops': (n) => `<p style="background: linear-gradient(red${', blue, red'.repeat(n)})">a`,
  backgrounds: (n) => `<p style="background: ${'linear-gradient(red, blue), '.repeat(n)}red">a`,
  shadows: (n) => `<p style="box-shadow: 0 0 1px red${', 0 0 1px red'.repeat(n)}">a`,
  'text shadows': (n) => `<p style="text-shadow: 0 0 red${', 0 0 red'.repeat(n)}">a`,
  'polygon points': (n) => `<p style="clip-path: polygon(0 0${', 1px 1px'.repeat(n)})">a`,
  transforms: (n) => `<p style="transform: ${'rotate(1deg) '.repeat(n)}">a`,
  tracks: (n) => `<div style="display: grid; grid-template-columns: ${'1px '.repeat(n)}"><i>a</i></div>`,
  'repeated tracks': (n) => `<div style="display: grid; grid-template-columns: repeat(${n}, 1px)"><i>a</i></div>`,
  'flexible tracks': (n) =>
    `<div style="display: grid; grid-template-columns: ${'minmax(auto, 1fr) '.repeat(n)}">${times(n, () => '<i>a</i>')}</div>`,
  areas: (n) =>
    `<div style="display: grid; grid-template-areas: '${'a '.repeat(n)}'"><i style="grid-area: a">a</i></div>`,
  'line names': (n) =>
    `<div style="display: grid; grid-template-columns: ${'[a] 1px '.repeat(n)}"><i style="grid-column: a 3 / span a 2">a</i></div>`,
  'dense grid': (n) =>
    `<div style="display: grid; grid-template-columns: repeat(10, 1fr); grid-auto-flow: dense">${times(n, (i) => `<i style="grid-column: span ${(i % 7) + 1}">a</i>`)}</div>`,
  'dense grid of columns': (n) =>
    `<div style="display: grid; grid-template-rows: repeat(10, 9px); grid-auto-flow: column dense">${times(n, (i) => `<i style="grid-row: span ${(i % 7) + 1}">a</i>`)}</div>`,
  'grid items in many columns': (n) =>
    `<div style="display: grid; grid-template-columns: repeat(${n}, 1px); grid-auto-flow: dense">${times(n, () => '<i style="grid-column: span 2">a</i>')}</div>`,
  'wide grid items': (n) =>
    `<div style="display: grid">${times(Math.ceil(n / 20), (i) => `<i style="grid-column: ${i + 1} / span ${n}">a</i>`)}</div>`,
  'spanning grid items': (n) =>
    `<div style="display: grid; grid-template-columns: repeat(50, auto)">${times(n, (i) => `<i style="grid-column: ${(i % 40) + 1} / span 10">a</i>`)}</div>`,
  'wide cells': (n) => `<table>${times(n, () => '<tr><td colspan="1000">a')}</table>`,
  'tall cells': (n) => `<table>${times(n, () => '<tr><td rowspan="1000">a')}</table>`,
  'wide and tall cells': (n) =>
    `<table>${times(n, (i) => `<tr><td colspan="${(i % 30) + 1}" rowspan="${(i % 20) + 1}">a`)}</table>`,
  'collapsed borders': (n) =>
    `<table style="border-collapse: collapse">${times(n, () => '<tr><td style="border: 1px solid">a<td>b<td>c')}</table>`,
  columns: (n) => `<div style="columns: ${n}">${times(n, () => 'word ')}</div>`,
  floats: (n) =>
    `<div style="width: 300px">${times(n, (i) => `<i style="float: ${i % 2 ? 'left' : 'right'}; width: ${(i % 90) + 1}px; height: ${(i % 13) + 1}px"></i>`)}</div>`,
  'text beside floats': (n) => times(n, () => '<i style="float: left; height: 50px">a</i>word word '),
  'shape outside': (n) =>
    `<i style="float: left; width: 50px; height: 5000px; shape-outside: polygon(0 0${', 9px 9px'.repeat(n)})"></i>word`,
  classes: (n) => `<p class="${times(n, (i) => `c${i} `)}">a`,
  attributes: (n) => `<p ${times(n, (i) => `a${i}="b" `)}>a`,
  declarations: (n) => `<p style="${times(n, (i) => `margin: ${i}px; `)}">a`,
  comment: (n) => `<!--${'a'.repeat(n)}--><p>a`,
  'unclosed formatting': (n) => `${times(Math.min(n, 400), (i) => `<b id="${i}"><p>`)}a`,
  'crossed formatting': (n) => times(n, () => '<b><i>a</b></i>'),
  'formatting in paragraphs': (n) => `<b><i><u>${times(n, () => '<p>a</p>')}`,
  'text in tables': (n) => `<table>${times(n, () => 'a<tr><td>b')}</table>`,
  options: (n) => `<select>${times(n, () => '<option>a')}</select>`,
  'text area': (n) => `<textarea>${'word '.repeat(n)}</textarea>`,
  'one long line': (n) => `<p style="white-space: nowrap">${'<b>a</b> '.repeat(n)}`,
  'empty boxes on a line': (n) => `<p style="white-space: nowrap; font-size: 0">${'<b>a</b><i></i>'.repeat(n)}`,
  'justified line': (n) => `<p style="text-align: justify">${'a b '.repeat(n)}`,
  balanced: (n) => `<p style="text-wrap: balance">${'word '.repeat(n)}`,
  pretty: (n) => `<p style="text-wrap: pretty">${'word '.repeat(n)}`,
  hyphenated: (n) => `<p lang="de" style="hyphens: auto; width: 3em">${'Donaudampfschifffahrt '.repeat(n)}`,
  'small capitals': (n) => `<p style="font-variant: small-caps">${'Ab '.repeat(n)}`,
  capitalized: (n) => `<p style="text-transform: capitalize">${'ab'.repeat(n)}`,
  'first letter': (n) => `<style>p::first-letter { color: red }</style><p>${'('.repeat(n)}`,
  'first line': (n) => `<style>p::first-line { color: red }</style><p>${'word '.repeat(n)}`,
  clamped: (n) =>
    `<p style="display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden">${'word '.repeat(n)}`,
  anywhere: (n) => `<p style="line-break: anywhere">${'<b>a</b>b'.repeat(n)}`,
  'break-all': (n) => `<p style="word-break: break-all">${'<b>a</b>ж'.repeat(n)}`,
  plaintext: (n) => `<pre style="unicode-bidi: plaintext">${'א a\n'.repeat(n)}</pre>`,
  'right-to-left numbers': (n) => `<p dir="rtl">${'1 '.repeat(n)}`,
  'right-to-left tabs': (n) => `<pre dir="rtl">${'\ta'.repeat(n)}</pre>`,
  'preserved lines': (n) => `<p style="white-space: pre-line">${'a \n'.repeat(n)}`,
  'wrapped lines': (n) => `<p style="white-space: pre-wrap">${' a\n'.repeat(n)}`,
  leader: (n) => `<style>p::after { content: leader('${'ab'.repeat(n)}') 'x' }</style><p>a`,
  'generated text': (n) => `<style>p::before { content: attr(title) }</style><p title="${'word '.repeat(n)}">a`,
  'margin box': (n) => `<style>@page { @top-center { content: '${'word '.repeat(n)}' } }</style><p>a`,
  'page sums': (n) =>
    `<style>@page { @bottom-center { content: counter(page) ' of ' counter(pages) } }</style>${times(n, () => '<p style="break-after: page">a')}`,
  'named strings': (n) =>
    `<style>h2 { string-set: s content() } @page { @top-center { content: string(s) } }</style>${times(n, () => '<h2>a</h2>')}`,
  'drawing paths': (n) => `<svg>${times(n, () => '<path d="M0 0h9v9z"/>')}</svg>`,
  'path segments': (n) => `<svg><path d="M0 0${'h1v1'.repeat(n)}"/></svg>`,
  'dashed path': (n) => `<svg><path stroke="red" stroke-dasharray="1 1" d="M0 0h${n}"/></svg>`,
  'drawing text': (n) => `<svg><text>${'word '.repeat(n)}</text></svg>`,
  uses: (n) => `<svg><rect id="r" width="9" height="9"/>${times(n, () => '<use href="#r"/>')}</svg>`,
  'drawing gradients': (n) =>
    `<svg>${times(n, (i) => `<linearGradient id="g${i}" href="#g${i + 1}"/>`)}<rect fill="url(#g0)" width="9" height="9"/></svg>`,
  'drawing styles': (n) =>
    `<svg><style>${times(n, (i) => `.c${i} { fill: red }`)}</style>${times(n, (i) => `<rect class="c${i}" width="9" height="9"/>`)}</svg>`,
  each: (n) => `{{#each (range 1 ${n})}}<p>{{this}}</p>{{/each}}`,
  'each in each': (n) =>
    `{{#each (range 1 ${Math.ceil(Math.sqrt(n))})}}{{#each (range 1 ${Math.ceil(Math.sqrt(n))})}}a {{/each}}{{/each}}`,
  'nested subexpressions': (n) =>
    `${'{{upper '}${'(upper '.repeat(Math.min(n, 90))}"a"${')'.repeat(Math.min(n, 90))}}}`,
};

const nested = (wrapper: string, depth: number): string =>
  wrapper
    .split('|')
    .map((part) => part.repeat(depth))
    .join('a');

const numbered = (leaf: string, count: number): string => times(count, (i) => leaf.replaceAll('#', String(i)));

export function repeated(): Growing[] {
  return Object.entries(LEAVES).map(([name, leaf]) => ({
    name: `${name}, repeated`,
    html: (size) =>
      STYLE + numbered(leaf.includes('<td') ? `<table>|</table>` : '|', 1).replace('|', () => numbered(leaf, size)),
  }));
}

export function inside(): Growing[] {
  return Object.entries(WRAPPERS).flatMap(([outer, wrapper]) =>
    Object.entries(LEAVES).map(([name, leaf]) => ({
      name: `${name}, repeated in ${outer}`,
      html: (size: number) => STYLE + wrapper.replace('|', () => numbered(leaf, size)),
    })),
  );
}

/** Wrappers inside one another, each with content before and after. */
export function inOneAnother(): Growing[] {
  return Object.entries(WRAPPERS).map(([name, wrapper]) => ({
    name: `${name}, nested`,
    html: (size) => STYLE + nested(wrapper, Math.min(size, 200)),
  }));
}

export function crossed(): Growing[] {
  const entries = Object.entries(WRAPPERS);
  return entries.flatMap(([outer, first]) =>
    entries
      .filter(([inner]) => inner !== outer)
      .map(([inner, second]) => ({
        name: `${inner} in ${outer}, nested`,
        html: (size: number) =>
          STYLE +
          nested(
            first.replace('|', () => `a${second}b`),
            Math.min(size, 100),
          ),
      })),
  );
}

export const sources = (): Growing[] =>
  Object.entries(SOURCES).map(([name, html]) => ({ name, html: (size) => STYLE + html(size) }));

const STYLE = '<style>@page { margin: 1cm } .page::after { content: target-counter(attr(href), page) }</style>';
