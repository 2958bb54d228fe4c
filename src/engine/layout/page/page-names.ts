/**
 * Named pages. A break between siblings whose page names differ is forced in fragmentation/fragmentation.ts.
 * Source: https://drafts.csswg.org/css-page-3/#using-named-pages
 */

import type { Box, MarkerBox, TableRow, TableSection } from '../../box/tree.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import type { BreakToken } from '../algorithm/break-token.js';

/** The start page value of a box: that of its first in-flow child, recursively. */
export function startPageName(box: Box | MarkerBox | TableRow | TableSection, inherited: string): string {
  const own = box.style.page === 'auto' ? inherited : box.style.page;
  const first = firstInFlow(box);
  return first ? startPageName(first, own) : own;
}

/** The name of the page on which layout resumes. */
export function nextPageName(token: BreakToken, inherited: string): string {
  if (token.isBreakBefore) return startPageName(token.box, inherited);
  const own = token.box.style.page === 'auto' ? inherited : token.box.style.page;
  const child = continuedChild(token);
  return child ? nextPageName(child, own) : own;
}

/** The first in-flow child of a block container with block-level content. */
export function firstInFlow(box: Box | MarkerBox | TableRow | TableSection): Box | undefined {
  if (box.kind !== 'block' || box.content.type !== 'blocks') return undefined;
  return box.content.children.find((child) => !isOutOfFlow(child.style) && !isFloating(child.style));
}

/** The break token of the in-flow child with which a box resumes on the next page. */
export function continuedChild(token: BreakToken): BreakToken | undefined {
  return token.childBreakTokens.findLast((candidate) => !candidate.isAtBlockEnd && !isFloating(candidate.box.style));
}
