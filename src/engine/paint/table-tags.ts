/** The tags of tables: rows and cells of the source, whether content of theirs is painted or not. */

import type { Budgets } from '../budgets.js';
import type { ElementNode } from '../html/dom.js';
import { parseNonNegativeInteger } from '../html/numbers.js';
import type { CellTag, RowTag, TableTag } from './display-list.js';

/** Roles that remove the semantics of an element. Source: https://www.w3.org/TR/wai-aria-1.2/#presentation */
const PRESENTATION = /^\s*(?:presentation|none)\s*$/i;

export const isPresentational = (element: ElementNode): boolean => PRESENTATION.test(element.attribute('role') ?? '');

export const isHidden = (element: ElementNode): boolean =>
  element.attribute('aria-hidden')?.trim().toLowerCase() === 'true';

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);

/** Makes the tags of tables, once for each element, so that the parts of a table on several pages are one table. */
export class TableTags {
  readonly #tables = new Map<ElementNode, TableTag>();
  /** By the serial number of the element. */
  readonly #rows: RowTag[] = [];
  readonly #cells: CellTag[] = [];

  /** @param isRendered  whether an element has boxes */
  constructor(
    private readonly isRendered: (element: ElementNode) => boolean,
    private readonly budgets: Budgets | undefined,
  ) {}

  table(element: ElementNode): TableTag {
    let tag = this.#tables.get(element);
    if (!tag) {
      const shown = (parent: ElementNode) =>
        elementsIn(parent).filter((child) => this.isRendered(child) && !isHidden(child));
      const rows = inTableOrder(shown(element)).flatMap((child) => (SECTIONS.has(child.name) ? shown(child) : [child]));
      tag = { type: 'table', rows: rows.filter(isRow).map((row) => this.row(row)) };
      this.budgets?.tags.take(slotsOf(tag), element);
      this.#tables.set(element, tag);
    }
    return tag;
  }

  row(element: ElementNode): RowTag {
    let tag = this.#rows[element.serial];
    if (!tag) {
      // The content of hidden cells is elsewhere, but they keep their columns.
      const cells = elementsIn(element).filter((child) => isCell(child) && this.isRendered(child));
      tag = { type: 'table-row', role: sectionRole(element.parent), cells: cells.map((cell) => this.cell(cell)) };
      this.#rows[element.serial] = tag;
    }
    return tag;
  }

  cell(element: ElementNode): CellTag {
    let tag = this.#cells[element.serial];
    if (!tag) {
      const colspan = spanAttribute(element, 'colspan', 1000);
      const rowspan = spanAttribute(element, 'rowspan', 65534);
      tag = { type: 'table-cell', header: element.name === 'th', colspan, rowspan };
      this.#cells[element.serial] = tag;
    }
    return tag;
  }
}

/** The rows of a table are equally long in a PDF: each has as many cells as the longest has columns. */
function slotsOf({ rows }: TableTag): number {
  let columns = 0;
  for (const { cells } of rows)
    columns = Math.max(
      columns,
      cells.reduce((sum, { colspan }) => sum + colspan, 0),
    );
  return rows.length * columns;
}

/** The first header comes first and the first footer last. Source: https://drafts.csswg.org/css-tables-3/#visual-layout */
function inTableOrder(parts: readonly ElementNode[]): readonly ElementNode[] {
  const head = parts.find(({ name }) => name === 'thead');
  const foot = parts.find(({ name }) => name === 'tfoot');
  const others = parts.filter((part) => part !== head && part !== foot);
  return [...(head ? [head] : []), ...others, ...(foot ? [foot] : [])];
}

const elementsIn = ({ children }: ElementNode): ElementNode[] =>
  children.filter((child): child is ElementNode => child.kind === 'element' && child.namespace === 'html');

const isRow = (element: ElementNode): boolean => element.name === 'tr' && !isPresentational(element);

const isCell = (element: ElementNode): boolean =>
  (element.name === 'td' || element.name === 'th') && !isPresentational(element);

function sectionRole(section: ElementNode | null): 'header' | 'body' | 'footer' {
  if (section?.name === 'thead') return 'header';
  return section?.name === 'tfoot' ? 'footer' : 'body';
}

/** Source: https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows */
function spanAttribute(element: ElementNode, attribute: 'colspan' | 'rowspan', max: number): number {
  const value = parseNonNegativeInteger(element.attribute(attribute)) ?? 1;
  return value === 0 && attribute === 'colspan' ? 1 : Math.min(value, max);
}
