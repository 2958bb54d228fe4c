/**
 * `@footnote` in `@page`, which lightningcss does not know: encoded as a margin box with a marker declaration, and
 * decoded from the parsed rule.
 * Source: https://drafts.csswg.org/css-gcpm-3/#footnote-area
 */

import type { Declaration } from 'lightningcss';
import type { RewrittenText } from '../syntax/rewriting.js';

/** A custom property with a private-use character. */
const MARK = '--\u{f0e1}footnote';
const ENCODED = `@top-left-corner {${MARK}:1;`;

/** Comments and strings, which are copied, and the tokens that open and close blocks. */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|@page\b|@footnote\s*\{|[{}]/gi;

/** Encodes every `@footnote` of a page rule as a margin box. */
export function encodeFootnoteAreas(sheet: RewrittenText): RewrittenText {
  if (!/@footnote\b/i.test(sheet.text)) return sheet;
  let depth = 0;
  /** Depth of the block of the page rule; 0 outside of one. */
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
      if (isArea) return ENCODED + token.replace(/[^\n]/g, '');
    }
    return token;
  });
}

/** Tells whether the declarations are those of a footnote area, and removes the marker. */
export function decodeFootnoteArea(declarations: readonly Declaration[]): {
  readonly isFootnoteArea: boolean;
  readonly declarations: readonly Declaration[];
} {
  const own = declarations.filter((one) => !(one.property === 'custom' && one.value.name === MARK));
  return { isFootnoteArea: own.length < declarations.length, declarations: own };
}
