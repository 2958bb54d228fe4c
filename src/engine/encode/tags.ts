/** Encodes tags as structure elements. */

import type { DisplayItem, LinkTarget, TagItem } from '../paint/display-list.js';
import { type CellPlace, isTag, placeCells, tableSections } from '../paint/table-structure.js';
import { SCOPE, TAG } from './format.js';
import { type ContentOwner, Element } from './structure.js';

/** State inherited from the groups and tags around an item. */
export interface ItemContext {
  /** Product of the opacities of the groups around. */
  readonly alpha: number;
  readonly owner: ContentOwner;
  readonly target: LinkTarget | undefined;
  /** The owner of shapes: in a list marker the label. Default: shapes are artifacts. */
  readonly marker?: Element;
}

/** Encodes items in painting order. */
export type EncodeItems = (items: readonly DisplayItem[], context: ItemContext) => void;

export interface TagEncoder {
  encode: EncodeItems;
  /** Writes an element even if it remains empty. */
  open(element: Element): void;
  heading(item: TagItem): void;
}

type WriteArguments = ConstructorParameters<typeof Element>[2];
type MakeElement = (kind: number, write?: WriteArguments) => Element;

export function encodeTag(item: TagItem, context: ItemContext, encoder: TagEncoder): void {
  const { tag, children } = item;
  const { owner } = context;
  const parent = typeof owner === 'string' ? undefined : owner;
  const isPlain = owner === 'artifact' || parent?.isDeep === true;
  const element: MakeElement = (kind, write) => new Element(parent, kind, write);
  if (tag.type === 'list' && !isPlain) encodeList(item, context, element, encoder);
  else if (tag.type === 'table' && !isPlain) encodeTable(item, context, element(TAG.table), encoder);
  else {
    const target = tag.type === 'link' ? tag.target : context.target;
    const inner = tag.type === 'artifact' ? 'artifact' : isPlain ? owner : elementOf(item, element, encoder);
    encoder.encode(children, { ...context, owner: inner ?? owner, target });
  }
}

/** undefined: the tag creates no element. */
function elementOf(item: TagItem, element: MakeElement, encoder: TagEncoder): Element | undefined {
  const { tag } = item;
  if (tag.type === 'link') return element(TAG.link);
  if (tag.type === 'paragraph') return element(TAG.paragraph);
  if (tag.type !== 'heading') return undefined;
  const { level, outline } = tag;
  if (outline !== '') encoder.heading(item);
  return element(TAG.heading, (writer) => {
    writer.integer(level);
    writer.text(outline);
  });
}

function encodeList({ children }: TagItem, context: ItemContext, element: MakeElement, encoder: TagEncoder): void {
  const isLabel = (part: DisplayItem): part is TagItem => isTag(part, 'list-label') && part.children.length > 0;
  const hasLabels = children.some((child) => isTag(child, 'list-item') && child.children.some(isLabel));
  const list = element(TAG.list, (writer) => writer.integer(hasLabels ? 1 : 0));
  for (const child of children) {
    if (!isTag(child, 'list-item')) {
      encoder.encode([child], context);
      continue;
    }
    const item = new Element(list, TAG.listItem);
    const label = child.children.some(isLabel) ? new Element(item, TAG.listLabel) : undefined;
    const body = new Element(item, TAG.listBody);
    if (label) encoder.open(label);
    encoder.open(body);
    for (const part of child.children) {
      if (isTag(part, 'list-label'))
        encoder.encode(part.children, { ...context, owner: label ?? body, ...(label && { marker: label }) });
      else encoder.encode([part], { ...context, owner: body });
    }
  }
}

function encodeTable({ children }: TagItem, context: ItemContext, table: Element, encoder: TagEncoder): void {
  const sections = tableSections(children.filter((child) => isTag(child, 'table-row')));
  const hasSections = sections.header.length + sections.footer.length > 0;
  const cells = new Map<TagItem, Element>();
  const rows = new Map<TagItem, Element>();
  const add = (part: readonly TagItem[], kind: number): SectionGrid => {
    const section = hasSections ? new Element(table, kind) : table;
    for (const row of part) rows.set(row, new Element(section, TAG.tableRow));
    const places = placeCells(part);
    for (const { cell, y, colspan, rowspan } of places) {
      const isHeader = cell.tag.header;
      const inHead = kind === TAG.tableHead;
      const write: WriteArguments = (writer) => {
        writer.integer(colspan);
        writer.integer(rowspan);
        if (isHeader || inHead) writer.integer(inHead ? SCOPE.column : SCOPE.row);
      };
      const row = rows.get(part[y]!)!;
      cells.set(cell, new Element(row, isHeader || inHead ? TAG.tableHeaderCell : TAG.tableCell, write));
    }
    return { rows: part, places };
  };
  const grids = [
    add(sections.header, TAG.tableHead),
    add(sections.body, TAG.tableBody),
    add(sections.footer, TAG.tableFoot),
  ];
  const missing = missingCells(grids, rows);
  for (const child of children) {
    if (!isTag(child, 'table-row')) {
      encoder.encode([child], context);
      continue;
    }
    for (const part of child.children) {
      const cell = part.kind === 'tag' ? cells.get(part) : undefined;
      if (!cell) {
        encoder.encode([part], context);
        continue;
      }
      encoder.open(cell);
      encoder.encode((part as TagItem).children, { ...context, owner: cell });
    }
    for (const cell of missing.get(child) ?? []) encoder.open(cell);
  }
}

interface SectionGrid {
  readonly rows: readonly TagItem[];
  readonly places: readonly CellPlace[];
}

/** Empty cells for rows that have fewer slots than others: the rows of a table are equally long in a PDF. */
function missingCells(
  grids: readonly SectionGrid[],
  rows: ReadonlyMap<TagItem, Element>,
): ReadonlyMap<TagItem, readonly Element[]> {
  const slotsOf = grids.map(({ rows, places }) => {
    const slots = rows.map(() => 0);
    for (const { y, colspan, rowspan } of places) for (let i = 0; i < rowspan; i++) slots[y + i]! += colspan;
    return slots;
  });
  let columns = 0;
  for (const slots of slotsOf) for (const count of slots) columns = Math.max(columns, count);
  const missing = new Map<TagItem, readonly Element[]>();
  grids.forEach((grid, index) => {
    grid.rows.forEach((row, y) => {
      const count = columns - slotsOf[index]![y]!;
      if (count === 0) return;
      const cell = () => new Element(rows.get(row)!, TAG.tableCell, writeSingle);
      missing.set(row, Array.from({ length: count }, cell));
    });
  });
  return missing;
}

/** The spans of a cell of one slot. */
const writeSingle: WriteArguments = (writer) => {
  writer.integer(1);
  writer.integer(1);
};
