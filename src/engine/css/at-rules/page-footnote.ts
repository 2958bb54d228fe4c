/**
 * `@footnote` in `@page`, which lightningcss does not know: carried through it as a margin box with a mark.
 * Source: https://drafts.csswg.org/css-gcpm-3/#footnote-area
 */

import type { Declaration } from 'lightningcss';
import type { RewrittenText } from '../syntax/rewriting.js';

/** A private-use character: it may stand in names, and nobody writes it. */
const MARK = '--\u{f0e1}footnote';
const CARRIER = `@top-left-corner {${MARK}:1;`;

/** Comments and strings are passed over; what counts is how deep in `@page` an at-rule stands. */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|@page\b|@footnote\s*\{|[{}]/gi;

/** @returns the text with every `@footnote` of a page rule as a margin box */
export function hideFootnoteAreas(sheet: RewrittenText): RewrittenText {
  if (!/@footnote\b/i.test(sheet.text)) return sheet;
  let depth = 0;
  /** How deep the block of the page rule is; 0: not in one. */
  let page = 0;
  let isPrelude = false;
  return sheet.replaceAll(TOKEN, (token = '') => {
    if (/^@page/i.test(token)) isPrelude = true;
    else if (token === '}') {
      depth = Math.max(0, depth - 1);
      if (depth < page) page = 0;
    } else if (token.endsWith('{')) {
      const isArea = token !== '{' && depth === page && page > 0;
      depth += 1;
      if (token === '{' && isPrelude) page = depth;
      isPrelude = false;
      if (isArea) return CARRIER + token.replace(/[^\n]/g, '');
    }
    return token;
  });
}

/** Whether the declarations are those of a footnote area; without the mark. */
export function revealFootnoteArea(declarations: readonly Declaration[]): {
  readonly isFootnoteArea: boolean;
  readonly declarations: readonly Declaration[];
} {
  const own = declarations.filter((one) => !(one.property === 'custom' && one.value.name === MARK));
  return { isFootnoteArea: own.length < declarations.length, declarations: own };
}
