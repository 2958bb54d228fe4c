/**
 * Structure tags in Typst: zero-sized elements around placed content. Typst derives the structure tree from them, and
 * as they lay nothing out, coordinates inside them are those of the page.
 */

import { getOrMake } from '../collections/maps.js';
import { boundsOf } from '../paint/bounds.js';
import type { CellTag, DisplayItem, DisplayList, TableTag, TagItem } from '../paint/display-list.js';
import { type CellPlace, isTag, placeCells, tableSections } from '../paint/table-structure.js';
import { canvas, type ItemContext, type ItemEmitter, placed, type TagLimits, UNBOUNDED } from './canvas.js';
import { type Code, call, keyword, length, literal, named, nthOf, number, repeated, sequence } from './writer.js';

const MAX_TABLE_CELLS = 3000;
const MAX_PARAGRAPHS = 5000;
/** The structure that Typst writes no more of, if a document has it. @returns nothing for most documents */
export function lostStructure(list: DisplayList): readonly string[] {
  const { tables, paragraphs } = tagLimits(list);
  return [
    ...(tables ? [] : [`tables with more than ${MAX_TABLE_CELLS} cells together`]),
    ...(paragraphs ? [] : [`more than ${MAX_PARAGRAPHS} paragraphs`]),
  ];
}

/** Nesting depth, which Typst limits too. */
const MAX_DEPTH = 16;

export function tagLimits(list: DisplayList): TagLimits {
  let cells = 0;
  let paragraphs = 0;
  const count = (items: readonly DisplayItem[]): void => {
    for (const item of items) {
      if (item.kind !== 'tag' && item.kind !== 'group') continue;
      if (item.kind === 'tag' && item.tag.type === 'table-row') cells += item.tag.cells.length;
      if (item.kind === 'tag' && item.tag.type === 'paragraph') paragraphs++;
      count(item.children);
    }
  };
  for (const page of list.pages) count(page.items);
  return { tables: cells <= MAX_TABLE_CELLS, paragraphs: paragraphs <= MAX_PARAGRAPHS };
}

export function emitTag(item: TagItem, outer: ItemContext, emitter: ItemEmitter): Code[] {
  const { tag, children } = item;
  const context = { ...outer, depth: outer.depth + 1 };
  const plain = () => emitter.items(children, context);
  if (tag.type === 'link') return emitter.items(children, { ...context, target: tag.target });
  if (tag.type === 'bookmark') {
    const { level, label, x, y } = tag;
    const nothing = named('supplement', sequence([]));
    const entry = call(
      'heading',
      named('level', number(level)),
      named('bookmarked', keyword('true')),
      nothing,
      literal(label),
    );
    return [placed(x, y, call('pdf.artifact', entry))];
  }
  if (context.depth > MAX_DEPTH || outer.artifact) return plain();
  switch (tag.type) {
    case 'artifact': {
      const inside = emitter.items(children, { ...context, artifact: true });
      return inside.length > 0 ? [call('pdf.artifact', sequence(inside))] : [];
    }
    case 'heading': {
      const inside = plain();
      if (inside.length === 0) return [];
      // The bookmark points to Typst's heading element, so that is placed where the heading is visible.
      const { x, y } = boundsOf(item);
      const shown = placed(-x, -y, canvas(inside));
      const level = named('level', number(tag.level));
      const bookmark = tag.outline === '' ? [named('bookmarked', keyword('false'))] : [];
      // The body of the heading is the bookmark's text; the visible content is its supplement (see `HEADINGS`).
      return [placed(x, y, call('heading', level, ...bookmark, named('supplement', shown), literal(tag.outline)))];
    }
    case 'paragraph': {
      const line = emitter.limits.paragraphs ? emitter.inline(children, context) : undefined;
      if (line) return [call('par', line)];
      const inside = plain();
      if (!emitter.limits.paragraphs || inside.length === 0) return inside;
      return [
        call('par', call('box', named('width', length(UNBOUNDED)), named('height', length(0)), sequence(inside))),
      ];
    }
    case 'list':
      return emitList(children, context, emitter);
    case 'table':
      return emitter.limits.tables ? emitTable(tag, children, context, emitter) : plain();
    default:
      return plain();
  }
}

