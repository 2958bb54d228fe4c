/**
 * Multi-column layout: rows of columns, separated by spanners. Columns are fragmentainers of one flow. Lengths in px.
 * Sources: https://drafts.csswg.org/css-multicol-1/, Blink's ColumnLayoutAlgorithm
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { describeElement } from '../../html/dom.js';
import { type BreakToken, type BreakTokenData, tokenData } from '../algorithm/break-token.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import {
  type ConstraintSpace,
  constraintSpace,
  fragmentainerAt,
  type TextBoxTrim,
} from '../algorithm/constraint-space.js';
import { finishContainer } from '../algorithm/container.js';
import { BreakAppeal, type BreakAppealValue, type EarlyBreak } from '../algorithm/early-break.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import { type Algorithm, cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { type LayoutResult, layoutResult } from '../algorithm/result.js';
import { snapRound } from '../algorithm/units.js';
import { contentShift } from '../alignment/box-alignment.js';
import { usedTrim } from '../block/block-params.js';
import {
  calculateFragmentGeometry,
  type FragmentGeometry,
  isKnownToFit,
  sliceEdges,
} from '../block/fragment-geometry.js';
import { addMargin, collapsed, EMPTY_STRUT, type MarginStrut } from '../block/margins.js';
import { layoutMarker } from '../block/marker.js';
import { earlyBreakInside, heightToEnd, isAvoid, isEarlyBreakBefore, spaceLeft } from '../fragmentation/breaks.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded } from '../fragmentation/fragmentation.js';
import { relayoutAndBreakEarlier } from '../fragmentation/relayout-and-break-earlier.js';
import { moved } from '../overflow/overflow.js';
import { placeInColumns } from '../positioned/absolutes.js';
import { horizontal, resolveMargins, vertical } from '../sizing/edges.js';
import { definiteHeight, maxHeight, usedHeight } from '../sizing/heights.js';
import {
  type Columns,
  columnFlow,
  MAX_USED_COLUMNS,
  multicolIntrinsicSizes,
  spannersOf,
  usedColumns,
} from './geometry.js';
import { layoutRow, type Row } from './row.js';

export const multicolAlgorithm: Algorithm<BlockBox> = {
  layout: layoutMulticol,
  intrinsicSizes: multicolIntrinsicSizes,
};

function layoutMulticol(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const algorithm = new ColumnLayoutAlgorithm(context, box, space, resume, space.fragmentainer?.earlyBreak);
  return algorithm.layout() ?? relayoutAndBreakEarlier(algorithm);
}

/** Once for each container, which may be laid out several times. */
function reportLimit(context: LayoutContext, box: BlockBox): void {
  const reported = cacheOf<BlockBox, true>(context, 'limited columns');
  if (reported.has(box)) return;
  reported.set(box, true);
  const count = box.style['column-count'];
  const text = count === 'auto' ? `column-width: ${box.style['column-width']}px` : `column-count: ${count}`;
  const place = describeElement(box.element);
  context.report.add('UnsupportedValue', text, `${place}: more than ${MAX_USED_COLUMNS} columns; so many are used`);
}

interface MulticolBreakTokenData extends BreakTokenData {
  readonly type: 'multicol';
  readonly next: NextPart;
}

/** The next part to lay out. Blink: MulticolPartWalker::Entry */
type NextPart =
  /** A row of columns. */
  | { readonly kind: 'row'; readonly start: BreakToken | undefined }
  /** A spanner or the rest of it, then a row from `start` on. */
  | {
      readonly kind: 'spanner';
      readonly box: BlockLevelBox;
      readonly resume: BreakToken | undefined;
      readonly start: BreakToken | undefined;
    }
  /** The rest of the container's height. */
  | { readonly kind: 'end' };

type Step = 'next' | 'stop' | 'earlier';

/** The container in one fragmentainer. */
class ColumnLayoutAlgorithm {
  readonly builder = new FragmentBuilder();
  private readonly geometry: FragmentGeometry;
  private readonly columns: Columns;
  private readonly flow: BlockBox;
  private readonly spanners: ReadonlySet<BlockLevelBox>;
  /** Height of content in earlier fragmentainers. */
  private readonly consumedContent: number;
  /** Bottom of the content so far, from the border edge, without the margins in `strut`. */
  private y: number;
  private strut: MarginStrut = EMPTY_STRUT;
  private next: NextPart;
  private rules: Rect[] = [];
  /** Index of the first rule of the row at the end; without one, the number of rules. */
  private lastRowRules = 0;
  private tallestUnbreakable = 0;

