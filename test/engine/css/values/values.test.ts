import t from 'tap';
import type { ComputedStyle, PropertyName } from '../../../../src/engine/css/properties/table.js';
import { computed, diagnosed } from '../properties/computed.js';

/** Each row: a declaration, a longhand, its computed value. */
function computes<const Name extends PropertyName>(
  title: string,
  rows: readonly (readonly [css: string, name: Name, value: ComputedStyle[NoInfer<Name>]])[],
): void {
  t.test(title, async (t) => {
    for (const [css, name, value] of rows) t.strictSame(computed(css)[name], value, `${css} → ${name}`);
  });
}

/** Invalid declarations, each ignored with one diagnostic. */
function isInvalid(title: string, declarations: readonly string[]): void {
  t.test(title, async (t) => {
    for (const css of declarations) t.strictSame(diagnosed(css), [`InvalidCss ${css}`]);
  });
}

computes('lengths of every unit', [
  ['width: 1px', 'width', 1],
  ['width: 1in', 'width', 96],
  ['width: 2.54cm', 'width', 96],
  ['width: 25.4mm', 'width', 96],
  ['width: 72pt', 'width', 96],
  ['width: 6pc', 'width', 96],
  ['width: 101.6q', 'width', 96],
  ['width: 2em', 'width', 32],
  ['width: 2rem', 'width', 32],
  ['width: 2ex', 'width', 16],
  ['width: 2ch', 'width', 19.2],
  ['width: 2cap', 'width', 22.4],
  ['width: 2ic', 'width', 32],
  ['width: 2lh', 'width', 40],
  ['width: 2rlh', 'width', 40],
  ['width: 10vw', 'width', 70],
  ['width: 10vh', 'width', 100],
  ['width: 10vmin', 'width', 70],
  ['width: 10vmax', 'width', 100],
  ['width: 10svh', 'width', 100],
  ['width: 10dvi', 'width', 70],
  ['width: 0', 'width', 0],
  ['width: 0.1px', 'width', 0.1],
]);

computes('percentages, alone and in sums', [
  ['width: 33.3%', 'width', { percent: 33.3, px: 0 }],
  ['width: calc(50% - 1em)', 'width', { percent: 50, px: -16 }],
  ['width: calc((100% - 20px) / 3)', 'width', { percent: 33.333334, px: -6.666667 }],
]);

computes('math functions', [
  ['width: min(10px, 1em)', 'width', 10],
  ['width: max(10%, 1em)', 'width', { math: 'max', args: [{ percent: 10, px: 0 }, 16] }],
  ['width: clamp(1px, 5em, 30px)', 'width', 30],
  ['width: round(1em, 5px)', 'width', 15],
  ['width: round(up, 1em, 5px)', 'width', 20],
  ['width: mod(1em, 5px)', 'width', 1],
  ['width: rem(1em, 5px)', 'width', 1],
  ['width: abs(-2em)', 'width', 32],
  ['width: hypot(3em, 4em)', 'width', 80],
  ['width: calc(10px * sin(30deg))', 'width', 5],
  ['column-width: calc(1em * sqrt(4) + 1px)', 'column-width', 33],
  ['column-width: max(1em, 20px)', 'column-width', 20],
  ['orphans: calc(1 + 2 * pow(2, 1))', 'orphans', 5],
]);

computes('sizes by content', [
  ['width: min-content', 'width', 'min-content'],
  ['width: fit-content(2em)', 'width', { fitContent: 32 }],
  ['width: -webkit-fill-available', 'width', 'stretch'],
  ['max-width: none', 'max-width', 'none'],
  ['aspect-ratio: 16 / 9', 'aspect-ratio', { auto: false, ratio: 16 / 9 }],
  ['aspect-ratio: 0 / 1', 'aspect-ratio', { auto: true, ratio: undefined }],
]);

isInvalid('lengths that are below zero where they must not be, or no lengths', [
  'width: -1px',
  'padding-top: -1em',
  'border-top-width: -2px',
  'font-size: -1px',
  'line-height: -1',
  'flex-grow: -1',
  'row-gap: -1%',
  'width: red',
  'width: 1px 2px',
  'orphans: 0',
  'orphans: 1.5',
  'column-count: 0',
]);

t.test('a calculated number is no length', async (t) => {
  for (const [name, ...values] of [
    [
      'width',
      'calc(100)',
      'calc(5 + 45px)',
      'calc(100% - 0)',
      'max(50, 80px)',
      'clamp(1px, 50, 80px)',
      'hypot(30, 40)',
    ],
    ['width', 'abs(-50)', 'sign(10px)', 'calc(sign(1px) * 5)'],
    ['margin', 'calc(0) 3px'],
    ['border-width', 'calc(3)'],
    ['font-size', 'calc(30)'],
    ['letter-spacing', 'calc(3)'],
    ['border-radius', 'calc(8)'],
    ['box-shadow', '0 calc(5) 3px'],
  ] as const)
    for (const value of values) t.match(diagnosed(`${name}: ${value}`), [/^InvalidCss /], `${name}: ${value}`);
  t.equal(computed('width: calc(min(10, 20) * 10px)').width, 100);
  t.equal(computed('width: calc(2px * sign(10px))').width, 2);
  t.strictSame(computed('line-height: calc(1 + 1)')['line-height'], computed('line-height: 2')['line-height']);
});

