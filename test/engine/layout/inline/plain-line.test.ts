/** Lines of plain text skip the general algorithm; an empty inline box keeps a block from that, and must change nothing. */

import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { randomness } from '../../../support/mutations.js';
import { sample, seeds } from '../../../support/sample.js';
import { shrink } from '../../../support/shrink.js';
import { layOut } from '../lay-out.js';
import { wordsOf } from '../words.js';

const STYLE = '<!DOCTYPE html><style>body { margin: 0; width: 200px; font: 14px/20px Arimo }</style>';

const wordsIn = (style: string, content: string) =>
  wordsOf(layOut(`${STYLE}<div style="${style}">${content}</div><p>after</p>`).layout).map(
    ({ page, x, y, text }) => `${page} ${x.toFixed(4)} ${y.toFixed(4)} ${text}`,
  );

const CONTENTS: readonly (readonly [sentence: string, content: string])[] = [
  ['a line', 'one line'],
  ['lines between forced breaks', '12 High Street<br>Some Town<br>AB1 2CD'],
  ['spaces around forced breaks', ' one <br> two <br>\n three '],
  ['empty lines', '<br>one<br><br>two<br><br>'],
  ['a line that wraps between ones that do not', 'one<br>this line is much longer than the block that it is in<br>two'],
  ['a word that overflows', 'one<br>Donaudampfschifffahrtselektrizitätenhauptbetriebswerk<br>two'],
  ['text in other scripts', 'one<br>日本語<br>עברית<br>two'],
  ['a break of another font', 'one<br style="font-size:30px">two'],
  ['a break of another line height', 'one<br style="line-height:40px">two'],
  ['a break below floats', '<i style="float:left;height:50px">f</i>one<br style="clear:left">two'],
  ['text in another font', 'one<br><b style="font-size:20px">two</b><br>three'],
  ['a comment between two texts', 'one<br>two<!-- -->three<br>four'],
  ['a paragraph', 'Some words that wrap over several lines, with AVATAR and To-do lists in-between – and a dash.'],
  ['paragraphs between forced breaks', 'words that wrap over several lines<br>and again some words that wrap<br>end'],
  ['soft hyphens', 'extra\u00adordinary incom\u00adpre\u00adhensi\u00adbilities of hyphen\u00adated words\u00ad'],
  ['a paragraph of ideographs', '日本語の文章は、どこでも改行できる。「括弧」も含む。'],
  [
    'a paragraph beside a float',
    '<i style="float:right;width:90px;height:30px"></i>words that wrap beside a float and below it',
  ],
];

const STYLES = [
  '',
  'text-indent:20px',
  'text-indent:20px each-line',
  'text-indent:20px hanging',
  'text-align:right',
  'text-align:center;text-align-last:left',
  'text-align:justify',
  'text-align:justify;text-align-last:justify',
  'text-wrap:balance',
  'text-wrap:pretty',
  'white-space:pre-line',
  'white-space:nowrap;overflow:hidden;text-overflow:ellipsis',
  'direction:rtl',
  'width:20px',
  'width:0',
  'width:61.3px;text-align:justify',
  'overflow-wrap:anywhere;width:50px',
  'word-break:break-all;width:50px',
  'hyphens:auto;width:80px;text-align:justify',
  '-webkit-line-clamp:2;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden',
  'line-height:normal',
  'letter-spacing:2px;word-spacing:5px',
  'hanging-punctuation:first last',
  'columns:2;column-gap:0',
  'writing-mode:vertical-rl;height:100px',
];

for (const [sentence, content] of CONTENTS) {
  t.test(sentence, async (t) => {
    for (const style of sample(STYLES, sentence)) {
      t.strictSame(wordsIn(style, content), wordsIn(style, `${content}<span></span>`), style);
    }
  });
}

t.test('random paragraphs', async (t) => {
  const random = randomness(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]) => list[below(list.length)]!;
  const words = [
    'a',
    'To',
    'AVA',
    'office',
    'half-way',
    'under\u00adstanding',
    'naïve',
    '€12.50',
    'http://x.y/z',
    '語',
    '–',
  ];
  const separators = [' ', ' ', ' ', ' ', '  ', '<br>', ' <br>', '\u00a0', '/'];
  const taken = new Set(seeds(150, 'plain line', 0));
  for (let round = 0; round < 150; round++) {
    const content = Array.from({ length: 2 + below(40) }, () => pick(words) + pick(separators)).join('');
    const style = `width:${below(20_000) / 97}px;font-size:${10 + below(9)}px;${pick(STYLES)}`;
    if (!taken.has(round)) continue;
    const differs = (text: string) => !isDeepStrictEqual(wordsIn(style, text), wordsIn(style, `${text}<span></span>`));
    t.notOk(differs(content) && shrink(content, differs), `${style} | ${content}`);
  }
});