  constructor(
    private readonly context: LayoutContext,
    private readonly box: BlockBox,
    private readonly space: ConstraintSpace,
    private readonly resume: BreakToken | undefined,
    private readonly earlyBreak: EarlyBreak | undefined,
  ) {
    this.geometry = calculateFragmentGeometry(context, box, space, resume);
    this.builder.sequenceNumber = this.geometry.sequenceNumber;
    this.columns = usedColumns(box.style, this.geometry.contentWidth);
    if (this.columns.isLimited) reportLimit(context, box);
    this.flow = columnFlow(box);
    this.spanners = spannersOf(this.flow);
    this.consumedContent = resume ? Math.max(0, resume.consumedBlockSize - this.geometry.borderPadding.top) : 0;
    this.y = this.geometry.top;
    this.next = tokenData<MulticolBreakTokenData>(resume, 'multicol')?.next ?? { kind: 'row', start: undefined };
  }

  endingAt(earlyBreak: EarlyBreak): ColumnLayoutAlgorithm {
    return new ColumnLayoutAlgorithm(this.context, this.box, this.space, this.resume, earlyBreak);
  }

  /** @returns undefined: layout is to be repeated with a break at `builder.earlyBreak` */
  layout(): LayoutResult | undefined {
    this.resumeOverflowOfSpanners();
    let step: Step = 'next';
    while (step === 'next' && this.next.kind !== 'end') {
      step = this.next.kind === 'row' ? this.placeRow(this.next.start) : this.placeSpanner(this.next);
    }
    if (step === 'earlier') return undefined;
    this.placeMarker();
    return this.finish();
  }

  // ---- rows -------------------------------------------------------------------------------------------------------

  private placeRow(start: BreakToken | undefined): Step {
    const { builder, space, flow } = this;
    const { fragmentainer } = space;
    const top = this.y + collapsed(this.strut);
    const row = this.adjustForOverflow(this.layoutRow(start, top), top);
    const isEmpty = row.columns.length === 1 && row.columns[0]?.fragment.height === 0;
    // A break before the first row is possible below border and padding, as a last resort; not if those are cloned.
    const clonedStart = this.box.style['box-decoration-break'] === 'clone' ? this.geometry.top : 0;
    if (fragmentainer && (builder.hasBreakOpportunity || top > clonedStart) && !isEmpty) {
      const known = builder.earlyBreak;
      const isFirst = !builder.hasBreakOpportunity;
      const candidate = {
        box: flow,
        result: asResult(row),
        y: top,
        resumed: false,
        pushed: isFirst,
        ...this.avoids(row),
      };
      const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
      if (status === 'needs-earlier-break') return 'earlier';
      if (status === 'broke-before') {
        if (isFirst) builder.appeal = BreakAppeal.last;
        return 'stop';
      }
      // An early break names a box: all rows have that of the flow.
      builder.earlyBreak = known;
    }
    builder.propagateBreakInfo(asResult(row), undefined);
    if (row.next && !row.spanner) builder.clampAppeal(row.appeal);
    // Margins collapse through an empty row.
    const y = isEmpty ? this.y : top;
    if (!isEmpty) this.strut = EMPTY_STRUT;
    this.addColumns(row, y);
    this.tallestUnbreakable = Math.max(this.tallestUnbreakable, row.tallestUnbreakable);
    this.y = y + row.height;
    builder.hasBreakOpportunity = true;
    return this.afterRow(row);
  }

  /** As in Chromium, `break-inside: avoid` of the container avoids breaks below a row; its columns have its style there. */
  private avoids({ appeal }: Row): { readonly appealInside?: BreakAppealValue } {
    const { box, space } = this;
    const { fragmentainer } = space;
    if (!fragmentainer || !isAvoid(box.style['break-inside'], fragmentainer.kind)) return {};
    return { appealInside: Math.min(appeal, BreakAppeal.violatesBreakAvoid) as BreakAppealValue };
  }

