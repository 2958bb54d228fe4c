/**
 * Inserts anonymous table objects around misplaced boxes. Works on raw boxes, before anonymous blocks are created.
 * Source: https://drafts.csswg.org/css-tables-3/#fixup-algorithm
 */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { isCollapsibleSpace, isInlineBox, isOutOfFlow, isWhiteSpace, type RawBox, type RawNode } from './raw.js';

type Display = ComputedStyle['display'];

const ROW_GROUPS: ReadonlySet<Display> = new Set(['table-row-group', 'table-header-group', 'table-footer-group']);
const PROPER_TABLE_CHILDREN: ReadonlySet<Display> = new Set([
  ...ROW_GROUPS,
  'table-row',
  'table-column',
  'table-column-group',
  'table-caption',
]);

export class TableFixup {
  constructor(private readonly styled: StyledDocument) {}

  /** Fixes up the children of `parent`, which may have any display. Descendants further down are not fixed up yet. */
  children(parent: RawBox): RawNode[] {
    const display = parent.style.display;
    const children = removeSpaces(parent.children, display);
    if (display === 'table-column-group') return children;
    if (display === 'table' || display === 'inline-table') return this.#inTable(parent, children);
    if (ROW_GROUPS.has(display)) return this.#wrapOthers(parent, children, (d) => d === 'table-row', 'table-row');
    if (display === 'table-row') return this.#wrapOthers(parent, children, (d) => d === 'table-cell', 'table-cell');
    return this.#orphans(parent, children);
  }

  #inTable(parent: RawBox, children: RawNode[]): RawNode[] {
    const wrapped = this.#wrapOthers(parent, children, (display) => PROPER_TABLE_CHILDREN.has(display), 'table-row');
    // Rows directly in the table get a row group, so that tables contain sections only.
    return this.#wrapRuns(parent, wrapped, (display) => display === 'table-row', 'table-row-group');
  }

  /** Wraps runs of improper children (§3.1, "generate missing child wrappers"). */
  #wrapOthers(
    parent: RawBox,
    children: RawNode[],
    isProper: (display: Display) => boolean,
    wrapper: Display,
  ): RawNode[] {
    return this.#wrap(parent, children, (node) => !(node.kind === 'box' && isProper(node.style.display)), wrapper);
  }

  #wrapRuns(parent: RawBox, children: RawNode[], isMember: (display: Display) => boolean, wrapper: Display): RawNode[] {
    return this.#wrap(parent, children, (node) => node.kind === 'box' && isMember(node.style.display), wrapper);
  }

  /** Wraps table parts outside a table in the missing parents ("generate missing parents"). */
  #orphans(parent: RawBox, children: RawNode[]): RawNode[] {
    if (!children.some(isTablePart)) return children;
    const inRows = this.#wrapRuns(parent, children, (display) => display === 'table-cell', 'table-row');
    const table: Display = isInlineBox(parent) ? 'inline-table' : 'table';
    return this.#wrapRuns(parent, inRows, (display) => PROPER_TABLE_CHILDREN.has(display), table);
  }

  #wrap(parent: RawBox, children: RawNode[], isMember: (node: RawNode) => boolean, display: Display): RawNode[] {
    if (!children.some(isMember)) return children;
    const result: RawNode[] = [];
    let run: RawNode[] = [];
    const flush = () => {
      // Trailing white space stays outside the wrapper.
      const trailing: RawNode[] = [];
      while (run.length > 0 && isSpace(run.at(-1)!)) trailing.unshift(run.pop()!);
      if (run.length > 0) result.push(this.#anonymous(parent, display, run));
      result.push(...trailing);
      run = [];
    };
    for (const child of children) {
      if (isMember(child) || (run.length > 0 && isSpace(child))) run.push(child);
      else {
        flush();
        result.push(child);
      }
    }
    flush();
    return result;
  }

  #anonymous(parent: RawBox, display: Display, children: RawNode[]): RawBox {
    const style = this.styled.anonymous(parent.style, display);
    return { kind: 'box', style, element: parent.element, origin: 'anonymous', children };
  }
}

function isTablePart(node: RawNode): boolean {
  const { display } = node.style;
  return node.kind === 'box' && (display === 'table-cell' || PROPER_TABLE_CHILDREN.has(display));
}

/** White space from the source, which browsers drop between table parts; generated white space stays. */
const isSpace = (node: RawNode): boolean => isCollapsibleSpace(node) && !isGenerated(node);

const isGenerated = ({ origin }: RawNode): boolean => origin === '::before' || origin === '::after';

/** Removes white space between table parts ("remove irrelevant boxes"). */
function removeSpaces(children: RawNode[], parent: Display): RawNode[] {
  if (parent === 'table-column') return [];
  if (parent === 'table-column-group') return children.filter((node) => node.style.display === 'table-column');
  const inTable = parent === 'table' || parent === 'inline-table' || parent === 'table-row' || ROW_GROUPS.has(parent);
  if (!inTable && !children.some(isTablePart)) return children;
  const kept: RawNode[] = [];
  // In a table, white space that is preserved is removed, too.
  const isRemovable = inTable ? (node: RawNode) => isWhiteSpace(node) && !isGenerated(node) : isSpace;
  children.forEach((node, index) => {
    if (!isRemovable(node)) kept.push(node);
    else if (inTable) {
      // White space between inline content stays, for the anonymous cell around it.
      const before = kept.at(-1);
      if (!before || isTablePart(before) || isOutOfFlow(before)) return;
      let next = index + 1;
      while (next < children.length && isRemovable(children[next]!)) next += 1;
      const after = children[next];
      if (after && !isTablePart(after)) kept.push(node);
    } else {
      const before = children[index - 1];
      const after = children[index + 1];
      if (!(before && after && isTablePart(before) && isTablePart(after))) kept.push(node);
    }
  });
  return kept;
}