t.test('keywords and constants are the same in capitals', async (t) => {
  for (const css of [
    'width: calc(1px * pi)',
    'color: rgb(from red r g b)',
    'background-image: linear-gradient(in oklch longer hue, red, blue)',
    'color: hsl(none 50% 50%)',
  ]) {
    const [name] = css.split(':') as [PropertyName];
    t.strictSame(computed(css.toUpperCase())[name], computed(css)[name], css);
    t.strictSame(diagnosed(css.toUpperCase()), [], css);
  }
});

t.test('0 is a size in font', async (t) => {
  for (const css of ['0/0 a', '0/1 Arial', '0 Arial', 'italic 0/1px a', 'bold 0/0 a', '400 0 Arial', '-0/20px Arial'])
    t.equal(computed(`font: ${css}`)['font-size'], 0, css);
  t.strictSame(computed('font: 0/20px Arial')['line-height'], computed('line-height: 20px')['line-height']);
  t.strictSame(computed('font: bold 10px/0 Arial')['font-size'], 10);
  for (const css of ['1/1 Arial', '0', '0 0 Arial']) t.match(diagnosed(`font: ${css}`), [/^InvalidCss /], css);
});

t.test('line widths are whole px, at least 1px, and 0 without a style', async (t) => {
  t.equal(computed('border-top: 0.2px solid')['border-top-width'], 1);
  t.equal(computed('border-top: 1.9px solid')['border-top-width'], 1);
  t.equal(computed('border-top: thick dotted')['border-top-width'], 5);
  t.equal(computed('border-top: 3px')['border-top-width'], 0);
  t.equal(computed('outline: 3px none')['outline-width'], 0);
});

computes('display by outer and inner type', [
  ['display: block flow', 'display', 'block'],
  ['display: inline flow-root', 'display', 'inline-block'],
  ['display: list-item', 'display', 'list-item'],
  ['display: inline list-item', 'display', 'inline-list-item'],
  ['display: -webkit-inline-flex', 'display', 'inline-flex'],
  ['display: table-footer-group', 'display', 'table-footer-group'],
  ['display: ruby-text', 'display', 'ruby-text'],
]);

t.test('-webkit-box is a flex container, except with clamped lines', async (t) => {
  t.equal(computed('display: -webkit-box').display, 'flex');
  const clamped = computed('display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2');
  t.equal(clamped.display, 'flow-root');
  const horizontal = computed('display: -webkit-box; -webkit-line-clamp: 2');
  t.strictSame([horizontal.display, horizontal['line-clamp']], ['flex', 'none']);
});

computes('positions', [
  [
    'object-position: right 10px bottom 20%',
    'object-position',
    { x: { percent: 100, px: -10 }, y: { percent: 80, px: 0 } },
  ],
  ['object-position: top', 'object-position', { x: { percent: 50, px: 0 }, y: { percent: 0, px: 0 } }],
  ['object-position: center left', 'object-position', { x: { percent: 0, px: 0 }, y: { percent: 50, px: 0 } }],
  ['transform-origin: 10px bottom 5px', 'transform-origin', { x: 10, y: { percent: 100, px: 0 }, z: 5 }],
]);

computes('background positions and sizes', [
  ['background-position: right 10px top 20%', 'background-position-x', [{ percent: 100, px: -10 }]],
  ['background-size: 50% auto, cover', 'background-size', [{ width: { percent: 50, px: 0 }, height: 'auto' }, 'cover']],
  ['-webkit-background-size: 1px 2px', 'background-size', [{ width: 1, height: 2 }]],
  ['background-repeat: repeat-x', 'background-repeat', [{ x: 'repeat', y: 'no-repeat' }]],
]);

const RED = { r: 255, g: 0, b: 0, a: 1 };
const BLUE = { r: 0, g: 0, b: 255, a: 1 };