  /**
   * Lowers the appeal of a row whose monolithic content overflows because of the outer fragmentainer, if the next one
   * may have more space. Otherwise the content overflows its column.
   */
  private adjustForOverflow(row: Row, top: number): Row {
    const { fragmentainer } = this.space;
    if (row.monolithicOverflow === 0) return row;
    const left = fragmentainer ? spaceLeft(fragmentainer, top) : Number.POSITIVE_INFINITY;
    const isFirst = !this.builder.hasBreakOpportunity && (this.resume !== undefined || left === fragmentainer?.size);
    if (row.height < left || isFirst || fragmentainer?.mustProgress) return { ...row, monolithicOverflow: 0 };
    return { ...row, appeal: BreakAppeal.last };
  }

  private layoutRow(start: BreakToken | undefined, top: number): Row {
    const { space, box, geometry } = this;
    const { fragmentainer } = space;
    const edges = vertical(geometry.borderPadding);
    const used = this.consumedContent + top - geometry.top;
    const own = definiteHeight(box, space, geometry.borderPadding);
    const isLimited = fragmentainer !== undefined && Number.isFinite(fragmentainer.size);
    return layoutRow(this.context, {
      box,
      flow: this.flow,
      columns: this.columns,
      spanners: this.spanners,
      start,
      percentageHeight: geometry.percentageHeight,
      pageName: box.style.page === 'auto' ? (fragmentainer?.pageName ?? '') : box.style.page,
      trim: trimOfColumns(usedTrim(box, space.textBoxTrim, geometry)),
      height: own === undefined ? undefined : Math.max(0, own - edges - used),
      maxHeight: Math.max(0, this.maxHeight - edges - used),
      availableOuterSpace: isLimited ? Math.max(0, spaceLeft(fragmentainer, top) - this.clonedEnd) : undefined,
      columnDepth: fragmentainer?.columnDepth ?? 0,
      isResumed: this.resume !== undefined,
      nextMayHaveMoreSpace: this.resume === undefined && (top > 0 || (fragmentainer?.offset ?? 0) > 0),
      balances: box.style['column-fill'] !== 'auto' || (fragmentainer !== undefined && !isLimited),
    });
  }

  /** The space that `box-decoration-break: clone` reserves at the end of the fragmentainer, px. */
  private get clonedEnd(): number {
    const { box, space, geometry, resume } = this;
    if (box.style['box-decoration-break'] !== 'clone' || isKnownToFit(box, space, geometry, resume)) return 0;
    return geometry.bottom;
  }

  /** Maximum border-box height of the container. */
  private get maxHeight(): number {
    return maxHeight(this.box, this.space, this.geometry.borderPadding, this.geometry.width);
  }

  private afterRow(row: Row): Step {
    const { builder } = this;
    if (row.spanner) {
      this.next = { kind: 'spanner', box: row.spanner, resume: undefined, start: row.next };
      return 'next';
    }
    if (!row.next) {
      this.next = { kind: 'end' };
      return 'next';
    }
    this.next = { kind: 'row', start: row.next };
    builder.addBreakToken(row.next);
    builder.brokeInFlow = true;
    return 'stop';
  }

  private addColumns(row: Row, y: number): void {
    const { geometry, columns, box } = this;
    const rtl = box.style.direction === 'rtl';
    this.lastRowRules = this.rules.length;
    row.columns.forEach((column, index) => {
      const start = snapRound(index * columns.step);
      const x = geometry.left + (rtl ? geometry.contentWidth - columns.width - start : start);
      const height = Math.max(row.height, column.fragment.height);
      this.add({ ...column, fragment: { ...column.fragment, height } }, x, y);
      if (index > 0) this.addRule(rtl ? x + columns.width + columns.gap / 2 : x - columns.gap / 2, y, row.height);
    });
  }

  private addRule(center: number, y: number, height: number): void {
    const width = this.box.style['column-rule-width'];
    if (width > 0) this.rules.push({ x: center - width / 2, y, width, height });
  }

  private add(result: LayoutResult, x: number, y: number): void {
    this.builder.addResult(result, x, y);
    const { firstBaseline, lastBaseline } = result.fragment;
    const { builder } = this;
    if (firstBaseline !== undefined) builder.firstBaseline ??= y + firstBaseline;
    if (lastBaseline !== undefined) builder.lastBaseline = Math.max(builder.lastBaseline ?? 0, y + lastBaseline);
  }

  // ---- spanners -----------------------------------------------------------------------------------------------------