/** A list is a numbered list in Typst, the only kind with a label for each item. */
function emitList(children: readonly DisplayItem[], context: ItemContext, emitter: ItemEmitter): Code[] {
  const labels: (readonly Code[])[] = [];
  const bodies: Code[] = [];
  for (const child of children) {
    if (!isTag(child, 'list-item')) continue;
    const label = child.children.filter((part) => isTag(part, 'list-label'));
    const body = child.children.filter((part) => !isTag(part, 'list-label'));
    const items = emitter.items(label, context);
    labels.push(items.length > 0 ? [unwrappedLabel(items)] : []);
    bodies.push(sequence(emitter.items(body, context)));
  }
  const rest = emitter.items(
    children.filter((child) => !isTag(child, 'list-item')),
    context,
  );
  if (bodies.length === 0) return rest;
  // Drawn bullets contain no text, so there are no labels.
  if (labels.every((label) => label.length === 0))
    return [...rest, call('list', named('marker', keyword('none')), ...bodies)];
  return [...rest, call('enum', named('numbering', nthOf(labels.map(sequence))), ...bodies)];
}

/** Places a label without wrapping: its column has no width, as placed content takes none. */
const unwrappedLabel = (label: readonly Code[]): Code => placed(0, 0, canvas(label));

/** The rows on this page, with all of their cells. */
function emitTable(
  table: TableTag,
  children: readonly DisplayItem[],
  context: ItemContext,
  emitter: ItemEmitter,
): Code[] {
  const rows = children.filter((child) => isTag(child, 'table-row'));
  const contents = new Map<CellTag, DisplayItem[]>();
  const rest = children.filter((child) => !isTag(child, 'table-row'));
  for (const part of rows.flatMap((row) => row.children)) {
    if (isTag(part, 'table-cell')) getOrMake(contents, part.tag, (): DisplayItem[] => []).push(...part.children);
    else rest.push(part);
  }
  const before = emitter.items(rest, context);
  const shown = new Set(rows.map(({ tag }) => tag));
  const { header, body, footer } = tableSections(table.rows.filter((row) => shown.has(row)));
  const sections = [header, body, footer].map((rows) => ({ rows, places: placeCells(rows) }));
  const columns = Math.max(0, ...sections.flatMap(({ places }) => places.map(({ x, colspan }) => x + colspan)));
  if (columns === 0) return before;
  const inCell = { ...context, depth: context.depth + 1 };
  const isFull = sections.every(({ rows, places }) => fillsRows(places, rows.length, columns));
  let firstRow = 0;
  const [headerCells = [], bodyCells = [], footerCells = []] = sections.map(({ rows, places }) => {
    const cells = places.map((place) => {
      const content = contents.get(place.cell) ?? [];
      const code = emitter.inline(content, inCell) ?? sequence(emitter.items(content, inCell));
      return isFull ? code : cellCode(place, firstRow, code);
    });
    firstRow += rows.length;
    return cells;
  });
  const once = named('repeat', keyword('false'));
  const args = [named('columns', repeated(length(UNBOUNDED), columns))];
  if (headerCells.length > 0) args.push(call('table.header', once, ...headerCells));
  args.push(...bodyCells);
  if (footerCells.length > 0) args.push(call('table.footer', once, ...footerCells));
  return [...before, call('table', ...args)];
}

/** Whether the cells stand where Typst puts cells without a position, which cost it less: row by row, without spans. */
const fillsRows = (places: readonly CellPlace[], rows: number, columns: number): boolean =>
  places.length === rows * columns &&
  places.every(({ x, y, colspan, rowspan }, i) => colspan === 1 && rowspan === 1 && x + y * columns === i);

function cellCode({ x, y, colspan, rowspan }: CellPlace, firstRow: number, code: Code): Code {
  const spans = [];
  if (colspan > 1) spans.push(named('colspan', number(colspan)));
  if (rowspan > 1) spans.push(named('rowspan', number(rowspan)));
  return call('table.cell', named('x', number(x)), named('y', number(firstRow + y)), ...spans, code);
}