computes('images', [
  ['background-image: url(a.png), none', 'background-image', [{ type: 'url', url: 'a.png' }, 'none']],
  [
    'background-image: linear-gradient(to top left, red 1em, blue)',
    'background-image',
    [
      {
        type: 'linear-gradient',
        repeating: false,
        angle: { toX: 'left', toY: 'top' },
        stops: [
          { color: RED, position: 16 },
          { color: BLUE, position: undefined },
        ],
      },
    ],
  ],
  [
    'background-image: -webkit-linear-gradient(top, red, blue)',
    'background-image',
    [
      {
        type: 'linear-gradient',
        repeating: false,
        angle: 180,
        stops: [
          { color: RED, position: undefined },
          { color: BLUE, position: undefined },
        ],
      },
    ],
  ],
  [
    'background-image: -webkit-gradient(linear, left top, left bottom, from(red), to(blue))',
    'background-image',
    [
      {
        type: 'linear-gradient',
        repeating: false,
        angle: 180,
        stops: [
          { color: RED, position: { percent: 0, px: 0 } },
          { color: BLUE, position: { percent: 100, px: 0 } },
        ],
      },
    ],
  ],
  [
    'background-image: repeating-radial-gradient(circle 2em at left, red, 30%, blue)',
    'background-image',
    [
      {
        type: 'radial-gradient',
        repeating: true,
        shape: 'circle',
        size: { rx: 32, ry: 32 },
        position: { x: { percent: 0, px: 0 }, y: { percent: 50, px: 0 } },
        stops: [
          { color: RED, position: undefined },
          { color: undefined, position: { percent: 30, px: 0 } },
          { color: BLUE, position: undefined },
        ],
      },
    ],
  ],
  [
    'background-image: image-set("a.png" 0.5x, "b.png" 1x, "c.png" 2x)',
    'background-image',
    [{ type: 'url', url: 'b.png' }],
  ],
]);

computes('text', [
  ['text-indent: 2em hanging', 'text-indent', { length: 32, hanging: true, eachLine: false }],
  ['letter-spacing: 10%', 'letter-spacing', 1.6],
  ['letter-spacing: normal', 'letter-spacing', 0],
  ['tab-size: 4', 'tab-size', { spaces: 4 }],
  ['text-align: -webkit-center', 'text-align', '-webkit-center'],
  ['text-overflow: "…"', 'text-overflow', { string: '…' }],
  ['text-decoration-line: underline blink', 'text-decoration-line', ['underline']],
  ['vertical-align: 10%', 'vertical-align', { percent: 10, px: 0 }],
  ['word-wrap: break-word', 'overflow-wrap', 'break-word'],
  ['hyphenate-character: "-"', 'hyphenate-character', '-'],
]);

computes('fonts', [
  ['font-family: "A B", Arial, monospace', 'font-family', ['A B', 'Arial', 'monospace']],
  ['font-stretch: condensed', 'font-stretch', 75],
  [
    'font-feature-settings: "smcp", "liga" off',
    'font-feature-settings',
    [
      { tag: 'smcp', value: 1 },
      { tag: 'liga', value: 0 },
    ],
  ],
  ['font-variant-numeric: tabular-nums lining-nums', 'font-variant-numeric', ['tabular-nums', 'lining-nums']],
]);

isInvalid('font features that contradict or are none', [
  'font-variant-numeric: lining-nums oldstyle-nums',
  'font-feature-settings: "abc"',
  'font-weight: 1001',
]);

computes('generated content', [
  [
    'content: "a" counter(x, upper-roman) counters(y, ".") attr(title) open-quote url(a.png)',
    'content',
    [
      { type: 'string', value: 'a' },
      { type: 'counter', name: 'x', style: 'upper-roman' },
      { type: 'counters', name: 'y', separator: '.', style: 'decimal' },
      { type: 'attr', name: 'title', fallback: '' },
      { type: 'quote', value: 'open-quote' },
      { type: 'image', image: { type: 'url', url: 'a.png' } },
    ],
  ],
  [
    'content: target-counter(attr(href url), page) leader(dotted) string(chapter, first-except) element(head)',
    'content',
    [
      { type: 'target-counter', target: { attr: 'href' }, name: 'page', style: 'decimal' },
      { type: 'leader', pattern: '.' },
      { type: 'string-ref', name: 'chapter', which: 'first-except' },
      { type: 'element-ref', name: 'head', which: 'first' },
    ],
  ],
  [
    'content: "a" / "alternative"',
    'content',
    [
      { type: 'string', value: 'a' },
      { type: 'alternative', value: 'alternative' },
    ],
  ],
  ['content: none', 'content', 'none'],
]);

computes('counters, quotes, named strings, running elements', [
  [
    'counter-reset: a 3 b',
    'counter-reset',
    [
      { name: 'a', value: 3 },
      { name: 'b', value: 0 },
    ],
  ],
  ['counter-increment: a', 'counter-increment', [{ name: 'a', value: 1 }]],
  ['counter-reset: reversed(a)', 'counter-reset', [{ name: 'a', value: 0, reversed: true }]],
  ['counter-set: none', 'counter-set', []],
  ['quotes: "«" "»"', 'quotes', [['«', '»']]],
  [
    'string-set: a content(text) "!"',
    'string-set',
    [
      {
        name: 'a',
        value: [
          { type: 'content', part: 'text' },
          { type: 'string', value: '!' },
        ],
      },
    ],
  ],
  ['position: running(header)', 'position', { running: 'header' }],
  ['float: footnote', 'float', 'footnote'],
  ['list-style-type: symbols(cyclic "a" "b")', 'list-style-type', { system: 'cyclic', symbols: ['a', 'b'] }],
  ['list-style-type: "- "', 'list-style-type', { string: '- ' }],
]);