  private placeSpanner({ box, resume, start }: Extract<NextPart, { kind: 'spanner' }>): Step {
    const { builder, geometry, space } = this;
    const { fragmentainer } = space;
    if (!resume && isEarlyBreakBefore(this.earlyBreak, box)) {
      builder.breakBefore(box, {});
      return 'stop';
    }
    const margin = resolveMargins(box.style, geometry.contentWidth);
    // Margins after a break are truncated.
    const isPushed = this.resume !== undefined && !builder.hasBreakOpportunity;
    const strut = resume || isPushed ? EMPTY_STRUT : addMargin(this.strut, margin.top);
    const y = this.y + collapsed(strut);
    const result = layout(this.context, box, this.spannerSpace(box, y), resume);
    if (fragmentainer) {
      const candidate = { box, result, y, resumed: resume !== undefined };
      if (!this.earlyBreak) {
        const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
        if (status === 'needs-earlier-break') return 'earlier';
        if (status === 'broke-before') return 'stop';
      }
      builder.addChildBreak(result, result.breakToken ? appealOfBreakInside(fragmentainer, candidate) : result.appeal);
    }
    builder.propagateBreakInfo(result, fragmentainer);
    builder.hasBreakOpportunity = true;
    this.lastRowRules = this.rules.length;
    this.add(result, geometry.left + this.spannerX(box, margin, result.fragment.width), y);
    this.y = y + result.fragment.height;
    this.strut = addMargin(EMPTY_STRUT, margin.bottom);
    this.next = { kind: 'row', start };
    // Only content that overflows the spanner goes on, beside what follows it.
    if (!result.breakToken || result.breakToken.isAtBlockEnd) return 'next';
    this.next = { kind: 'spanner', box, resume: result.breakToken, start };
    return 'stop';
  }

  private spannerSpace(box: BlockLevelBox, y: number): ConstraintSpace {
    const { contentWidth, percentageHeight } = this.geometry;
    const { fragmentainer } = this.space;
    return constraintSpace({
      availableWidth: contentWidth,
      availableHeight: percentageHeight,
      percentageWidth: contentWidth,
      percentageHeight,
      fragmentainer: fragmentainer && fragmentainerAt(fragmentainer, y, earlyBreakInside(this.earlyBreak, box)),
    });
  }

  /**
   * Content that overflows spanners in earlier fragmentainers: parallel flows.
   * Source: https://drafts.csswg.org/css-break-4/#parallel-flows
   */
  private resumeOverflowOfSpanners(): void {
    const { builder, geometry } = this;
    for (const token of this.resume?.childBreakTokens ?? []) {
      const box = token.box as BlockLevelBox;
      if (!token.isAtBlockEnd || !this.spanners.has(box)) continue;
      const result = layout(this.context, box, this.spannerSpace(box, this.y), token);
      const margin = resolveMargins(box.style, geometry.contentWidth);
      builder.addChildBreak(result, result.appeal);
      this.add(result, geometry.left + this.spannerX(box, margin, result.fragment.width), this.y);
    }
  }

  /** Offset of a spanner with auto margins resolved. Source: https://www.w3.org/TR/CSS22/visudet.html#blockwidth */
  private spannerX(box: BlockLevelBox, margin: Edges, width: number): number {
    const free = this.geometry.contentWidth - width - horizontal(margin);
    const autoLeft = box.style['margin-line-left'] === 'auto';
    const autoRight = box.style['margin-line-right'] === 'auto';
    if (free > 0 && autoLeft) return autoRight ? free / 2 : margin.left + free;
    const rtl = this.box.style.direction === 'rtl';
    return rtl && !(free > 0 && autoRight) ? margin.left + free : margin.left;
  }

  // ---- end ----------------------------------------------------------------------------------------------------------

  /** Places the outside marker beside the first line, else at the start. */
  private placeMarker(): void {
    const { marker } = this.box;
    if (!marker || this.resume) return;
    const { fragment, x, baseline } = layoutMarker(this.context, marker, this.box, this.geometry.contentWidth);
    this.builder.addChild(
      fragment,
      this.geometry.left + x,
      (this.builder.firstBaseline ?? this.geometry.top + baseline) - baseline,
    );
  }

