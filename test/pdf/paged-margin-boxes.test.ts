/** Page-margin boxes: where they are, how large they are, what is in them. */

import { suite } from '../support/paged-media.js';

const SPEC = 'https://www.w3.org/TR/css-page-3/';
const box = (name: string, more = 'content: "x"') => `@page { @${name} { ${more} } }`;

suite(`${SPEC}#margin-boxes`, [
  [
    'top-left-corner: at the intersection of top and left margins, its text to the right',
    box('top-left-corner'),
    '',
    ['x@34,10'],
  ],
  ['top-left: between the corners, its text to the left', box('top-left'), '', ['x@40,10']],
  ['top-center: its text is centred', box('top-center'), '', ['x@147,10']],
  ['top-right: its text to the right', box('top-right'), '', ['x@254,10']],
  ['top-right-corner: its text to the left', box('top-right-corner'), '', ['x@260,10']],
  ['left-top: its text is centred, at the top', box('left-top'), '', ['x@17,40']],
  ['left-middle: its text is in the middle', box('left-middle'), '', ['x@17,90']],
  ['left-bottom: its text is at the bottom', box('left-bottom'), '', ['x@17,140']],
  ['right-top: its text is centred, at the top', box('right-top'), '', ['x@277,40']],
  ['right-middle: its text is in the middle', box('right-middle'), '', ['x@277,90']],
  ['right-bottom: its text is at the bottom', box('right-bottom'), '', ['x@277,140']],
  ['bottom-left-corner: its text to the right', box('bottom-left-corner'), '', ['x@34,170']],
  ['bottom-left: its text to the left', box('bottom-left'), '', ['x@40,170']],
  ['bottom-center: its text is centred', box('bottom-center'), '', ['x@147,170']],
  ['bottom-right: its text to the right', box('bottom-right'), '', ['x@254,170']],
  ['bottom-right-corner: its text to the left', box('bottom-right-corner'), '', ['x@260,170']],
  ['a margin box is generated on every page', box('top-left'), 'a<p class=n>b', ['x a', 'x b']],
  [
    'content: none generates no box',
    `${box('top-left')} @page :first { @top-left { content: none } }`,
    'a<p class=n>b',
    ['a', 'x b'],
  ],
  [
    'content: normal generates no box',
    `${box('top-left')} @page :first { @top-left { content: normal } }`,
    'a<p class=n>b',
    ['a', 'x b'],
  ],
  ['a margin box without content is not generated', box('top-left', 'color: red'), 'a', ['a']],
  ['text-align places its text', box('top-left', 'content: "x"; text-align: right'), '', ['x@254,10']],
  [
    'vertical-align: top places its content at the top',
    box('top-left', 'content: "x"; vertical-align: top'),
    '',
    ['x@40,0'],
  ],
  [
    'vertical-align: bottom places its content at the bottom',
    box('top-left', 'content: "x"; vertical-align: bottom'),
    '',
    ['x@40,20'],
  ],
  [
    'it inherits from the page context',
    '@page { font-size: 10px; text-indent: 12px; @top-left { content: "x" } }',
    '',
    ['x@52,10'],
  ],
  [
    'padding and border are inside of it',
    box('top-left', 'content: "x"; padding-left: 8px; border-left: 2px solid'),
    '',
    ['x@50,10'],
  ],
  [
    'lines of its content are broken at its width',
    box('top-left', 'content: "aa bb"; width: 20px; vertical-align: top'),
    '',
    ['aa@40,0 bb@40,20'],
  ],
  [
    '\\A and white-space: pre break lines',
    box('top-left', 'content: "a\\A b"; white-space: pre'),
    '',
    ['a@40,0 b@40,20'],
  ],
  [
    'texts, counters and strings may be listed in its content',
    box('top-left', 'content: "p. " counter(page) "!"'),
    '',
    ['p. 1!@40,10'],
  ],
  [
    'declarations of a more specific page selector win, box by box',
    `${box('top-left')} @page :first { @top-left { content: "f" } @top-right { content: "r" } }`,
    'a<p class=n>b',
    ['f r a', 'x b'],
  ],
  [
    'margin boxes are painted over the page, in the order of the list',
    box('top-left', 'content: "x"; width: 300px') + box('top-right', 'content: "y"; width: 220px'),
    '',
    ['x y'],
  ],
]);

/** On the top edge of 220 px; boxes show where they begin or end. */
const top = (a: string, b: string, c: string) =>
  `@page { @top-left { text-align: right; ${a} } @top-center { text-align: right; ${b} } @top-right { text-align: right; ${c} } }`;
