/**
 * One declaration of every property of THE table, in a document where it shows. The type asks for a fixture as soon as
 * a property is added. In the document `@@` is where the declaration goes.
 */

import type { PropertyName } from '../../src/engine/css/properties/table.js';
import { thai, variable } from '../fonts/font-files.js';
import { dataUrl, orientedPng } from '../support/images.js';

export interface PropertyFixture {
  /** Each is tried on its own. */
  readonly values: readonly string[];
  readonly html: string;
}

const fixture = (html: string, ...values: string[]): PropertyFixture => ({ html, values });

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';

const BOX = '<div style="width: 100px; height: 40px; background: #eee; border: 4px solid blue; @@">box</div><p>after';
const TEXT =
  '<p style="width: 200px; @@">Some office words, 1/2 &amp; a longunbreakablewordthatoverflowsthebox “end”.</p>after';
/** In fonts that have the features. */
const FEATURES =
  '<p style="font-family: Noto Sans; @@">office In 10 1/2 <span style="font-family: Noto Sans JP">丈12月 ㄧ</span></p>';
const LONG = `<div style="columns: 3; @@"><p>${'Words that fill three columns. '.repeat(20)}</p></div>`;
const POSITIONED = '<div style="position: relative; height: 80px"><div style="position: absolute; @@">box</div></div>';
const IMAGE = `<img src="${PIXEL}" style="width: 60px; height: 30px; @@">`;
const BACKGROUND = `<div style="width: 100px; height: 50px; padding: 9px; border: 5px solid rgba(0, 0, 0, .1); background: url(${PIXEL}) 3px 3px / 7px no-repeat; @@">box</div>`;
const FLEX =
  '<div style="display: flex; width: 300px; height: 120px; flex-wrap: wrap; @@"><i style="width: 120px">a</i><i style="width: 120px; font-size: 30px">b</i><i style="width: 120px">c</i></div>';
const ITEM =
  '<div style="display: flex; width: 300px; height: 100px"><i style="@@">item</i><i style="width: 290px">other</i></div>';
const GRID =
  '<div style="display: grid; width: 300px; height: 120px; @@"><i style="background: red">a</i><i>b</i><i>c</i></div>';
const GRID_ITEM =
  '<div style="display: grid; grid-template: 40px 40px 40px / 1fr 1fr 1fr"><i style="@@">a</i><i>b</i></div>';
const TABLE =
  '<table style="width: 300px; border: 1px solid; @@"><caption>caption</caption><tr><td style="border: 2px solid">a cell with words<td><td style="border: 2px solid">b</table>';
const BORDER_IMAGE = BOX.replace(
  '@@',
  `border: 10px solid; border-image-source: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='30' height='30'><rect width='9' height='30'/></svg>"); @@`.replaceAll(
    '"',
    '&quot;',
  ),
);
const FORMULA = '<p><math><mfrac style="@@"><mn>1</mn><mn>2</mn></mfrac></math>';
const MATH_FONT = '<p><math style="font: 40px STIX Two Math"><msup style="@@"><mn>x</mn><mn>2</mn></msup></math>';
const WEB_FONT =
  '<style>@font-face { font-family: W; src: local(Arimo) } @font-face { font-family: W; src: local(Cousine); font-stretch: 75% }</style><p style="font: 30px W; @@">text';
const VARIABLE_FONT = `<style>@font-face { font-family: V; src: url(data:font/ttf;base64,${variable(thai, {
  wght: [100, 400, 900],
  opsz: [8, 14, 60],
}).toString('base64')}) }</style><p style="font: 30px V; @@">ไทย`;
const LIST = '<ul style="@@"><li>item<li>item</ul>';
const COUNTED =
  '<style>b::before { content: counter(c) } b { counter-increment: c } p { counter-increment: c } p { @@ }</style><b>a</b><p>b</p><b>c</b>';
const PAGES =
  '<style>@page { size: 200px 200px; margin: 10px }</style><p>one</p><div style="@@"><p>two</p><p>three<br>three<br>three<br>three<br>three<br>three</p></div><p>four';