  private finish(): LayoutResult {
    const { builder, geometry, box, space, resume } = this;
    const { fragmentainer } = space;
    const consumed = resume?.consumedBlockSize ?? 0;
    const isComplete = this.next.kind === 'end';
    const end = this.y + collapsed(this.strut) + (isComplete ? geometry.bottom : 0);
    const total = usedHeight(box, space, geometry.borderPadding, geometry.width, consumed + end);
    const rest = Math.max(0, total - consumed);
    const left = fragmentainer ? spaceLeft(fragmentainer, 0) : Number.POSITIVE_INFINITY;
    const available = heightToEnd(left, rest);
    if (isComplete && (rest <= available || builder.monolithicOverflow > 0)) {
      if (!resume) this.moveContent(contentShift(box.style, rest - end));
      const overflows = builder.childBreakTokens.length > 0;
      return this.result(rest, overflows ? this.breakToken(consumed + rest, true) : undefined);
    }
    if (isComplete) {
      builder.propagateSpaceShortage(rest - available);
      const contentRest = rest - geometry.bottom;
      if (contentRest <= available) builder.appeal = BreakAppeal.last;
      const used = contentRest > 0 ? Math.min(available, contentRest) : available;
      const endEdges = rest - used <= geometry.bottom ? rest - used : undefined;
      return this.result(available, this.breakToken(consumed + used, false, endEdges));
    }
    // At its maximum height the container ends; the remaining columns overflow it in the next fragmentainer.
    const limit = this.maxHeight - consumed;
    if (limit <= available) return this.result(Math.max(0, limit), this.breakToken(consumed + limit, true));
    return this.result(available, this.breakToken(consumed + available));
  }

  private moveContent(distance: number): void {
    this.builder.moveContent(distance);
    this.rules = this.rules.map((rule) => moved(rule, 0, distance));
  }

  /** The columns of the last row reach the content edge, and so do the rules between them. */
  private extendRules(contentEnd: number): void {
    this.rules = this.rules.map((rule, index) => {
      const height = index < this.lastRowRules ? rule.height : Math.max(rule.height, contentEnd - rule.y);
      return { ...rule, height };
    });
  }

  private breakToken(consumedBlockSize: number, isAtBlockEnd = false, remainingBlockEndEdges?: number): BreakToken {
    const data: MulticolBreakTokenData = { type: 'multicol', next: this.next };
    const end = { consumedBlockSize, isAtBlockEnd, remainingBlockEndEdges };
    return this.builder.breakToken(this.box, end, this.next.kind === 'end', data);
  }

  private result(height: number, breakToken: BreakToken | undefined): LayoutResult {
    const { builder, geometry, box, resume, space } = this;
    const isFirst = resume === undefined;
    const isLast = breakToken === undefined || (breakToken.isAtBlockEnd && !resume?.isAtBlockEnd);
    this.extendRules(height - (isLast ? geometry.bottom : 0));
    const result = finishContainer(this.context, builder, {
      box,
      width: geometry.width,
      height,
      border: sliceEdges(geometry.border, box, isFirst, isLast),
      padding: sliceEdges(geometry.padding, box, isFirst, isLast),
      fragmentainer: space.fragmentainer,
      firstBaseline: builder.firstBaseline,
      lastBaseline: builder.lastBaseline,
      consumed: resume?.consumedBlockSize ?? 0,
      isFirst,
      breakToken,
      details: { kind: 'multicol', columnRules: this.rules, tallestUnbreakable: this.tallestUnbreakable },
    });
    return space.fragmentainer ? result : placeInColumns(this.context, result);
  }
}

/**
 * The result of a row as a single child, as high as its columns, for the choice of breaks. Break values of the content
 * do not leave the columns.
 */
function asResult(row: Row): LayoutResult {
  const first = row.columns[0]!;
  const isFinished = row.next === undefined || row.spanner !== undefined;
  return layoutResult({
    status: 'done',
    fragment: { ...first.fragment, height: row.height },
    breakToken: isFinished ? undefined : row.next,
    breakBefore: 'auto',
    breakAfter: 'auto',
    appeal: row.appeal,
    spaceShortage: row.spaceShortage,
    monolithicOverflow: row.monolithicOverflow,
    outOfFlow: [],
  });
}

function trimOfColumns({ start, end }: TextBoxTrim): TextBoxTrim | undefined {
  return start || end ? { start, end, columns: start } : undefined;
}