const [A24, B24, C48] = ['content: "aaaa"', 'content: "bbbb"', 'content: "cccccccc"'];
suite(`${SPEC}#margin-dimension`, [
  ['A alone has the whole edge', top(A24!, '', ''), '', ['aaaa@236,10']],
  ['B alone has the whole edge', top('', B24!, ''), '', ['bbbb@236,10']],
  ['C alone has the whole edge', top('', '', C48!), '', ['cccccccc@212,10']],
  // 220 - 24 - 48 = 148, in the ratio of 24 to 48: A has 24 + 49.3
  [
    'A and C share the free space in the ratio of their max-content widths',
    top(A24!, '', C48!),
    '',
    ['aaaa@89,10 cccccccc@212,10'],
  ],
  // AC is 2 × 24 = 48 beside B with 24: B has 24 + 148 / 3, which is centred
  ['A and B: B is centred, as if A were on both sides', top(A24!, B24!, ''), '', ['aaaa@89,10 bbbb@163,10']],
  // AC is 2 × 48 = 96 beside B with 24: B has 24 + 100 / 5 = 44, and C 88
  ['B and C: B is centred, as if C were on both sides', top('', B24!, C48!), '', ['bbbb@148,10 cccccccc@212,10']],
  [
    'A, B and C: the wider one of A and C counts twice',
    top(A24!, B24!, C48!),
    '',
    ['aaaa@104,10 bbbb@148,10 cccccccc@212,10'],
  ],
  ['a width is used as it is', top(`${A24}; width: 50px`, '', C48!), '', ['aaaa@66,10 cccccccc@212,10']],
  [
    'a percentage refers to the width of the edge',
    top(`${A24}; width: 50%`, '', C48!),
    '',
    ['aaaa@126,10 cccccccc@212,10'],
  ],
  [
    'two widths that do not fill the edge leave room between them',
    top(`${A24}; width: 50px`, '', `${C48}; width: 60px; text-align: left`),
    '',
    ['aaaa@66,10 cccccccc@200,10'],
  ],
  [
    'a width of B leaves the same width for A and C',
    top(A24!, `${B24}; width: 100px`, C48!),
    '',
    ['aaaa@76,10 bbbb@176,10 cccccccc@212,10'],
  ],
  [
    'B stays centred between widths that differ',
    top(`${A24}; width: 30px`, B24!, `${C48}; width: 70px`),
    '',
    ['aaaa@46,10 bbbb@166,10 cccccccc@212,10'],
  ],
  ['a maximum width is not exceeded', top(`${A24}; max-width: 30px`, '', C48!), '', ['aaaa@46,10 cccccccc@212,10']],
  ['a minimum width is kept', top(`${A24}; min-width: 100px`, '', C48!), '', ['aaaa@116,10 cccccccc@212,10']],
  [
    'padding adds to the width',
    top(`${A24}; width: 50px; padding-right: 10px`, '', `${C48}; text-align: left`),
    '',
    ['aaaa@66,10 cccccccc@100,10'],
  ],
  [
    'margins add to the width',
    top(`${A24}; width: 50px; margin-right: 10px`, '', `${C48}; text-align: left`),
    '',
    ['aaaa@66,10 cccccccc@100,10'],
  ],
  // 114 and 174 px at most, 24 px at least: A has 24 + (220 - 48) × 90 / 240 = 88.5
  [
    'boxes wider than the edge shrink towards their min-content widths',
    top(
      `content: "${words(4)}"; text-align: left; vertical-align: top`,
      '',
      `content: "${words(6).replaceAll('a', 'c')}"; text-align: left; vertical-align: top`,
    ),
    '',
    ['aaaa aaaa aaaa cccc cccc cccc cccc@40,0 aaaa@40,20 cccc cccc@129,20'],
  ],
  [
    'empty content takes part in the distribution',
    top(A24!, 'content: ""', `${C48}`),
    '',
    ['aaaa@126,10 cccccccc@212,10'],
  ],
]);

function words(count: number): string {
  return Array.from({ length: count }, () => 'aaaa').join(' ');
}

/** On the left edge of 120 px, whose boxes have lines of 20 px. */
const side = (a: string, b: string, c: string) =>
  `@page { @left-top { vertical-align: bottom; ${a} } @left-middle { vertical-align: top; ${b} } @left-bottom { vertical-align: top; ${c} } }`;
suite(`${SPEC}#margin-dimension (heights)`, [
  ['A alone has the whole height', side('content: "a"', '', ''), '', ['a@17,140']],
  ['A and C of the same height share it', side('content: "a"', '', 'content: "c"'), '', ['a@17,80 c@17,100']],
  [
    'A, B and C of the same height have a third each, but AC counts twice',
    side('content: "a"', 'content: "b"', 'content: "c"'),
    '',
    ['a@17,60 b@17,80 c@17,120'],
  ],
  ['a height is used as it is', side('content: "a"; height: 30px', '', 'content: "c"'), '', ['a@17,50 c@17,70']],
  [
    'the width of side boxes is that of the margin',
    box('left-top', 'content: "x"; text-align: right'),
    '',
    ['x@34,40'],
  ],
  [
    'a width of a side box, and its margin, place it',
    box('left-top', 'content: "x"; width: 20px; margin-left: 5px; text-align: left'),
    '',
    ['x@5,40'],
  ],
  [
    'the height of top boxes is that of the margin',
    box('top-left', 'content: "x"; height: 20px; vertical-align: top; margin-top: 4px'),
    '',
    ['x@40,4'],
  ],
  [
    'a corner box has the size of the corner',
    box('top-left-corner', 'content: "x"; text-align: left; vertical-align: bottom'),
    '',
    ['x@0,20'],
  ],
]);
