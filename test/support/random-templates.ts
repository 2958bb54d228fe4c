/** Random templates with data, regular and malformed: the same for the same seed. */

import type { HtmlLimits } from '../../src/engine/html/limits.js';
import type { TemplateLimits } from '../../src/engine/template/expand.js';
import { randomness } from './mutations.js';

export interface RandomTemplate {
  readonly html: string;
  readonly partials: Readonly<Record<string, string>>;
  readonly limits: Partial<TemplateLimits & HtmlLimits>;
  /** For documents of the template, one after the other. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

const BLOCKS = 'div p section ul ol dl h1 h2 center form fieldset blockquote pre button'.split(' ');
const ITEMS = 'li li li dd dt option p'.split(' ');
const INLINES = 'b i a em span font nobr code small u ruby rt label var object'.split(' ');
const VOIDS = 'br hr img input wbr col area param meta link'.split(' ');
const TABLE_PARTS = 'table thead tbody tfoot tr td th caption colgroup col'.split(' ');
const FOREIGN = 'svg g text foreignObject desc title math mi annotation-xml'.split(' ');
const RAW = 'style script title textarea xmp iframe noembed noframes'.split(' ');
const OTHERS = 'html head body select optgroup option template frameset plaintext image noscript'.split(' ');
const NAMES = [BLOCKS, BLOCKS, ITEMS, INLINES, INLINES, VOIDS, TABLE_PARTS, FOREIGN, RAW, OTHERS];

const TEXTS = [
  ['x', 'Total', ' ', '\n', '\n  ', 'a &amp; b', 'é'],
  [
    '&',
    '&am',
    '&copy',
    '&#10;',
    '\r\n',
    '\r',
    '\0',
    '\uFDD0',
    '\uFEFF',
    '<',
    '</',
    '</>',
    '< b',
    '>',
    '\\{{v}}',
    'amp;',
    'x{{! c }}y',
  ],
] as const;
const MARKUP = [
  '<!-- c -->',
  '<!-- > {{v}} -->',
  '<!doctype html>',
  '<!DOCTYPE html PUBLIC "{{v}}">',
  '<![CDATA[ x{{v}} ]]>',
  '<?php {{v}} ?>',
  '</br>',
  '</p>',
];
const ATTRIBUTES = [
  ['', '', ' class="a"', ' class="a" id=b', " title='>'", ' type=hidden', ' color=red', ' encoding="text/html"', '/'],
  [
    ' class="{{v}}"',
    ' class="a {{v}} b"',
    " title='{{v}}'",
    ' style="width: {{n}}px"',
    ' class={{v}}',
    ' {{v}}',
    ' href="{{{v}}}"',
  ],
  [
    ' type={{v}}',
    '{{#if b}} checked{{/if}}',
    ' class="{{#if b}}x{{else}}{{v}}{{/if}}"',
    ' viewbox="0 0 {{n}} 1"',
    '{{#each l}} a{{n}}="1"{{/each}}',
    " alt='{{{r}}}'",
  ],
] as const;
const VALUES = [
  '{{v}}',
  '{{w}}',
  '{{n}}',
  '{{o.v}}',
  '{{~v~}}',
  '{{upper v}}',
  '{{css v}}',
  '{{missing}}',
  '{{@index}}',
  '{{b}}',
];
const RAW_VALUES = ['{{{v}}}', '{{{r}}}', '{{&w}}', '{{{n}}}{{{n}}}', '{{{l}}}', '{{{css v}}}', '{{{o}}}'];

const DATA_TEXTS = [
  ['x', 'Tea & <b>leaves</b>', '12.50', 'a "b"', 'div', '', '', ' ', '\n', 'line\nline'],
  [
    '\r\n',
    'a\r',
    '\0',
    '\uFDD0',
    '\uFDD0\u4E00\u4E00',
    '\uFDD0\uFDD0',
    '\uFEFFx',
    '&amp;',
    '&am',
    'amp;',
    '&#13;',
    '\nx',
    '\u4E00\u4E00',
  ],
] as const;
const DATA_MARKUP = [
  ['x', 'a &amp; b', '&copy', '<b>bold</b>', '<i>x', '</td>', '<td>', '<tr><td>', '<!-- c', '<!-- c -->', 'a < b'],
  [
    '</',
    '<',
    '<svg><g>',
    '</p>',
    '<p>',
    '<table>',
    '</script>',
    '<a href=x>',
    '<br/>',
    '<li>',
    ']]>',
    '</div>',
    '<input type=hidden>',
  ],
] as const;

const LIMITS: readonly RandomTemplate['limits'][] = [
  {},
  {},
  {},
  {},
  { maxDepth: 6 },
  { maxElements: 12 },
  { maxOpenElements: 7 },
  { maxOutput: 200, maxLength: 300 },
  { maxSteps: 5 },
];

export function randomTemplate(seed: number): RandomTemplate {
  return new TemplateWriter(seed).write();
}

class TemplateWriter {
  readonly #random: () => number;
  /** How often markup is malformed; some templates are regular. */
  readonly #faults: number;

