/**
 * Layout of one row of columns: a flow from a break token on, fragmented into columns of equal height up to the next
 * spanner or the end of the outer fragmentainer. Column balancing starts from an equal share of the content in one
 * strip, then adds the smallest space shortage of a column until the content fits. Lengths in px.
 * Sources: https://drafts.csswg.org/css-multicol-1/#cf, Blink's ColumnLayoutAlgorithm::LayoutRow and
 * ResolveColumnAutoBlockSizeInternal
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { EngineError } from '../../errors.js';
import { describeElement } from '../../html/dom.js';
import { type BreakToken, isSamePlace } from '../algorithm/break-token.js';
import { constraintSpace, fragmentainerSpace, type TextBoxTrim } from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue } from '../algorithm/early-break.js';
import type { BoxFragment, Fragment } from '../algorithm/fragment.js';
import { layout } from '../algorithm/layout.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { snapCeil } from '../algorithm/units.js';
import { isAvoid } from '../fragmentation/breaks.js';
import { balancingInfo } from '../positioned/absolutes.js';
import { layoutColumn } from './column-cache.js';
import { columnLevels } from './column-levels.js';
import { type Columns, columnFlow } from './geometry.js';

/** Limits of this implementation for content that never fits. */
const MAX_COLUMNS = 200;
/** Attempts to balance a row. */
const MAX_ATTEMPTS = 100;

/**
 * Levels of containers in one another that are balanced to the least height. Each attempt at it lays out the containers
 * inside anew. More levels start from a height at which content fits: its share, and the tallest unbreakable part.
 */
const EXACT_LEVELS = 4;
/** Columns that more levels may try in the whole document: their number grows with each level. */
const MAX_DEEP_COLUMNS = 100_000;

interface RowInput {
  /** The multi-column container. */
  readonly box: BlockBox;
  readonly flow: BlockBox;
  readonly columns: Columns;
  readonly spanners: ReadonlySet<BlockLevelBox>;
  /** undefined: the start of the flow. */
  readonly start: BreakToken | undefined;
  /** Basis of percentage heights in columns; undefined: indefinite. */
  readonly percentageHeight: number | undefined;
  readonly pageName: string;
  /** `text-box-trim` of the container. */
  readonly trim: TextBoxTrim | undefined;
  /** Rest of the container's height for this row; undefined: the height is auto. */
  readonly height: number | undefined;
  /** Rest of the container's maximum height. */
  readonly maxHeight: number;
  /** Space left in the outer fragmentainer; undefined: none, or of unknown size. */
  readonly availableOuterSpace: number | undefined;
  /** `column-fill: balance`, or the outer fragmentainer has an unknown size. */
  readonly balances: boolean;
  /** How many multi-column containers the container is in: their columns are laid out several times. */
  readonly columnDepth: number;
  /** The container started in an earlier outer fragmentainer. */
  readonly isResumed: boolean;
  /** Content precedes the row: the next outer fragmentainer may have more space. */
  readonly nextMayHaveMoreSpace: boolean;
}

export interface Row {
  readonly columns: readonly LayoutResult[];
  readonly height: number;
  /** Resumes the flow after the spanner, or in the next outer fragmentainer; undefined: the flow is finished. */
  readonly next: BreakToken | undefined;
  readonly spanner: BlockLevelBox | undefined;
  /** Lowest appeal of the breaks between its columns. */
  readonly appeal: BreakAppealValue;
  /** The space that the container or the outer fragmentainer lacks for balanced columns, px; undefined: none. */
  readonly spaceShortage: number | undefined;
  readonly monolithicOverflow: number;
  /** Height of the tallest unbreakable content, px; 0: not known, since the columns are not balanced. */
  readonly tallestUnbreakable: number;
}

interface FilledRow extends Row {
  /** All content is placed, with perfect breaks, in no more columns than the used count. */
  readonly fits: boolean;
  readonly forcedBreaks: number;
}

/** px: margins are truncated at breaks, so that less follows than the height of the strip says. */
const MARGINS_AT_BREAK = 32;
/** A flow that would fill its columns so many times is long, even where estimates are wrong. */
const MANY_TIMES = 2;

