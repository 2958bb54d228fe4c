/**
 * Lengths without a unit: lightningcss takes `width: 5` for 5px and does not tell. They are invalid but in quirks mode,
 * and there for few properties.
 * Source: https://quirks.spec.whatwg.org/#the-unitless-length-quirk
 */

import { RewrittenText } from './rewriting.js';

/** The unit that marks a number as a length without one; no CSS text has it by accident. */
export const UNITLESS = '-unitless';

const QUIRKY =
  'border-(?:top|right|bottom|left)-width|border-width|border-spacing|background-position|bottom|clip|font-size|height|left|letter-spacing|margin(?:-(?:top|right|bottom|left))?|max-(?:width|height)|min-(?:width|height)|padding(?:-(?:top|right|bottom|left))?|right|text-indent|top|vertical-align|width|word-spacing';

/** Further ones whose grammar has lengths and no numbers, so that any number but 0 is a mistake. */
const STRICT =
  '(?:margin|padding|inset)-(?:block|inline)(?:-(?:start|end))?|inset|(?:min-|max-)?(?:block|inline)-size|border(?:-(?:top|right|bottom|left|block|inline))?|border-radius|border-(?:top|bottom)-(?:left|right)-radius|outline|outline-width|outline-offset|(?:row-|column-|grid-)?gap|background-size|flex-basis|(?:box|text)-shadow|transform-origin';

// What is never closed ends with the text: to look for its end again and again would take quadratic time. Runs are taken
// whole: an embedded font has millions of characters, and every alternative costs stack.
const STRING = `"(?:\\\\[^]?|[^"\\\\]+)*(?:"|$)|'(?:\\\\[^]?|[^'\\\\]+)*(?:'|$)`;
const SKIPPED = `${STRING}|/\\*[^]*?(?:\\*/|$)|url\\([^)]*(?:\\)|$)`;

const declarations = (names: string): RegExp =>
  new RegExp(`${SKIPPED}|((?<=^|[;{}]|\\*/)\\s*(?:${names})\\s*:)((?:${SKIPPED}|[^;{}"'/u]+|[/u])*)`, 'gi');

const IN_STANDARDS_MODE = declarations(`${QUIRKY}|${STRICT}`);
const IN_QUIRKS_MODE = declarations(STRICT);
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Marks the lengths without units that a browser would not take, so that they arrive as the invalid values they are.
 * @param css     a stylesheet, or the text of a style attribute
 * @param quirks  whether the document is in quirks mode
 * @returns text of the same lines
 */
export function markUnitlessLengths(css: string, quirks: boolean): string {
  return markUnitlessIn(RewrittenText.of(css), quirks).text;
}

/** The same for text whose places are asked for later. */
export function markUnitlessIn(css: RewrittenText, quirks: boolean): RewrittenText {
  return css.replaceAll(quirks ? IN_QUIRKS_MODE : IN_STANDARDS_MODE, (all = '', name, value) =>
    name === undefined || value === undefined || !/\d/.test(value) ? all : name + markNumbers(value),
  );
}

/** Those outside of functions; in `calc()` numbers are at home. */
function markNumbers(value: string): string {
  let depth = 0;
  return value.replace(new RegExp(`${SKIPPED}|[()]|[\\w.%#+-]+`, 'gi'), (part) => {
    if (part === '(') depth++;
    if (part === ')') depth--;
    return depth === 0 && NUMBER.test(part) && Number(part) !== 0 ? part + UNITLESS : part;
  });
}