isInvalid('half of a pair of quotes, a counter called none', [
  'quotes: "a"',
  'counter-reset: none a',
  'content: counter()',
]);

computes('breaks, under their older names too', [
  ['break-before: recto', 'break-before', 'recto'],
  ['page-break-before: always', 'break-before', 'page'],
  ['-webkit-column-break-after: always', 'break-after', 'column'],
  ['page-break-inside: avoid', 'break-inside', 'avoid'],
  ['page: cover', 'page', 'cover'],
]);

computes('alignment', [
  ['justify-content: safe center', 'justify-content', { value: 'center', safety: 'safe' }],
  ['align-items: last baseline', 'align-items', { value: 'last-baseline' }],
  ['justify-items: legacy left', 'justify-items', { value: 'left', legacy: true }],
  ['-webkit-align-self: flex-end', 'align-self', { value: 'flex-end' }],
]);

computes('tracks and lines of grids', [
  [
    'grid-template-columns: [a] 1fr repeat(2, minmax(1em, auto) [b])',
    'grid-template-columns',
    {
      subgrid: false,
      items: [
        { type: 'names', names: ['a'] },
        { type: 'track', size: { fr: 1 } },
        {
          type: 'repeat',
          count: 2,
          items: [
            { type: 'track', size: { min: 16, max: 'auto' } },
            { type: 'names', names: ['b'] },
          ],
        },
      ],
    },
  ],
  [
    'grid-template-columns: subgrid [a] [b]',
    'grid-template-columns',
    {
      subgrid: true,
      items: [
        { type: 'names', names: ['a'] },
        { type: 'names', names: ['b'] },
      ],
    },
  ],
  [
    'grid-template-columns: subgrid repeat(2, [a] [b]) repeat(auto-fill, [])',
    'grid-template-columns',
    {
      subgrid: true,
      items: [
        {
          type: 'repeat',
          count: 2,
          items: [
            { type: 'names', names: ['a'] },
            { type: 'names', names: ['b'] },
          ],
        },
        { type: 'repeat', count: 'auto-fill', items: [{ type: 'names', names: [] }] },
      ],
    },
  ],
  [
    'grid-template-areas: "a b" ". c"',
    'grid-template-areas',
    [
      ['a', 'b'],
      [null, 'c'],
    ],
  ],
  ['grid-auto-flow: dense', 'grid-auto-flow', { direction: 'row', dense: true }],
  ['grid-row: 2 / span foo', 'grid-row-end', { span: true, integer: 1, name: 'foo' }],
]);

computes('transforms', [
  [
    'transform: rotate(0.5turn) translate(10%, 1em) scale(2) skewX(10deg)',
    'transform',
    [
      { type: 'rotate', angle: 180 },
      { type: 'translate', x: { percent: 10, px: 0 }, y: 16 },
      { type: 'scale', x: 2, y: 2 },
      { type: 'skew', x: 10, y: 0 },
    ],
  ],
  [
    'transform: perspective(100px) translateZ(1em)',
    'transform',
    [
      { type: 'perspective', distance: 100 },
      { type: 'translate', x: 0, y: 0 },
      { type: 'translate-z', z: 16 },
    ],
  ],
  [
    'transform: translate3d(1px, 2px, 3px)',
    'transform',
    [
      { type: 'translate', x: 1, y: 2 },
      { type: 'translate-z', z: 3 },
    ],
  ],
  ['transform: translate3d(1px, 2px, 0)', 'transform', [{ type: 'translate', x: 1, y: 2 }]],
  ['perspective: 2em', 'perspective', 32],
  ['transform-style: preserve-3d', 'transform-style', 'preserve-3d'],
  ['rotate: x 45deg', 'rotate', { axis: [1, 0, 0], angle: 45 }],
  ['scale: 1 2 3', 'scale', { x: 1, y: 2, z: 3 }],
  ['rotate: 45deg', 'rotate', 45],
  ['scale: 50% 2', 'scale', { x: 0.5, y: 2 }],
]);

computes('shadows', [
  [
    'box-shadow: inset 1px 2px 3px 1em red',
    'box-shadow',
    [{ inset: true, x: 1, y: 2, blur: 3, spread: 16, color: RED }],
  ],
  ['box-shadow: none', 'box-shadow', []],
]);
