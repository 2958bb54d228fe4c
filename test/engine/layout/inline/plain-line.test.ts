/** Lines of plain text skip the general algorithm; an empty inline box keeps a block from that, and must change nothing. */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { wordsOf } from '../words.js';

const STYLE = '<!DOCTYPE html><style>body { margin: 0; width: 200px; font: 14px/20px Arimo }</style>';

const words = (style: string, content: string) =>
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
  'line-height:normal',
  'letter-spacing:2px;word-spacing:5px',
  'hanging-punctuation:first last',
  'columns:2;column-gap:0',
  'writing-mode:vertical-rl;height:100px',
];

for (const [sentence, content] of CONTENTS) {
  t.test(sentence, async (t) => {
    for (const style of STYLES) {
      t.strictSame(words(style, content), words(style, `${content}<span></span>`), style);
    }
  });
}
