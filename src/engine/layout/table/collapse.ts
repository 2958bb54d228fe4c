/**
 * Borders of `border-collapse: collapse`: each edge of the grid has one border, chosen from those of the cells, rows,
 * row groups, columns, column groups and the table that meet there.
 * Source: https://www.w3.org/TR/CSS22/tables.html#border-conflict-resolution
 */

import type { TableBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { BorderStyle, Color } from '../../css/values/values.js';
import { EngineError } from '../../errors.js';
import type { CollapsedBorder } from '../algorithm/fragment.js';
import { type Edges, NO_EDGES } from '../algorithm/geometry.js';
import { LOGICAL_SIDES } from '../sizing/edges.js';
import type { PlacedCell, TableGrid } from './grid.js';

interface EdgeBorder {
  readonly width: number;
  readonly style: BorderStyle;
  readonly color: Color;
  /** Breaks ties of width and style, see RANK; higher wins. */
  readonly rank: number;
}

type Side = 'top' | 'right' | 'bottom' | 'left';

type SideBorders = { readonly rank: number } & { readonly [side in Side]: EdgeBorder | undefined };

const RANK = { cell: 6, row: 5, section: 4, column: 3, columnGroup: 2, table: 1 } as const;
/** Border styles by ascending precedence, for borders of equal width. */
const STYLE_ORDER: readonly BorderStyle[] = [
  'inset',
  'groove',
  'outset',
  'ridge',
  'dotted',
  'dashed',
  'solid',
  'double',
];

/** A row, or a part of one, in a fragment of the table; px. */
interface CollapsedRow {
  readonly index: number;
  readonly y: number;
  readonly height: number;
  /** Whether it starts here and ends here. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** It ended in an earlier fragment. */
  readonly isPastEnd?: boolean;
}

/** Where a grid line lies in a fragment: at a break of the table between two rows, at one within a row, or at none. */
type LinePlace = 'inside' | 'above-break' | 'below-break' | 'broken-row';

interface HorizontalLine {
  /** The line above the row of that index. */
  readonly line: number;
  readonly y: number;
  readonly at: LinePlace;
}

interface SectionRows {
  readonly rows: readonly CollapsedRow[];
  readonly top: LinePlace;
  readonly bottom: LinePlace;
}

/** Of the boxes with a style: documents share styles. */
const BORDERS = new WeakMap<LogicalStyle, SideBorders>();

/** Slots of a table, of which each takes some 24 bytes: a hundred thousand rows of a hundred columns have as many. */
const MAX_SLOTS = 10_000_000;

/** Edges between slots: `horizontal[r][c]` lies above row r in column c, `vertical[r][c]` before column c in row r. */
export class CollapsedBorders {
  readonly #horizontal: (EdgeBorder | undefined)[][];
  readonly #vertical: (EdgeBorder | undefined)[][];
  /** Which box each edge is from, row by row: boxes count in the order in which their borders are merged. */
  readonly #horizontalBoxes: Int32Array;
  readonly #verticalBoxes: Int32Array;
  #boxes = 0;
  /** By the row and column where a cell starts. */
  readonly #cellEdges: Edges[] = [];
  #lastEdges: Edges = NO_EDGES;
  /** Columns count from the right: the edge before a column is its right edge. */
  readonly #rtl: boolean;
  /** Vertical edges per row that Blink stores: TableBorders::EdgesPerRow. Ends after the last column with borders. */
  #edgesPerRow = 0;

  constructor(
    private readonly table: TableBox,
    private readonly grid: TableGrid,
  ) {
    const { columnCount } = grid;
    const rows = grid.rows.length;
    if (rows * columnCount > MAX_SLOTS) {
      const [max, size] = [MAX_SLOTS, rows * columnCount].map((count) => count.toLocaleString('en-US'));
      const message = `A table whose borders collapse has ${size} places for cells, and at most ${max} are allowed. Split it.`;
      throw new EngineError('document_too_complex', message);
    }
    this.#rtl = table.style.direction === 'rtl';
    const empty = (length: number, width: number) =>
      Array.from({ length }, () => new Array<EdgeBorder | undefined>(width));
    this.#horizontal = empty(rows + 1, columnCount);
    this.#vertical = empty(rows, columnCount + 1);
    this.#horizontalBoxes = new Int32Array((rows + 1) * columnCount);
    this.#verticalBoxes = new Int32Array(rows * (columnCount + 1));
    this.#addCells();
    this.#addRows();
    this.#addColumns();
    this.#mergeBorders(table.style, RANK.table, 0, rows, 0, columnCount);
  }

  #addCells(): void {
    for (const { cell, column, colspan, row, rowspan } of this.grid.cells) {
      const [bottom, right] = [row + rowspan, column + colspan];
      this.#mergeBorders(cell.box.style, RANK.cell, row, bottom, column, right);
      if (colspan > 1 || rowspan > 1) this.#edgesPerRow = Math.max(this.#edgesPerRow, right + 1);
      // No border crosses a cell.
      for (let y = row; y < bottom; y += 1) this.#vertical[y]!.fill(INSIDE, column + 1, right);
      for (let y = row + 1; y < bottom; y += 1) this.#horizontal[y]!.fill(INSIDE, column, right);
    }
  }

  #addRows(): void {
    let sectionStart = 0;
    this.grid.rows.forEach(({ row, section }, index) => {
      this.#mergeBorders(row.style, RANK.row, index, index + 1, 0, this.grid.columnCount);
      if (this.grid.rows[index + 1]?.section === section) return;
      this.#mergeBorders(section.style, RANK.section, sectionStart, index + 1, 0, this.grid.columnCount);
      sectionStart = index + 1;
    });
  }

  #addColumns(): void {
    const rows = this.grid.rows.length;
    const { columns } = this.table;
    let start = 0;
    columns.forEach(({ box, group }, index) => {
      if (index >= this.grid.columnCount) return;
      if (box) this.#mergeBorders(box.style, RANK.column, 0, rows, index, index + 1);
      if (columns[index + 1]?.group === group && index + 1 < this.grid.columnCount) return;
      if (group) this.#mergeBorders(group.style, RANK.columnGroup, 0, rows, start, index + 1);
      start = index + 1;
    });
  }

  /** Resolves conflicts between the borders of a style and the edges of a rectangle of slots; ends are exclusive. */
  #mergeBorders(style: LogicalStyle, rank: number, top: number, bottom: number, left: number, right: number): void {
    const borders = this.#bordersOf(style, rank);
    if (!borders) return;
    const box = ++this.#boxes;
    const { top: above, bottom: below } = borders;
    const [before, after] = this.#rtl ? [borders.right, borders.left] : [borders.left, borders.right];
    const lastColumn = above || below || after ? right - 1 : left;
    this.#edgesPerRow = Math.max(this.#edgesPerRow, lastColumn + 2);
    const { columnCount } = this.grid;
    for (let x = left; x < right; x += 1) {
      if (mergeEdge(this.#horizontal[top]!, x, above)) this.#horizontalBoxes[top * columnCount + x] = box;
      if (mergeEdge(this.#horizontal[bottom]!, x, below)) this.#horizontalBoxes[bottom * columnCount + x] = box;
    }
    for (let y = top; y < bottom; y += 1) {
      const start = y * (columnCount + 1);
      if (mergeEdge(this.#vertical[y]!, left, before)) this.#verticalBoxes[start + left] = box;
      if (mergeEdge(this.#vertical[y]!, right, after)) this.#verticalBoxes[start + right] = box;
    }
  }

  /** undefined: the style has no borders. Only boxes of one rank share a style. */
  #bordersOf(style: LogicalStyle, rank: number): SideBorders | undefined {
    let known = BORDERS.get(style);
    if (!known || known.rank !== rank) {
      const border = (side: Side): EdgeBorder | undefined => readBorder(style, side, rank);
      known = { rank, top: border('top'), right: border('right'), bottom: border('bottom'), left: border('left') };
      BORDERS.set(style, known);
    }
    return known.top || known.right || known.bottom || known.left ? known : undefined;
  }

  /** Border widths of a cell: half of the widest edge on each side of its span, px. */
  cellEdges(cell: PlacedCell): Edges {
    const index = cell.row * this.#edgesPerRow + cell.column;
    const known = cell.column < this.#edgesPerRow ? this.#cellEdges[index] : NO_EDGES;
    if (known) return known;
    const edges = this.#edgesAround(cell);
    this.#cellEdges[index] = edges;
    return edges;
  }

  #edgesAround({ row, rowspan, column, colspan }: Pick<PlacedCell, 'row' | 'rowspan' | 'column' | 'colspan'>): Edges {
    if (column >= this.#edgesPerRow) return NO_EDGES;
    const top = widest(this.#horizontal[row]!, column, column + colspan) / 2;
    const bottom = widest(this.#horizontal[row + rowspan]!, column, column + colspan) / 2;
    const before = this.#widestDown(column, row, row + rowspan) / 2;
    const after = this.#widestDown(column + colspan, row, row + rowspan) / 2;
    return this.#rtl ? this.#shared(top, before, bottom, after) : this.#shared(top, after, bottom, before);
  }

  /** Width of the widest edge on a line between columns. */
  #widestDown(line: number, from: number, to: number): number {
    let width = 0;
    for (let row = from; row < to; row += 1) width = Math.max(width, widthOf(this.#verticalAt(row, line)));
    return width;
  }

  /** One object for equal edges of adjacent cells. */
  #shared(top: number, right: number, bottom: number, left: number): Edges {
    const { top: t, right: r, bottom: b, left: l } = this.#lastEdges;
    if (t !== top || r !== right || b !== bottom || l !== left) this.#lastEdges = { top, right, bottom, left };
    return this.#lastEdges;
  }

  /**
   * Past the last column with borders, looks up edges at the start of the next row.
   * Source: Blink's TableBorders::GetCellBorders, which indexes the edges of all rows without a bound per row
   */
  #verticalAt(row: number, line: number): EdgeBorder | undefined {
    return this.#vertical[row + Math.floor(line / this.#edgesPerRow)]?.[line % this.#edgesPerRow];
  }

  /** Border widths of the table: half of the widest edge on each side, px. */
  tableEdges(): Edges {
    if (this.grid.columnCount === 0) return NO_EDGES;
    const rows = this.grid.rows.length;
    return this.#edgesAround({ row: 0, rowspan: rows, column: 0, colspan: this.grid.columnCount });
  }

  /**
   * Gives the borders to paint, centered on the grid lines.
   * Source: Blink's TablePainter::PaintCollapsedBorders (table_painters.cc)
   * @param rows  of one fragment of the table, in order; px
   * @param xs    lines between columns, in column order; px
   */
  bordersToPaint(rows: readonly CollapsedRow[], xs: readonly number[]): CollapsedBorder[] {
    const borders: CollapsedBorder[] = [];
    const sections = this.#sectionsOf(rows);
    /** The grid line that the section before has painted. Repeated heads and feet are not adjacent in the grid. */
    let painted: number | undefined;
    for (const { rows: own, top, bottom } of sections) {
      own.forEach(({ index, y }, i) => {
        if (index !== painted) this.#addHorizontal({ line: index, y, at: i === 0 ? top : 'inside' }, xs, borders);
      });
      const last = own.at(-1)!;
      const line = last.index + 1;
      this.#addHorizontal({ line, y: last.y + last.height, at: bottom }, xs, borders);
      painted = bottom === 'broken-row' ? undefined : line;
    }
    this.#addVertical(sections, xs, borders);
    return borders;
  }

  #sectionsOf(rows: readonly CollapsedRow[]): SectionRows[] {
    const { grid } = this;
    const visible = rows.filter(({ isPastEnd }) => !isPastEnd);
    const sectionOf = ({ index }: CollapsedRow) => grid.rows[index]!.section;
    const sections: SectionRows[] = [];
    for (let start = 0, end = 0; start < visible.length; start = end) {
      while (end < visible.length && sectionOf(visible[end]!) === sectionOf(visible[start]!)) end += 1;
      const [first, last] = [visible[start]!, visible[end - 1]!];
      const isBelowBreak = first === rows[0] && first.index > 0;
      const isAboveBreak = end === visible.length && last.index < grid.rows.length - 1;
      sections.push({
        rows: visible.slice(start, end),
        top: !first.isFirst ? 'broken-row' : isBelowBreak ? 'below-break' : 'inside',
        bottom: !last.isLast ? 'broken-row' : isAboveBreak ? 'above-break' : 'inside',
      });
    }
    return sections;
  }

  /** A break cuts the border between two rows in halves; there is none within a row. */
  #addHorizontal({ line, y, at }: HorizontalLine, xs: readonly number[], out: CollapsedBorder[]): void {
    if (at === 'broken-row') return;
    const endsAt = (edge: EdgeBorder, column: number) => !this.#continues(edge, line, column, at);
    forRuns(this.#horizontal[line]!, endsAt, (edge, start, end) => {
      const [first, last] = this.#rtl ? [end, start] : [start, end];
      const left = xs[first]! - this.#overhang(edge, line, first, at);
      const right = xs[last]! + this.#overhang(edge, line, last, at);
      const top = at === 'below-break' ? y : y - edge.width / 2;
      const height = at === 'inside' ? edge.width : edge.width / 2;
      const rect = { x: left, y: top, width: Math.max(0, right - left), height };
      out.push({ rect, side: 'horizontal', style: edge.style, color: edge.color });
    });
  }

  /** Length by which a horizontal border extends past the center of a vertical one, px; < 0: it ends before it. */
  #overhang(edge: EdgeBorder, line: number, column: number, at: LinePlace): number {
    const half = Math.max(widthOf(this.#above(line, column, at)), widthOf(this.#below(line, column, at))) / 2;
    return this.#continues(edge, line, column, at) ? half : -half;
  }

  /** The vertical edge above the joint of two grid lines, in the same fragment. */
  #above(line: number, column: number, at: LinePlace): EdgeBorder | undefined {
    return at === 'below-break' ? undefined : this.#vertical[line - 1]?.[column];
  }

  #below(line: number, column: number, at: LinePlace): EdgeBorder | undefined {
    return at === 'above-break' ? undefined : this.#vertical[line]?.[column];
  }

  /** Whether the joint of a horizontal and a vertical grid line looks like an edge that meets there. */
  #continues(edge: EdgeBorder, line: number, column: number, at: LinePlace): boolean {
    const horizontal = this.#horizontal[line];
    const isPlain =
      blends(horizontal?.[column - 1], edge) &&
      blends(horizontal?.[column], edge) &&
      blends(this.#above(line, column, at), edge) &&
      blends(this.#below(line, column, at), edge);
    if (isPlain) return true;
    const winner = this.#jointWinner(line, column, at);
    return winner === undefined || winner === edge || looksSame(winner, edge);
  }

  /**
   * The border that a joint is painted with: the widest, of the strongest style, of the first box; horizontal ones
   * first. Source: Blink's ComputeEdgeJoints and TableCollapsedEdge::CompareForPaint (table_painters.cc)
   */
  #jointWinner(line: number, column: number, at: LinePlace): EdgeBorder | undefined {
    const { columnCount } = this.grid;
    let winner: EdgeBorder | undefined;
    let winnersBox = 0;
    const meet = (edge: EdgeBorder | undefined, boxes: Int32Array, index: number) => {
      if (!isVisible(edge)) return;
      const box = boxes[index]!;
      if (winner && !paintsOver(edge, box, winner, winnersBox)) return;
      winner = edge;
      winnersBox = box;
    };
    for (const x of [column - 1, column])
      meet(this.#horizontal[line]?.[x], this.#horizontalBoxes, line * columnCount + x);
    const start = line * (columnCount + 1) + column;
    meet(this.#above(line, column, at), this.#verticalBoxes, start - columnCount - 1);
    meet(this.#below(line, column, at), this.#verticalBoxes, start);
    return winner;
  }

  #addVertical(sections: readonly SectionRows[], xs: readonly number[], out: CollapsedBorder[]): void {
    const rows = sections.flatMap(({ rows }) => rows);
    const tops = new Map(sections.map(({ rows, top }) => [rows[0], top]));
    const bottoms = new Map(sections.map(({ rows, bottom }) => [rows.at(-1), bottom]));
    for (let x = 0; x <= this.grid.columnCount; x += 1) {
      forRuns(
        rows.map(({ index }) => this.#vertical[index]![x]),
        (edge, row) => !this.#continues(edge, rows[row]!.index, x, 'inside'),
        (edge, start, end) => {
          const first = rows[start]!;
          const last = rows[end - 1]!;
          const top = first.y + this.#inset(edge, first.index, x, tops.get(first));
          const bottom = last.y + last.height - this.#inset(edge, last.index + 1, x, bottoms.get(last));
          const height = Math.max(0, bottom - top);
          const rect = { x: xs[x]! - edge.width / 2, y: top, width: edge.width, height };
          out.push({ rect, side: 'vertical', style: edge.style, color: edge.color });
        },
      );
    }
  }

  /** Length by which a vertical border ends before the center of a horizontal one, px; < 0: it extends past it. */
  #inset(edge: EdgeBorder, line: number, column: number, at: LinePlace = 'inside'): number {
    if (at !== 'inside') return 0;
    const [before, after] = [this.#horizontal[line]?.[column - 1], this.#horizontal[line]?.[column]];
    if (blends(before, edge) && blends(after, edge)) return 0;
    const half = Math.max(widthOf(before), widthOf(after)) / 2;
    return this.#continues(edge, line, column, at) ? -half : half;
  }
}

/** An edge within a spanning cell: always wins and is not painted. */
const INSIDE: EdgeBorder = { width: 0, style: 'hidden', color: { r: 0, g: 0, b: 0, a: 0 }, rank: 0 };

/**
 * Visits maximal runs of visible edges that look the same; `end` is exclusive.
 * @param endsAt  whether a run ends before the index, although the next edge looks the same
 */
function forRuns(
  edges: readonly (EdgeBorder | undefined)[],
  endsAt: (edge: EdgeBorder, index: number) => boolean,
  visit: (edge: EdgeBorder, start: number, end: number) => void,
): void {
  let start = 0;
  for (let i = 1; i <= edges.length; i += 1) {
    const edge = edges[start];
    const next = edges[i];
    if (i < edges.length && edge && next && looksSame(edge, next) && !endsAt(edge, i)) continue;
    if (isVisible(edge)) visit(edge, start, i);
    start = i;
  }
}

function looksSame(a: EdgeBorder, b: EdgeBorder): boolean {
  if (a === b) return true;
  const { color: p } = a;
  const { color: q } = b;
  return a.width === b.width && a.style === b.style && p.r === q.r && p.g === q.g && p.b === q.b && p.a === q.a;
}

function readBorder(style: LogicalStyle, side: Side, rank: number): EdgeBorder | undefined {
  const lineStyle = style[`border-${LOGICAL_SIDES[side]}-style`];
  if (lineStyle === 'none') return undefined;
  return {
    width: lineStyle === 'hidden' ? 0 : style[`border-${LOGICAL_SIDES[side]}-width`],
    style: lineStyle,
    color: style[`border-${LOGICAL_SIDES[side]}-color`],
    rank,
  };
}

/** Whether `border` wins the edge. Among equals the first border stays: it is further to the top and start. */
function overrides(border: EdgeBorder, current: EdgeBorder | undefined): boolean {
  if (!current) return true;
  if (current.style === 'hidden') return false;
  if (border.style === 'hidden') return true;
  if (border.width !== current.width) return border.width > current.width;
  const order = STYLE_ORDER.indexOf(border.style) - STYLE_ORDER.indexOf(current.style);
  return order !== 0 ? order > 0 : border.rank > current.rank;
}

/** Gives the edge to the border if that wins it. */
function mergeEdge(edges: (EdgeBorder | undefined)[], index: number, border: EdgeBorder | undefined): boolean {
  if (!border || !overrides(border, edges[index])) return false;
  edges[index] = border;
  return true;
}

const blends = (other: EdgeBorder | undefined, edge: EdgeBorder): boolean =>
  !isVisible(other) || looksSame(other, edge);

/** Whether a border is painted where both meet. */
function paintsOver(edge: EdgeBorder, box: number, other: EdgeBorder, othersBox: number): boolean {
  if (edge.width !== other.width) return edge.width > other.width;
  const order = STYLE_ORDER.indexOf(edge.style) - STYLE_ORDER.indexOf(other.style);
  return order !== 0 ? order > 0 : box < othersBox;
}

function isVisible(edge: EdgeBorder | undefined): edge is EdgeBorder {
  return edge !== undefined && edge.style !== 'hidden' && edge.width > 0;
}

function widthOf(edge: EdgeBorder | undefined): number {
  return isVisible(edge) ? edge.width : 0;
}

function widest(edges: readonly (EdgeBorder | undefined)[], from: number, to: number): number {
  let width = 0;
  for (let x = from; x < to; x += 1) width = Math.max(width, widthOf(edges[x]));
  return width;
}
