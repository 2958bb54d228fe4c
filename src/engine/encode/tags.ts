/** Encodes tags as structure elements. */

import type { CellTag, DisplayItem, LinkTarget, RowTag, TableTag, TagItem } from '../paint/display-list.js';
import { type CellPlace, isTag, placeCells, type TagOf, tableSections } from '../paint/table-structure.js';
import { SCOPE, TAG } from './format.js';
import { type ContentOwner, Element } from './structure.js';
import type { ElementItem } from './waiting-items.js';

/** State inherited from the groups and tags around an item. */
export interface ItemContext {
  /** Product of the opacities of the groups around. */
  readonly alpha: number;
  readonly owner: ContentOwner;
  readonly target: LinkTarget | undefined;
  /** The owner of shapes: in a list marker the label; undefined: shapes are artifacts. */
  readonly marker: Element | undefined;
}

/** The context of the content of an element. */
const within = ({ alpha, target, marker }: ItemContext, owner: ContentOwner): ItemContext => ({
  alpha,
  owner,
  target,
  marker,
});

/** Encodes items in painting order. */
type EncodeItems = (items: readonly DisplayItem[], context: ItemContext) => void;

export interface TagEncoder {
  encode: EncodeItems;
  /** Writes an element even if it remains empty. */
  open(element: Element): void;
  heading(item: TagItem): void;
  /** The elements of tags that are opened before their content. */
  readonly opened: Map<ElementItem, Element>;
  /** Tables of this page and those before. */
  readonly tables: Map<TableTag, TableElements>;
}

type WriteArguments = ConstructorParameters<typeof Element>[2];
type MakeElement = (kind: number, write?: WriteArguments) => Element;

export function encodeTag(item: TagItem, context: ItemContext, encoder: TagEncoder): void {
  const { tag, children } = item;
  const { owner } = context;
  const parent = typeof owner === 'string' ? undefined : owner;
  const isPlain = owner === 'artifact' || parent?.isDeep === true;
  const element: MakeElement = (kind, write) => encoder.opened.get(item) ?? new Element(parent, kind, write);
  if (tag.type === 'heading' && !isPlain && tag.outline !== '') encoder.heading(item);
  if (tag.type === 'list' && !isPlain) encodeList(item, context, element, encoder);
  else if (isTag(item, 'table') && !isPlain) encodeTable(item, context, element(TAG.table), encoder);
  else {
    const target = tag.type === 'link' ? tag.target : context.target;
    const inner = tag.type === 'artifact' ? 'artifact' : isPlain ? owner : elementOf(tag, element);
    const { alpha, marker } = context;
    encoder.encode(children, { alpha, owner: inner ?? owner, target, marker });
  }
}

/** undefined: the tag creates no element. */
function elementOf(tag: TagItem['tag'], element: MakeElement): Element | undefined {
  if (tag.type === 'link') return element(TAG.link);
  if (tag.type === 'paragraph') return element(TAG.paragraph);
  if (tag.type === 'formula') return element(TAG.formula, (writer) => writer.text(tag.alt));
  if (tag.type !== 'heading') return undefined;
  const { level, outline } = tag;
  return element(TAG.heading, (writer) => {
    writer.integer(level);
    writer.text(outline);
  });
}

/** The structure element of an image with an alternative text. */
export const figureElement = (parent: Element | undefined, alt: string): Element =>
  new Element(parent, TAG.figure, (writer) => writer.text(alt));

/** Opens the element of an item of the document before its content is encoded. */
export function openElement(item: ElementItem, encoder: TagEncoder): void {
  if (item.kind === 'image') {
    const figure = figureElement(undefined, item.alt ?? '');
    encoder.open(figure);
    encoder.opened.set(item, figure);
    return;
  }
  const { tag } = item;
  const make: MakeElement = (kind, write) => new Element(undefined, kind, write);
  const element =
    tag.type === 'list' ? listElement(item, make) : tag.type === 'table' ? make(TAG.table) : elementOf(tag, make);
  if (!element) return;
  encoder.open(element);
  encoder.opened.set(item, element);
  if (tag.type === 'table') encoder.tables.set(tag, openTable(tag, element, encoder));
}

const isLabel = (part: DisplayItem): part is TagItem => isTag(part, 'list-label') && part.children.length > 0;

function listElement({ children }: TagItem, element: MakeElement): Element {
  const hasLabels = children.some((child) => isTag(child, 'list-item') && child.children.some(isLabel));
  return element(TAG.list, (writer) => writer.integer(hasLabels ? 1 : 0));
}

