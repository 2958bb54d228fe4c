/** Named pages. Source: https://drafts.csswg.org/css-page-3/#using-named-pages */

import type { Box, MarkerBox, TableRow, TableSection } from '../../box/tree.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import type { BreakToken } from '../algorithm/break-token.js';

/** The page name at which a box starts: that of its first child in flow, and so on down. */
export function startPageName(box: Box | MarkerBox | TableRow | TableSection, inherited: string): string {
  const own = box.style.page === 'auto' ? inherited : box.style.page;
  const first = firstInFlow(box);
  return first ? startPageName(first, own) : own;
}

/** The name of the page on which a token goes on. */
export function nextPageName(token: BreakToken, inherited: string): string {
  if (token.isBreakBefore) return startPageName(token.box, inherited);
  const own = token.box.style.page === 'auto' ? inherited : token.box.style.page;
  const child = continuedChild(token);
  return child ? nextPageName(child, own) : own;
}

/** The child at which a block container starts. */
export function firstInFlow(box: Box | MarkerBox | TableRow | TableSection): Box | undefined {
  if (box.kind !== 'block' || box.content.type !== 'blocks') return undefined;
  return box.content.children.find((child) => !isOutOfFlow(child.style) && !isFloating(child.style));
}

/** The child with which a box goes on on the next page. */
export function continuedChild(token: BreakToken): BreakToken | undefined {
  return token.childBreakTokens.findLast((candidate) => !candidate.isAtBlockEnd && !isFloating(candidate.box.style));
}