/** In one strip without breaks, px. */
interface FlowHeight {
  readonly width: number;
  readonly height: number;
}

export function layoutRow(context: LayoutContext, input: RowInput): Row {
  return new RowLayout(context, input).run();
}

class RowLayout {
  /** The rest of the flow resumes in the next outer fragmentainer, not in overflow columns. */
  private readonly isResumable: boolean;
  private balances: boolean;
  private readonly isExact: boolean;
  /** Height of the tallest unbreakable content. */
  private tallestUnbreakable = 0;

  constructor(
    private readonly context: LayoutContext,
    private readonly input: RowInput,
  ) {
    const { availableOuterSpace, height } = input;
    this.isResumable = availableOuterSpace !== undefined && (height === undefined || height > availableOuterSpace);
    this.balances = input.balances;
    this.isExact = input.columnDepth + columnLevels(context, input.box) <= EXACT_LEVELS;
  }

  run(): Row {
    const { height, availableOuterSpace, balances } = this.input;
    if (balances || (height === undefined && availableOuterSpace === undefined))
      return this.balanced(this.contentHeight());
    const size = this.constrain(height ?? Number.POSITIVE_INFINITY);
    const row = this.fill(size);
    if (row.spanner) {
      // Columns before a spanner are balanced, whatever `column-fill` is.
      this.balances = true;
      return this.balanced(this.contentHeight());
    }
    const filled = withoutShortage(row);
    if (height !== undefined) return filled;
    // A single column without a break leaves the rest of the outer fragmentainer to following content.
    const { fragment, breakToken } = row.columns[0]!;
    return breakToken ? filled : { ...filled, height: Math.min(size, contentExtent(fragment)) };
  }