const NAMED_STRING = '<style>@page { @top-left { content: string(name) } }</style><p style="@@">text';
const DECORATED = '<p style="text-decoration: underline; @@">gjpq decorated</p>';
const UNDERLINED = DECORATED.replace('@@', '');
const MASKED = BOX.replace('@@', 'padding: 9px; mask-image: linear-gradient(black, transparent); @@');
const BEHIND =
  '<div style="background: red; @@"><p style="position: relative; z-index: -1; background: green">behind</div>';
const SHAPED =
  '<p style="line-height: 10px"><i style="float: left; width: 80px; height: 60px; margin: 10px; @@"></i>one <br>two <br>three <br>four <br>five <br>six <br>seven';
const OUTLINED = '<div style="outline: 3px solid red; @@">box</div>';

const side = (name: string) => fixture(POSITIONED, '7px', `calc(5px + 1%)`, name === 'top' ? '50%' : '10%');
const edge = fixture(BOX, '9px', '10%');
const borderColor = fixture(BOX, 'green', 'transparent');
const borderStyle = fixture(BOX, 'dotted', 'dashed', 'double', 'groove', 'none');
const corner = fixture(BOX, '8px', '50%', '4px 12px');
const size = fixture(BOX, '77px', '50%', 'min-content');
const limit = fixture(BOX, '20px');
const minimum = fixture(BOX, '150px');