function encodeList(item: TagItem, context: ItemContext, element: MakeElement, encoder: TagEncoder): void {
  const list = listElement(item, element);
  for (const child of item.children) {
    if (!isTag(child, 'list-item')) {
      encoder.encode([child], context);
      continue;
    }
    const listItem = new Element(list, TAG.listItem);
    const label = child.children.some(isLabel) ? new Element(listItem, TAG.listLabel) : undefined;
    const body = new Element(listItem, TAG.listBody);
    if (label) encoder.open(label);
    encoder.open(body);
    for (const part of child.children) {
      if (isTag(part, 'list-label'))
        encoder.encode(part.children, { ...within(context, label ?? body), marker: label ?? context.marker });
      else encoder.encode([part], within(context, body));
    }
  }
}

/** The elements of a table, which its parts on further pages continue. */
type TableElements = ReadonlyMap<CellTag, Element>;

function encodeTable(item: TagOf<'table'>, context: ItemContext, table: Element, encoder: TagEncoder): void {
  let cells = encoder.tables.get(item.tag);
  if (!cells) {
    cells = openTable(item.tag, table, encoder);
    encoder.tables.set(item.tag, cells);
  }
  for (const child of item.children) {
    if (!isTag(child, 'table-row')) {
      encoder.encode([child], context);
      continue;
    }
    for (const part of child.children) {
      const owner = isTag(part, 'table-cell') ? cells.get(part.tag) : undefined;
      if (owner) encoder.encode((part as TagItem).children, within(context, owner));
      else encoder.encode([part], context);
    }
  }
}

/** Writes all rows and cells, so that empty cells have their columns and rows their order whatever page they are on. */
function openTable({ rows }: TableTag, table: Element, encoder: TagEncoder): TableElements {
  const sections = tableSections(rows);
  const hasSections = sections.header.length + sections.footer.length > 0;
  const grids = [
    sectionGrid(sections.header, TAG.tableHead),
    sectionGrid(sections.body, TAG.tableBody),
    sectionGrid(sections.footer, TAG.tableFoot),
  ];
  const columns = Math.max(0, ...grids.map(({ columns }) => columns));
  const elements = new Map<CellTag, Element>();
  for (const { kind, places, slots } of grids) {
    const section = hasSections ? new Element(table, kind) : table;
    let next = 0;
    slots.forEach((taken, y) => {
      const row = new Element(section, TAG.tableRow);
      for (; places[next]?.y === y; next += 1) {
        const element = cellElement(places[next]!, row, kind);
        elements.set(places[next]!.cell, element);
        encoder.open(element);
      }
      for (const cell of missingCells(columns - taken)) encoder.open(new Element(row, TAG.tableCell, cell));
    });
  }
  return elements;
}

interface SectionGrid {
  readonly kind: number;
  readonly places: readonly CellPlace[];
  /** Slots of each row that cells take, those from rows above included. */
  readonly slots: readonly number[];
  readonly columns: number;
}

function sectionGrid(rows: readonly RowTag[], kind: number): SectionGrid {
  const places = placeCells(rows);
  // Slots of cells that begin in a row, without those of cells that have ended before it.
  const changes = new Int32Array(rows.length + 1);
  for (const { y, colspan, rowspan } of places) {
    changes[y]! += colspan;
    changes[y + rowspan]! -= colspan;
  }
  let taken = 0;
  const slots = rows.map((_, y) => {
    taken += changes[y]!;
    return taken;
  });
  let columns = 0;
  for (const count of slots) columns = Math.max(columns, count);
  return { kind, places, slots, columns };
}

function cellElement({ cell, colspan, rowspan }: CellPlace, row: Element, section: number): Element {
  const inHead = section === TAG.tableHead;
  const isHeader = cell.header || inHead;
  return new Element(row, isHeader ? TAG.tableHeaderCell : TAG.tableCell, (writer) => {
    writer.integer(colspan);
    writer.integer(rowspan);
    if (isHeader) writer.integer(inHead ? SCOPE.column : SCOPE.row);
  });
}

const writeSpan =
  (columns: number): WriteArguments =>
  (writer) => {
    writer.integer(columns);
    writer.integer(1);
  };

const writeSingle = writeSpan(1);

/** Missing cells from which on one takes the place of all. */
const MANY_CELLS = 50;

/** The rows of a table are equally long in a PDF: the cells that one lacks. */
function missingCells(count: number): WriteArguments[] {
  if (count >= MANY_CELLS) return [writeSpan(count)];
  return Array.from({ length: Math.max(0, count) }, () => writeSingle);
}
