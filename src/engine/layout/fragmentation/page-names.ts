/**
 * Named pages. A break between siblings whose page names differ is forced in fragmentation.ts.
 * Source: https://drafts.csswg.org/css-page-3/#using-named-pages
 */

import type { BlockBox, Box, MarkerBox, TableRow, TableSection } from '../../box/tree.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import type { Breakable, BreakToken } from '../algorithm/break-token.js';
import { orderedItems } from '../algorithm/items.js';

/** The page name of a box: that of its first in-flow child, recursively; of items side by side, of the first named one. */
export function startPageName(box: Box | MarkerBox | TableRow | TableSection, inherited: string): string {
  const own = box.style.page === 'auto' ? inherited : box.style.page;
  switch (box.kind) {
    case 'table-section':
      return box.rows[0] ? startPageName(box.rows[0], own) : own;
    case 'table-row':
      return firstName(
        box.cells.map((cell) => cell.box),
        own,
      );
    case 'table':
      return box.sections[0] ? startPageName(box.sections[0], own) : own;
    default: {
      if (isSideBySide(box)) return firstName(orderedItems(box), own);
      const first = firstInFlow(box);
      return first ? startPageName(first, own) : own;
    }
  }
}

/** The first name of boxes that are side by side; without one, that of the box around them. */
export function firstName(boxes: readonly Box[], inherited: string): string {
  for (const box of boxes) {
    const name = startPageName(box, inherited);
    if (name !== '') return name;
  }
  return inherited;
}

/** The name of the page on which layout resumes: that of the first box on it, even of overflow beside what follows. */
export function nextPageName(token: BreakToken, inherited: string): string {
  if (token.isBreakBefore) return startPageName(token.box, inherited);
  const own = token.box.style.page === 'auto' ? inherited : token.box.style.page;
  const child = token.childBreakTokens.find(({ box }) => !isFloating(box.style) && !isOutOfFlow(box.style));
  return child ? nextPageName(child, nameIn(token.box, child.box, own)) : own;
}

/** The page name around a child: rows of a table have that of their section. */
function nameIn(parent: Breakable, child: Breakable, own: string): string {
  if (parent.kind !== 'table' || child.kind !== 'table-row') return own;
  const section = parent.sections.find(({ rows }) => rows.includes(child));
  return section && section.style.page !== 'auto' ? section.style.page : own;
}

/** Whether the children are items of a grid, or of a row of a flex container. */
function isSideBySide(box: Box | MarkerBox): box is BlockBox {
  if (box.kind !== 'block') return false;
  return box.context === 'grid' || (box.context === 'flex' && box.style['flex-direction'].startsWith('row'));
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