  private balanced(share: number): Row {
    let row = this.fill(this.isExact ? share : this.constrain(share + this.tallestUnbreakable));
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (!this.balances || row.fits) break;
      const taller = this.constrain(this.tallerThan(row));
      if (taller <= row.height) break;
      row = this.fill(taller);
    }
    return row.fits ? withoutShortage(row) : row;
  }

  /** The next height to try: adds the space shortage, or takes the outer fragmentainer if there are no soft breaks. */
  private tallerThan({ height, spaceShortage, forcedBreaks }: FilledRow): number {
    if (this.input.columns.count > forcedBreaks + 1) return height + (spaceShortage ?? 0);
    return this.input.availableOuterSpace === undefined ? height : Number.POSITIVE_INFINITY;
  }

  /** Lays out columns of one height, until the flow is finished or the row is full. */
  private fill(height: number): FilledRow {
    const { columns: used, start, nextMayHaveMoreSpace, isResumed } = this.input;
    const columns: LayoutResult[] = [];
    let token = start;
    let hasPerfectBreaks = true;
    let minBreakAppeal: BreakAppealValue = BreakAppeal.perfect;
    let forcedBreaks = 0;
    let shortage = Number.POSITIVE_INFINITY;
    let overflow = 0;
    let spanner: BlockLevelBox | undefined;
    const maxColumns = Math.max(MAX_COLUMNS, used.count);
    do {
      // A column accepts at least 1px (https://www.w3.org/TR/css-break-3/#breaking-rules); the last one takes the rest.
      const isLast = columns.length + 1 >= maxColumns;
      // Content that would break with a lower appeal than earlier columns moves to the next outer fragmentainer.
      const minAppeal =
        nextMayHaveMoreSpace && this.isResumable && columns.length > 0 ? minBreakAppeal : BreakAppeal.last;
      const column = this.column(isLast ? Number.POSITIVE_INFINITY : Math.max(1, height), token, minAppeal);
      shortage = Math.min(shortage, column.spaceShortage ?? shortage);
      columns.push(column);
      token = column.breakToken;
      spanner = column.spanner;
      if (spanner) break;
      if (column.appeal < BreakAppeal.perfect) hasPerfectBreaks = false;
      if (column.breakToken?.forcedBreak) forcedBreaks++;
      // The appeal of the break after the row does not count, nor does overflow of the last column.
      if (token && this.isResumable && columns.length >= used.count) break;
      minBreakAppeal = Math.min(minBreakAppeal, column.appeal) as BreakAppealValue;
      overflow = Math.max(overflow, column.monolithicOverflow ?? 0);
    } while (token && columns.length < 2 * maxColumns);
    // Absolutely positioned boxes that break count, too. Blink: `OutOfFlowLayoutPart::SetColumnBalancingInfo`.
    const isPositioned = this.balances && columns.some(({ outOfFlow }) => outOfFlow.some(({ within }) => within));
    const positioned = isPositioned
      ? balancingInfo(this.context, this.input.box, columns, { height, step: used.step })
      : undefined;
    if (positioned?.hasViolatingBreak) hasPerfectBreaks = false;
    shortage = Math.min(shortage, positioned?.spaceShortage ?? shortage);
    // In a container that resumes, Blink places them as far down as in all its columns so far: beyond those of the row.
    const newColumns = positioned && isResumed ? Number.POSITIVE_INFINITY : (positioned?.newColumns ?? 0);
    const count = columns.length + newColumns;
    return {
      columns,
      height,
      next: token,
      spanner,
      appeal: nextMayHaveMoreSpace && this.isResumable ? minBreakAppeal : BreakAppeal.perfect,
      spaceShortage: Number.isFinite(shortage) ? shortage : undefined,
      monolithicOverflow: overflow,
      tallestUnbreakable: this.tallestUnbreakable,
      fits: hasPerfectBreaks && count <= used.count && (token === undefined || spanner !== undefined),
      forcedBreaks,
    };
  }

  private column(
    size: number,
    token: BreakToken | undefined,
    minBreakAppeal: BreakAppealValue = BreakAppeal.last,
  ): LayoutResult {
    const { context } = this;
    if (!this.isExact) this.countColumn();
    const { flow, columns, percentageHeight, pageName, spanners, trim } = this.input;
    const columnDepth = this.input.columnDepth + 1;
    const place = { kind: 'column', size, offset: 0, pageName, columnDepth } as const;
    const fragmentainer = fragmentainerSpace({ ...place, spanners, minBreakAppeal });
    const space = constraintSpace({
      availableWidth: columns.width,
      availableHeight: percentageHeight,
      percentageWidth: columns.width,
      percentageHeight,
      textBoxTrim: trim,
      fragmentainer,
    });
    const lay = columnDepth > 1 ? layoutColumn : layout;
    const result = lay(context, flow, space, token);
    const mayBeEmpty = minBreakAppeal > BreakAppeal.last;
    if (mayBeEmpty || !token || !result.breakToken || result.spanner || !isSamePlace(token, result.breakToken))
      return result;
    const mustProgress = { ...space, fragmentainer: fragmentainerSpace({ ...fragmentainer, mustProgress: true }) };
    return lay(context, flow, constraintSpace(mustProgress), token);
  }

  /** @throws EngineError document_too_complex */
  private countColumn(): void {
    const counts = cacheOf<'columns', number>(this.context, 'multicol/deep-columns');
    const count = (counts.get('columns') ?? 0) + 1;
    if (count > MAX_DEEP_COLUMNS) {
      const place = describeElement(this.input.box.element);
      throw new EngineError('document_too_complex', `The columns inside one another are too many (${place})`);
    }
    counts.set('columns', count);
  }

  /** The initial height: lays out one strip per forced break, without soft breaks. */
  private contentHeight(): number {
    const { columns, start } = this.input;
    if (this.isLongerThanSpace()) return this.constrain(Number.POSITIVE_INFINITY);
    const strips: number[] = [];
    this.tallestUnbreakable = 0;
    let token = start;
    let count = 0;
    do {
      const strip = this.column(Number.POSITIVE_INFINITY, token);
      // Strips in overflow columns do not count.
      if (count < columns.count) strips.push(Math.max(strip.fragment.height, contentExtent(strip.fragment)));
      if (!start && count === 0 && !strip.breakToken) this.noteFlowHeight(strips[0]!);
      this.tallestUnbreakable = Math.max(this.tallestUnbreakable, tallestUnbreakableIn(strip.fragment));
      token = strip.spanner ? undefined : strip.breakToken;
      count++;
    } while (token && count < MAX_COLUMNS);
    const tallest = Math.max(...strips);
    if (this.tallestUnbreakable >= tallest) return this.constrain(this.tallestUnbreakable);
    return this.constrain(this.balances ? tallestColumn(strips, columns.count) : tallest);
  }

  /** Height of the whole flow in one strip. */
  private noteFlowHeight(height: number): void {
    const { flow, columns } = this.input;
    cacheOf<BlockBox, FlowHeight>(this.context, 'multicol/flow-heights').set(flow, { width: columns.width, height });
  }

  /**
   * Whether the rest of a flow fills its columns by far, so that its strip needs not be laid out: otherwise each column
   * of the outer container would lay out all that follows it, and so would those inside, for each of theirs.
   */
  private isLongerThanSpace(): boolean {
    const { flow, columns, start, spanners } = this.input;
    const space = this.constrain(Number.POSITIVE_INFINITY);
    if (!start || spanners.size > 0 || !Number.isFinite(space)) return false;
    const known = cacheOf<BlockBox, FlowHeight>(this.context, 'multicol/flow-heights').get(flow);
    if (known?.width !== columns.width) return false;
    const rest = known.height - start.consumedBlockSize * (1 + MARGINS_AT_BREAK / Math.max(1, space));
    return rest > MANY_TIMES * columns.count * space;
  }

  private constrain(size: number): number {
    const { height, maxHeight, availableOuterSpace } = this.input;
    const minSize = Math.max(size, this.tallestUnbreakable);
    return Math.max(0, Math.min(minSize, height ?? maxHeight, maxHeight, availableOuterSpace ?? maxHeight));
  }
}

