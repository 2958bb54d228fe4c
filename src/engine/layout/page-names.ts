/** Named pages. Source: https://drafts.csswg.org/css-page-3/#using-named-pages */

import type { Box, MarkerBox, TableRow, TableSection } from '../box/tree.js';
import { isFloating, isOutOfFlow } from './intrinsic.js';
import type { BreakToken } from './types.js';

/** The page name at which a box starts: that of its first child in flow, and so on down. */
export function startPageName(box: Box | MarkerBox | TableRow | TableSection, inherited: string): string {
  const own = box.style.page === 'auto' ? inherited : box.style.page;
  if (box.kind !== 'block' || box.content.type !== 'blocks') return own;
  const first = box.content.children.find((child) => !isOutOfFlow(child.style) && !isFloating(child.style));
  return first ? startPageName(first, own) : own;
}

/** The name of the page on which a token goes on. */
export function nextPageName(token: BreakToken, inherited: string): string {
  if (token.before) return startPageName(token.box, inherited);
  const own = token.box.style.page === 'auto' ? inherited : token.box.style.page;
  const child = token.children.findLast((candidate) => !candidate.atEnd && !isFloating(candidate.box.style));
  return child ? nextPageName(child, own) : own;
}