export const PROPERTY_FIXTURES: { readonly [Name in PropertyName]: PropertyFixture } = {
  display: fixture(
    `<style>b { width: 100px; height: 40px; padding: 5px; border: 1px solid; @@ } i { width: 50px }</style><p>before <b><i>one</i> <i>two</i></b> after`,
    'none',
    'block',
    'inline-block',
    'flex',
    'grid',
    'list-item',
    'contents',
    'table',
    'ruby-base',
  ),
  visibility: fixture(BOX, 'hidden'),
  order: fixture(ITEM, '2'),
  position: fixture(
    '<p>before</p><div style="top: 5px; left: 9px; @@">box <i style="position: absolute; top: 0">i</i></div><p>after',
    'relative',
    'absolute',
    'running(head)',
    'fixed',
    'sticky',
  ),
  top: side('top'),
  right: side('right'),
  bottom: side('bottom'),
  left: side('left'),
  'z-index': fixture(
    '<div style="position: relative; background: red; @@">a</div><div style="position: relative; margin-top: -10px; background: blue">b</div>',
    '2',
  ),
  float: fixture(BOX, 'left', 'right', 'top', 'bottom', 'block-start', 'block-end'),
  'float-reference': fixture(`<p>text<p style="float: bottom; @@">float`, 'region'),
  clear: fixture('<div style="float: left; height: 90px">float</div><p style="@@">text', 'left', 'both'),
  'margin-top': edge,
  'margin-right': fixture('<div style="text-align: right; background: red; @@">box</div>', '9px', '10%'),
  'margin-bottom': fixture('<div style="background: red; @@">box</div><div>after</div>', '9px', '10%'),
  'margin-left': edge,
  'padding-top': edge,
  'padding-right': edge,
  'padding-bottom': edge,
  'padding-left': edge,
  width: size,
  height: fixture(BOX, '77px'),
  'min-width': minimum,
  'min-height': minimum,
  'max-width': limit,
  'max-height': limit,
  'box-sizing': fixture(BOX, 'border-box'),
  contain: fixture(
    '<style>u::after { content: counter(a) }</style><div style="counter-reset: a"><div style="float: left; max-height: 6px; contain-intrinsic-size: 30px; @@">a box<i style="float: left; margin-left: 80px; counter-increment: a">i</i></div><u></u></div>',
    'size',
    'inline-size',
    'paint',
    'style',
  ),
  'content-visibility': fixture(
    '<div style="background: red; @@"><p style="margin: 9px">text</p></div>',
    'auto',
    'hidden',
  ),
  'container-type': fixture(
    '<div style="float: left; background: red; height: 9px; @@">box</div>',
    'size',
    'inline-size',
  ),
  'container-name': fixture(
    '<style>@container box { p { color: red } }</style><div style="@@"><p>text</p></div>',
    'box',
    'other box',
  ),
  'contain-intrinsic-width': fixture(
    '<div style="float: left; contain: size; background: red; height: 9px; @@">',
    '30px',
  ),
  'contain-intrinsic-height': fixture('<div style="contain: size; background: red; @@"></div>', 'auto 30px'),
  'aspect-ratio': fixture('<div style="width: 100px; background: red; @@">box</div>', '2 / 1'),
  'background-color': fixture(BOX, 'red', 'transparent'),
  'background-image': fixture(
    BOX,
    `url(${PIXEL})`,
    'linear-gradient(red, blue)',
    'radial-gradient(red, blue)',
    'conic-gradient(red, blue)',
  ),
  'background-position-x': fixture(BACKGROUND, '20px', 'right'),
  'background-position-y': fixture(BACKGROUND, '20px', 'bottom'),
  'background-size': fixture(BACKGROUND, 'cover', '30px 10px'),
  'background-repeat': fixture(BACKGROUND, 'repeat', 'repeat-x', 'space', 'round'),
  'background-origin': fixture(BACKGROUND, 'border-box', 'content-box'),
  'background-clip': fixture(BOX, 'padding-box', 'content-box', 'text'),
  'background-attachment': fixture(BACKGROUND, 'fixed'),
  'box-shadow': fixture(BOX, '2px 2px red', 'inset 0 0 4px blue'),
  'box-decoration-break': fixture(
    '<div style="width: 90px"><span style="border: 3px solid; padding: 4px; @@">a box over two lines</span></div>',
    'clone',
  ),
  'border-top-width': fixture(BOX, '9px', 'thin'),
  'border-right-width': fixture(BOX, '9px'),
  'border-bottom-width': fixture(BOX, '9px'),
  'border-left-width': fixture(BOX, '9px'),
  'border-top-style': borderStyle,
  'border-right-style': borderStyle,
  'border-bottom-style': borderStyle,
  'border-left-style': borderStyle,
  'border-top-color': borderColor,
  'border-right-color': borderColor,
  'border-bottom-color': borderColor,
  'border-left-color': borderColor,
  'border-top-left-radius': corner,
  'border-top-right-radius': corner,
  'border-bottom-right-radius': corner,
  'border-bottom-left-radius': corner,
  'border-image-source': fixture(BOX, `url(${PIXEL})`, 'linear-gradient(red, blue)'),
  'border-image-slice': fixture(BORDER_IMAGE, '40%', '40% fill'),
  'border-image-width': fixture(BOX.replace('@@', `border-image-source: url(${PIXEL}); @@`), '8px'),
  'border-image-outset': fixture(BOX.replace('@@', `border-image-source: url(${PIXEL}); @@`), '5px'),
  'border-image-repeat': fixture(BOX.replace('@@', `border-image: url(${PIXEL}) 0.3; @@`), 'round'),
  'outline-width': fixture(OUTLINED, '8px'),
  'outline-style': fixture(OUTLINED, 'dashed', 'none'),
  'outline-color': fixture(OUTLINED, 'green'),
  'outline-offset': fixture(OUTLINED, '5px'),
  color: fixture(BOX, 'red'),
  opacity: fixture(BOX, '.5'),
  'font-family': fixture(TEXT, 'Cousine', 'monospace'),
  'math-depth': fixture('<p><math><mn style="@@">12</mn></math>', '2', 'add(1)', 'auto-add'),
  'math-style': fixture(FORMULA, 'normal'),
  'math-shift': fixture(MATH_FONT, 'compact'),
  'font-size': fixture(TEXT, '20px', 'larger'),
  'font-weight': fixture(TEXT, 'bold', '900'),
  'font-style': fixture(TEXT, 'italic', 'oblique'),
  'font-stretch': fixture(WEB_FONT, 'condensed'),
  'font-variant-caps': fixture(TEXT, 'small-caps', 'all-small-caps', 'petite-caps'),
  'font-variant-ligatures': fixture(FEATURES, 'none', 'discretionary-ligatures'),
  'font-variant-numeric': fixture(FEATURES, 'proportional-nums', 'slashed-zero', 'diagonal-fractions'),
  'font-variant-east-asian': fixture(FEATURES, 'jis78'),
  'font-variant-alternates': fixture(
    `<style>@font-feature-values Noto Sans { @stylistic { a: 1 } }</style>${FEATURES}`,
    'historical-forms',
    'stylistic(a)',
  ),
  'font-variant-position': fixture(FEATURES, 'super'),
  'font-kerning': fixture('<p style="font: 30px Arimo; @@">AVAWAY</p>', 'none'),
  'font-feature-settings': fixture(FEATURES, '"smcp"', '"liga" 0'),
  'font-variation-settings': fixture(VARIABLE_FONT, '"wght" 300', '"wght" 400, "opsz" 20'),
  'font-optical-sizing': fixture(VARIABLE_FONT, 'none'),
  'font-size-adjust': fixture(TEXT, '.5'),
  'font-synthesis-weight': fixture(WEB_FONT.replace('@@', 'font-weight: bold; @@'), 'none'),
  'font-synthesis-style': fixture(WEB_FONT.replace('@@', 'font-style: italic; @@'), 'none'),
  'line-height': fixture(TEXT, '40px', '3'),
  'vertical-align': fixture(
    '<p>text <span style="font-size: 8px; @@">box</span> <b style="font-size: 30px; line-height: 60px">high</b>',
    'super',
    'sub',
    'middle',
    'top',
    'bottom',
    'text-top',
    'text-bottom',
    '4px',
    '50%',
  ),
  'text-box-trim': fixture(
    '<div style="background: #eee; text-box-edge: cap alphabetic; @@">line</div>after',
    'trim-start',
    'trim-end',
    'trim-both',
  ),
  'text-box-edge': fixture(
    '<div style="background: #eee; text-box-trim: trim-both; @@">line</div>after',
    'cap alphabetic',
    'ex text',
    'ideographic',
  ),
  'initial-letter': fixture('<style>p::first-letter { @@ }</style><p>A drop capital in a few words of text.', '3'),
  'text-align': fixture(TEXT, 'right', 'center', 'justify', 'end'),
  'text-align-last': fixture('<p style="width: 200px; @@">some words', 'right', 'center', 'justify'),
  'text-justify': fixture(
    '<p style="text-align: justify; width: 120px; @@">some words that are justified here',
    'none',
    'inter-character',
  ),
  'text-indent': fixture(TEXT, '30px', '20px hanging', '10%'),
  'text-transform': fixture(TEXT, 'uppercase', 'capitalize', 'full-width'),
  'letter-spacing': fixture(TEXT, '3px'),
  'word-spacing': fixture(TEXT, '5px'),
  'white-space-collapse': fixture('<p style="@@">a   b\nc', 'preserve', 'preserve-breaks', 'break-spaces'),
  'text-wrap-mode': fixture(TEXT, 'nowrap'),
  'text-wrap-style': fixture('<p style="width: 200px; @@">Some words that take two lines', 'balance', 'pretty'),
  'ruby-position': fixture('<p style="@@">a <ruby>base<rt>note</rt></ruby>', 'under', 'alternate', 'inter-character'),
  'text-spacing-trim': fixture(
    '<p lang="ja" style="font-family: Noto Sans JP; @@">「日本」「語」',
    'space-all',
    'trim-start',
    'space-first',
  ),
  'tab-size': fixture('<pre style="@@">a\tb', '3'),
  'overflow-wrap': fixture(TEXT, 'anywhere', 'break-word'),
  'word-break': fixture(TEXT, 'break-all', 'auto-phrase'),
  'line-break': fixture(TEXT, 'anywhere'),
  hyphens: fixture('<p lang="en" style="width: 60px; @@">international&shy;isation of typography', 'auto', 'none'),
  'hyphenate-limit-chars': fixture(
    '<p lang="en" style="width: 60px; hyphens: auto; @@">internationalisation of typography',
    '20',
    '5 4 6',
  ),
  'hyphenate-character': fixture('<p style="width: 60px; @@">hyphen&shy;ation with&shy;out', '"="'),
  'hanging-punctuation': fixture(TEXT.replace('Some', '“Some'), 'first'),
  'text-overflow': fixture(
    '<p style="width: 60px; overflow: hidden; white-space: nowrap; @@">too much text for this box',
    'ellipsis',
    '"…!"',
  ),
  'line-clamp': fixture(TEXT, '1'),
  'text-decoration-line': fixture(TEXT, 'underline', 'line-through', 'overline'),
  'text-decoration-style': fixture(DECORATED, 'dotted', 'wavy', 'double', 'dashed'),
  'text-decoration-color': fixture(DECORATED, 'red'),
  'text-decoration-thickness': fixture(DECORATED, '5px'),
  'text-underline-offset': fixture(DECORATED, '6px'),
  'text-underline-position': fixture(
    `<div style="@@">${UNDERLINED}<div lang="ja" style="writing-mode: vertical-rl">${UNDERLINED}</div></div>`,
    'under',
    'left',
  ),
  'text-decoration-skip-ink': fixture(DECORATED, 'none'),
  'text-emphasis-style': fixture(TEXT, 'dot', '"x"'),
  'text-emphasis-color': fixture(TEXT.replace('@@', 'text-emphasis-style: dot; @@'), 'red'),
  'text-emphasis-position': fixture(TEXT.replace('@@', 'text-emphasis-style: dot; @@'), 'under'),
  'text-shadow': fixture(TEXT, '2px 2px red'),
  direction: fixture(TEXT, 'rtl'),
  'unicode-bidi': fixture('<span style="direction: rtl; @@">abc</span>', 'bidi-override', 'isolate-override'),
  'writing-mode': fixture(TEXT, 'vertical-rl', 'vertical-lr', 'sideways-rl', 'sideways-lr'),
  'text-combine-upright': fixture('<p style="writing-mode: vertical-rl; @@">2024', 'all'),
  'text-orientation': fixture('<p style="writing-mode: vertical-rl; @@">© 2024', 'upright', 'sideways'),
  'list-style-type': fixture(LIST, 'square', 'decimal', '"- "', 'none'),
  'list-style-position': fixture(LIST, 'inside'),
  'list-style-image': fixture(LIST, `url(${PIXEL})`, 'linear-gradient(red, blue)'),
  'counter-reset': fixture(COUNTED, 'c 7', 'c'),
  'counter-increment': fixture(COUNTED, 'c 7', 'none'),
  'counter-set': fixture(COUNTED, 'c 7'),
  content: fixture(
    '<style>p::before { content: "a"; @@ }</style><p>text',
    '"b"',
    'none',
    'attr(x, "y")',
    'open-quote',
    'leader(".")',
    'element(x)',
    'string(x)',
    'target-counter(url("#x"), page)',
    'target-text(url("#x"))',
    'content()',
  ),
  quotes: fixture('<q style="@@">quoted</q>', '"<" ">"', 'none'),
  'string-set': fixture(NAMED_STRING, 'name "text"'),
  'sum-set': fixture(NAMED_STRING.replace('string', 'page-sum'), 'name 7.5', 'name attr(title, 7.5)'),
  'footnote-display': fixture(
    '<style>i { float: footnote; @@ }</style><p>text<i>note</i> more<i>another</i>',
    'inline',
    'compact',
  ),
  'footnote-policy': fixture(
    `<style>@page { size: 300px 200px; margin: 0 } body { font: 20px/20px Arimo; margin: 0 } i { float: footnote; @@ }
    </style><p style="orphans: 1; widows: 1; margin: 0">${'a<br>'.repeat(6)}a<i>${'note<br>'.repeat(9)}</i><br>b`,
    'line',
    'block',
  ),
  'bookmark-level': fixture('<h2 style="@@">text', '1', 'none'),
  'bookmark-label': fixture('<h2 style="@@">text', '"label"'),
  'bookmark-state': fixture(BOX, 'closed'),
  'table-layout': fixture(TABLE, 'fixed'),
  'border-collapse': fixture(TABLE, 'collapse'),
  'border-spacing': fixture(TABLE, '9px 3px'),
  'caption-side': fixture(TABLE, 'bottom'),
  'empty-cells': fixture('<table><tr><td style="border: 2px solid; @@"></table>', 'hide'),
  'break-before': fixture(PAGES, 'page', 'left'),
  'break-after': fixture(PAGES, 'page', 'right'),
  'break-inside': fixture(PAGES, 'avoid'),
  orphans: fixture(PAGES.replace('<p>three', '<p style="height: 20px">gap</p><p>three'), '6'),
  widows: fixture(PAGES.replace('<p>three', '<p style="height: 20px">gap</p><p>three'), '6'),
  page: fixture(`<style>@page x { margin: 50px }</style>${BOX}`, 'x'),
  'overflow-x': fixture(
    '<div style="width: 50px; white-space: nowrap; overflow-y: clip; @@">much too long text</div>',
    'hidden',
    'clip',
    'scroll',
  ),
  'overflow-clip-margin': fixture(
    '<div style="width: 10px; height: 10px; padding: 3px; overflow: clip; @@">long text<br>text</div>',
    '5px',
    'content-box',
    'border-box 1px',
  ),
  'overflow-y': fixture('<div style="height: 10px; @@">text<br>text<br>text</div>', 'hidden', 'clip', 'auto'),
  clip: fixture(POSITIONED, 'rect(1px, 9px, 9px, 1px)'),
  'object-fit': fixture(IMAGE, 'contain', 'cover', 'none'),
  'object-position': fixture(IMAGE.replace('@@', 'object-fit: contain; @@'), 'left', '5px 5px'),
  'image-orientation': fixture(IMAGE.replace(PIXEL, dataUrl('image/png', orientedPng(1, 2, 6))), 'none'),
  'image-rendering': fixture(IMAGE.replace('@@', 'filter: blur(1px); @@'), 'pixelated', 'crisp-edges'),
  'flex-direction': fixture(FLEX, 'column', 'row-reverse'),
  'flex-wrap': fixture(FLEX, 'nowrap', 'wrap-reverse'),
  'flex-line-count': fixture(FLEX.replace('flex-wrap: wrap', 'flex-wrap: balance'), '3'),
  'flex-grow': fixture(ITEM.replace('290px', '20px; background: red'), '1'),
  'flex-shrink': fixture(ITEM.replace('@@', 'width: 100px; @@'), '0'),
  'flex-basis': fixture(ITEM, '200px'),
  'justify-content': fixture(FLEX, 'center', 'space-between'),
  'align-content': fixture(FLEX, 'center', 'space-between'),
  'align-items': fixture(FLEX, 'center', 'end', 'baseline'),
  'align-self': fixture(ITEM, 'center', 'end'),
  'justify-items': fixture(GRID, 'end'),
  'justify-self': fixture(GRID_ITEM, 'end'),
  'row-gap': fixture(GRID, '9px'),
  'column-gap': fixture(GRID.replace('@@', 'grid-auto-flow: column; @@'), '9px'),
  'grid-template-rows': fixture(GRID, '10px 50px'),
  'grid-template-columns': fixture(GRID, '50px 1fr', 'repeat(2, 30px)'),
  'grid-template-areas': fixture(GRID.replace('<i>c', '<i style="grid-area: z">c'), '"z z" "x y"'),
  'grid-auto-rows': fixture(GRID, '50px'),
  'grid-auto-columns': fixture(GRID.replace('@@', 'grid-auto-flow: column; @@'), '50px'),
  'grid-auto-flow': fixture(GRID, 'column'),
  'grid-row-start': fixture(GRID_ITEM, '2'),
  'grid-row-end': fixture(GRID_ITEM, '4'),
  'grid-column-start': fixture(GRID_ITEM, '3'),
  'grid-column-end': fixture(GRID_ITEM, '4', 'span 2'),
  'column-count': fixture(LONG, '2'),
  'column-width': fixture(LONG, '400px'),
  'column-fill': fixture(LONG.replace('@@', 'height: 300px; @@'), 'auto'),
  'column-span': fixture('<div style="columns: 2"><p>text</p><p style="@@">text</p><p>text</p></div>', 'all'),
  'column-rule-width': fixture(LONG.replace('@@', 'column-rule-style: solid; @@'), '7px'),
  'column-rule-style': fixture(LONG, 'solid'),
  'column-rule-color': fixture(LONG.replace('@@', 'column-rule-style: solid; @@'), 'red'),
  transform: fixture(BOX, 'rotate(20deg)', 'translate(5px, 5px)', 'scale(2)', 'rotateX(30deg)'),
  'transform-box': fixture(
    '<svg width="90" height="90"><rect x="10" y="20" width="30" height="40" style="transform: scale(2); transform-origin: center; @@"/></svg>',
    'fill-box',
    'content-box',
  ),
  'transform-origin': fixture(BOX.replace('@@', 'rotate: 20deg; @@'), '0 0'),
  perspective: fixture('<div style="@@"><p style="transform: translateZ(20px)">text</p></div>', '100px'),
  'perspective-origin': fixture(
    '<div style="perspective: 100px; @@"><p style="transform: translateZ(20px)">text</p></div>',
    '0 0',
  ),
  'transform-style': fixture(
    '<div style="transform: rotateX(60deg); @@"><p style="transform: rotateX(30deg)">text</p></div>',
    'preserve-3d',
  ),
  'backface-visibility': fixture(BOX.replace('@@', 'rotate: y 180deg; @@'), 'hidden'),
  translate: fixture(BOX, '5px 5px'),
  rotate: fixture(BOX, '20deg'),
  scale: fixture(BOX, '2'),
  filter: fixture(BOX, 'blur(2px)', 'grayscale(1)', 'drop-shadow(2px 2px red)'),
  'mix-blend-mode': fixture(BOX, 'multiply'),
  'will-change': fixture(BEHIND, 'transform', 'opacity, top'),
  'view-transition-name': fixture(BEHIND, 'hero'),
  isolation: fixture(
    '<div style="background: red"><div style="@@"><div style="position: relative; z-index: -1">under</div><span>over</span></div></div>',
    'isolate',
  ),
  'shape-outside': fixture(
    SHAPED,
    'circle()',
    'border-box',
    'polygon(0 0, 100% 0, 0 100%)',
    'linear-gradient(black 50%, transparent 50%)',
  ),
  'shape-margin': fixture(SHAPED.replace('@@', 'shape-outside: circle(20px); @@'), '5px', '2%'),
  'shape-image-threshold': fixture(
    SHAPED.replace('@@', 'shape-outside: linear-gradient(to right, black, transparent); @@'),
    '0.5',
  ),
  'clip-path': fixture(BOX, 'circle(20px)', 'inset(5px)'),
  'mask-image': fixture(BOX, 'linear-gradient(black, transparent)'),
  zoom: fixture(BOX, '2', '50%'),
  appearance: fixture('<input value="text" style="@@">', 'none'),
  'background-blend-mode': fixture(BACKGROUND, 'multiply'),
  '-webkit-text-fill-color': fixture(TEXT, 'red', 'transparent'),
  '-webkit-text-stroke-color': fixture(TEXT.replace('@@', '-webkit-text-stroke-width: 2px; @@'), 'red'),
  '-webkit-text-stroke-width': fixture(TEXT, '2px'),
  'mask-mode': fixture(MASKED, 'luminance'),
  'mask-position-x': fixture(MASKED, '20px'),
  'mask-position-y': fixture(MASKED, '20px'),
  'mask-size': fixture(MASKED, '10px 10px'),
  'mask-repeat': fixture(MASKED.replace('@@', 'mask-size: 10px 10px; @@'), 'no-repeat'),
  'mask-origin': fixture(MASKED, 'content-box'),
  'mask-clip': fixture(MASKED, 'content-box'),
  'mask-composite': fixture(
    MASKED.replace(
      '@@',
      'mask-image: linear-gradient(black, transparent), linear-gradient(90deg, black, transparent); @@',
    ),
    'exclude',
  ),
  'accent-color': fixture('<input type=checkbox checked style="@@">', 'crimson', '#fd7'),
  resize: fixture('<textarea style="@@">text</textarea>', 'none'),
};