/** More space would change nothing, except for content that overflows. */
const withoutShortage = <R extends Row>(row: R): R =>
  row.monolithicOverflow > 0 ? row : { ...row, spaceShortage: undefined };

/** Height of the tallest column, after each column without a strip has gone to the strip with the tallest columns. */
function tallestColumn(strips: readonly number[], count: number): number {
  const total = strips.reduce((sum, height) => sum + height, 0);
  // No strip gets fewer in the end, as the last tallest column has at most total / (count - strips.length).
  const share = total > 0 ? Math.max(0, count - strips.length) / total : 0;
  const contentRuns = strips.map((height) => ({ height, columns: Math.max(1, Math.floor(height * share)) }));
  const given = contentRuns.reduce((sum, { columns }) => sum + columns, 0);
  for (let left = count - given; left > 0; left--) {
    const tallest = contentRuns.reduce((max, run) => (run.height / run.columns > max.height / max.columns ? run : max));
    tallest.columns++;
  }
  return Math.max(...contentRuns.map(({ height, columns }) => snapCeil(height / columns)));
}

/** Bottom of the content of a fragment, from its top, px. */
function contentExtent(fragment: BoxFragment): number {
  return fragment.children.reduce((max, { fragment: child, y }) => Math.max(max, y + extentDown(child)), 0);
}

function extentDown(fragment: Fragment): number {
  if (fragment.kind !== 'box' || fragment.style['overflow-block'] !== 'visible') return fragment.height;
  return Math.max(fragment.height, contentExtent(fragment));
}

/** Height of the tallest line, monolithic box, box that avoids breaks, or border with padding in a fragment, px. */
function tallestUnbreakableIn(fragment: Fragment): number {
  if (fragment.kind !== 'box') return fragment.height;
  const { box, style, border, padding, children, isFirst, details } = fragment;
  // A box that broke before may break again.
  const avoids = isFirst && isAvoid(style['break-inside'], 'column');
  if (box.kind === 'replaced' || avoids) {
    return extentDown(fragment);
  }
  const own = Math.max(border.top + padding.top, border.bottom + padding.bottom);
  // Columns inside are as high as their container lets them be, not as what they cannot break.
  const known = details?.kind === 'multicol' ? Math.max(own, details.tallestUnbreakable) : own;
  return children.reduce(
    (max, { fragment: child }) => (isColumn(child, fragment) ? max : Math.max(max, tallestUnbreakableIn(child))),
    known,
  );
}

const isColumn = (child: Fragment, { box }: BoxFragment) =>
  child.kind === 'box' && box.kind === 'block' && box.context === 'multicol' && child.box === columnFlow(box);