  constructor(seed: number) {
    this.#random = randomness(Math.imul(seed, 0x9e3779b1));
    this.#faults = this.#pick([0, 0, 0.01, 0.05, 0.2]);
  }

  write(): RandomTemplate {
    const body = this.#nodes(3, 'body');
    const isWhole = this.#chance(0.6);
    const html = isWhole ? this.#document(body) : body;
    const partials = {
      p: this.#nodes(2, 'body'),
      row: `<tr><td>{{v}}</td>${this.#chance(0.5) ? '<td class="{{v}}">{{{r}}}</td>' : ''}</tr>\n`,
      static: this.#pick(['<b>static</b>', '\n<p>x', ' x & y ', '<td>x</td>', '\uFDD0']),
      layout: `<section>${this.#pick(['', '<p>'])}{{> @partial-block}}</section>`,
    };
    return { html, partials, limits: this.#pick(LIMITS), data: [0, 1, 2, 3].map(() => this.#data()) };
  }

  #document(body: string): string {
    const doctype = this.#pick([
      '<!doctype html>',
      '<!doctype html>',
      '<!doctype html>\n',
      '',
      '\uFEFF<!doctype html>',
    ]);
    const style = this.#pick([
      '',
      '<style>p { color: red }\n ul > li { margin: {{n}}px }</style>',
      '<style media="{{v}}">a{}</style>',
    ]);
    const head = this.#pick([
      `<head>\n<title>{{v}}</title>${style}\n</head>\n`,
      `<head>${style}</head>`,
      '',
      style,
      '<meta name="a" content="{{v}}">',
    ]);
    const start = this.#pick(['<body>', '<body class="{{v}}">\n', '']);
    const end = this.#pick(['</body>\n</html>\n', '</body></html>', '', '</body>{{v}}</html>{{w}}']);
    return `${doctype}${this.#pick(['<html lang="en">', '<html>\n', ''])}${head}${start}${body}${end}`;
  }

  #nodes(depth: number, parent: string): string {
    const count = this.#integer(depth === 0 ? 3 : 5);
    return Array.from({ length: count }, () => this.#node(depth, parent)).join('');
  }

  #node(depth: number, parent: string): string {
    if (depth === 0 || this.#chance(0.25)) return this.#leaf(parent);
    if (this.#chance(this.#faults)) return this.#fault(depth);
    return this.#pick<() => string>([
      () => this.#element(this.#pick(BLOCKS), depth),
      () => this.#element(this.#pick(INLINES), depth),
      () => this.#element(this.#pick(this.#pick(NAMES)), depth),
      () => this.#table(depth),
      () => this.#list(depth),
      () => this.#block(depth, parent),
      () => this.#block(depth, parent),
      () => this.#rawElement(),
      () => this.#foreign(depth),
      () => this.#partial(depth),
    ])();
  }

  #leaf(parent: string): string {
    if (this.#chance(this.#faults)) return this.#pick([...TEXTS[1], ...MARKUP, ...RAW_VALUES]);
    if (this.#chance(0.05)) return this.#pick(RAW_VALUES);
    if (parent === 'table') return this.#pick(['\n', ' ', '']);
    return this.#pick([this.#pick(TEXTS[0]), this.#pick(VALUES), `<br>`, '\n', `<!-- c -->`]);
  }

  #attributes(): string {
    const kind = this.#chance(this.#faults) ? 2 : this.#integer(2);
    return this.#pick(ATTRIBUTES[kind as 0 | 1 | 2]);
  }

  #element(name: string, depth: number): string {
    const start = `<${name}${this.#attributes()}>`;
    if (VOIDS.includes(name)) return start;
    const end = this.#chance(this.#faults) ? this.#pick(['', `</${this.#pick(this.#pick(NAMES))}>`]) : `</${name}>`;
    return `${start}${this.#nodes(depth - 1, name)}${end}`;
  }

  #table(depth: number): string {
    const cell = () => `<td${this.#attributes()}>${this.#nodes(depth - 1, 'td')}</td>`;
    const row = `<tr${this.#attributes()}>${cell()}${this.#pick(['', '\n', '{{#if b}}<td>{{v}}</td>{{/if}}'])}${cell()}</tr>`;
    const rows = this.#pick([
      row,
      `{{#each l}}${row}{{/each}}`,
      `\n{{#each l}}\n  ${row}\n{{/each}}\n`,
      '{{#each l}}{{> row}}{{/each}}',
      '\n  {{> row}}\n',
    ]);
    const head = this.#pick([
      '',
      '<caption>{{v}}</caption>',
      '<thead><tr><th>{{v}}<th>x</thead>',
      '<colgroup>\n<col>{{#if b}}<col>{{/if}}</colgroup>',
    ]);
    const body = this.#pick([rows, `<tbody>${rows}</tbody>`, `<tbody>${rows}`]);
    return `<table>${head}${body}</table>`;
  }

  #list(depth: number): string {
    const [list, item] = this.#pick([
      ['ul', 'li'],
      ['ol', 'li'],
      ['dl', 'dd'],
      ['select', 'option'],
    ] as const);
    const end = this.#chance(0.3) ? '' : `</${item}>`;
    const content = list === 'select' ? '{{v}}' : this.#nodes(depth - 1, item);
    return `<${list}>{{#each l}}<${item}>${content}${end}{{/each}}</${list}>`;
  }

  #block(depth: number, parent: string): string {
    const inside = this.#nodes(depth - 1, parent);
    const other = this.#nodes(depth - 1, parent);
    return this.#pick([
      `{{#each l}}${inside}{{/each}}`,
      `\n{{#each l as |v i|}}\n${inside}\n{{else}}\n${other}\n{{/each}}\n`,
      `{{#if b}}${inside}{{/if}}`,
      `{{#if b}}${inside}{{else}}${other}{{/if}}`,
      `{{#unless b}}${inside}{{/unless}}`,
      `{{#with o}}${inside}{{/with}}`,
      `{{#l}}${inside}{{/l}}`,
      `{{~#each l~}} ${inside} {{~/each~}}`,
    ]);
  }

  #rawElement(): string {
    const name = this.#pick(RAW);
    const content = this.#pick([
      '{{v}}',
      '\n{{v}} > x',
      'a < b {{w}}',
      '<b>{{v}}</b>',
      'x',
      '',
      '&amp;{{v}}',
      '<!-- {{v}} --> {{w}}',
      '{{#if b}}x{{/if}}',
    ]);
    return `<${name}${this.#attributes()}>${content}</${name}>`;
  }

  #foreign(depth: number): string {
    const [root, child] = this.#pick([
      ['svg', 'g'],
      ['svg', 'text'],
      ['svg', 'foreignObject'],
      ['svg', 'title'],
      ['math', 'mi'],
    ] as const);
    const inside = this.#pick([
      `<rect width="{{n}}" ${this.#pick(['/', ''])}>`,
      '{{v}}',
      this.#nodes(depth - 1, 'svg'),
      '<![CDATA[{{v}}]]>',
    ]);
    return `<${root} viewbox="0 0 {{n}} 9"><${child}${this.#attributes()}>${inside}</${child}></${root}>`;
  }

  #partial(depth: number): string {
    return this.#pick([
      '{{> p}}',
      '\n  {{> p}}\n',
      '{{> static}}',
      '{{> p o}}',
      `{{#> layout}}${this.#nodes(depth - 1, 'section')}{{/layout}}`,
      `{{#*inline "cell"}}<td>{{v}}</td>${this.#nodes(depth - 1, 'td')}{{/inline}}<table><tr>{{> cell}}{{> cell}}</table>`,
    ]);
  }

  /** Markup that is not balanced where it stands, or not known before. */
  #fault(depth: number): string {
    const name = this.#pick(this.#pick(NAMES));
    const inside = this.#nodes(depth - 1, name);
    return this.#pick([
      `{{#if b}}<${name}>{{/if}}${inside}{{#if b}}</${name}>{{/if}}`,
      `<${name}>${inside}`,
      `${inside}</${name}>`,
      `<b>${inside}<${name}></b>${inside}</${name}>`,
      `<b><b>{{v}}<b class="{{v}}"><b>${inside}</b></b>`,
      `<p><b><b>{{v}}<b>${inside}<b>{{v}}</p><p>${inside}`,
      `<{{t}}>${inside}</{{t}}>`,
      `<h{{n}}>${inside}</h{{n}}>`,
      `<${name} {{#if b}}class="x">{{else}}>{{/if}}${inside}`,
      `{{#each l}}<${name}>{{/each}}${inside}`,
      `<table>${inside}<tr>${inside}</table>`,
      `<a {{#if b}}title=">{{/if}}${inside}">`,
      `<p title=it's>${inside}`,
      '{{> missing}}',
      '{{#each l}}{{date v}}{{/each}}',
      `<style>${inside}`,
      `<textarea>\n${inside}</textarea>`,
      `<!-- ${inside} -->`,
    ]);
  }

  #data(): Record<string, unknown> {
    const text = (): unknown =>
      this.#pick<unknown>([...DATA_TEXTS[0], ...(this.#chance(this.#faults * 2) ? DATA_TEXTS[1] : []), 7, null, true]);
    const markup = () => this.#pick(this.#chance(this.#faults * 2) ? DATA_MARKUP[1] : DATA_MARKUP[0]);
    const item = () => ({
      v: text(),
      w: text(),
      n: this.#integer(7),
      b: this.#chance(0.5),
      r: markup(),
      o: { v: text() },
      l: ['x', text()],
    });
    const l: unknown[] = Array.from({ length: this.#pick([0, 1, 2, 3, 12]) }, item);
    return { ...item(), t: this.#pick(['div', 'td', 'b', 'x']), l: this.#chance(0.1) ? [text(), text()] : l };
  }

  #integer(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#integer(values.length)]!;
  }
}
