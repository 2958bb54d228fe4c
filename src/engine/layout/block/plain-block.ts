/**
 * Fast path for a box that establishes a block formatting context around a single line of plain text, laid out without
 * fragmentation, as most table cells are measured. The result equals that of `BlockLayoutAlgorithm`.
 */

import type { BlockBox } from '../../box/tree.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import { BreakAppeal } from '../algorithm/early-break.js';
import { NO_EDGES } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { lineBaseline } from '../alignment/baseline.js';
import { inlineContent, lineIndent, plainLine } from '../inline/inline.js';
import { lineOverflow } from '../inline/line-overflow.js';
import { moved, overflowOf } from '../overflow/overflow.js';
import {
  horizontal,
  resolveBorderPadding,
  resolveBorders,
  resolveMargins,
  resolvePadding,
  sumEdges,
} from '../sizing/edges.js';
import { usedHeight } from '../sizing/heights.js';
import { usedWidth } from '../sizing/sizes.js';

/** @returns undefined: the box needs the general algorithm */
export function layoutPlainBlock(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
): LayoutResult | undefined {
  if (space.flow || space.fragmentainer || !hasPlainStyle(context, box, space)) return undefined;
  const content = inlineContent(context, box);
  if (!content.plainText) return undefined;
  const { style } = box;
  const border = space.tableCell?.border ?? resolveBorders(style);
  const padding = resolvePadding(style, space.percentageWidth);
  const borderPadding = space.tableCell?.border
    ? sumEdges(border, padding)
    : resolveBorderPadding(style, space.percentageWidth);
  const margin = space.fixedWidth === undefined ? resolveMargins(style, space.percentageWidth) : NO_EDGES;
  const width = usedWidth(context, box, space, margin, borderPadding);
  const availableWidth = Math.max(0, width - horizontal(borderPadding));
  const indent = lineIndent(context, content, { availableWidth }, !box.continues, false);
  const line = plainLine(content, content.plainText, availableWidth, indent);
  if (!line) return undefined;
  context.budgets?.lines.take(1, box.element);
  context.budgets?.fragments.take(line.children.length, box.element);
  const { left, top, bottom } = borderPadding;
  const end = top + line.height + bottom;
  const height = usedHeight(box, space, borderPadding, width, end);
  const children = [{ fragment: line, x: left, y: top }];
  const inside = lineOverflow(line.children, availableWidth, line.height);
  const overflow = overflowOf(style, width, height, border, children, inside && moved(inside, left, top));
  return plainResult(box, {
    width,
    height,
    border,
    padding,
    children,
    baseline: top + lineBaseline(line, style),
    overflow,
  });
}

/** Whether nothing but the line takes part in the layout of the box. */
function hasPlainStyle({ quirks }: LayoutContext, box: BlockBox, { tableCell, textBoxTrim }: ConstraintSpace): boolean {
  const { style } = box;
  return (
    box.content.type === 'inlines' &&
    box.content.children.length === 1 &&
    !box.firstLine &&
    !box.legend &&
    !box.marker &&
    !tableCell?.contentShift &&
    (tableCell !== undefined || (!quirks && style['align-content'].value === 'normal')) &&
    style['line-clamp'] === 'none' &&
    style['text-box-trim'] === 'none' &&
    !textBoxTrim &&
    style['overflow-block'] === 'visible'
  );
}

interface PlainGeometry
  extends Pick<LayoutResult['fragment'], 'width' | 'height' | 'border' | 'padding' | 'children' | 'overflow'> {
  readonly baseline: number;
}

export function plainResult(box: BlockBox, geometry: PlainGeometry): LayoutResult {
  const { style } = box;
  const { width, height, border, padding, children, baseline, overflow } = geometry;
  return {
    status: 'done',
    fragment: {
      kind: 'box',
      box,
      style,
      width,
      height,
      border,
      padding,
      children,
      firstBaseline: baseline,
      lastBaseline: baseline,
      lineBaseline: baseline,
      isFirst: true,
      isLast: true,
      consumed: 0,
      overflow,
      repeated: false,
      shift: undefined,
      writingMode: undefined,
      details: undefined,
    },
    breakToken: undefined,
    flow: undefined,
    breakBefore: style['break-before'],
    breakAfter: style['break-after'],
    appeal: BreakAppeal.perfect,
    earlyBreak: undefined,
    spaceShortage: undefined,
    monolithicOverflow: 0,
    spanner: undefined,
    outOfFlow: NONE,
    pageName: undefined,
  };
}

const NONE: readonly never[] = [];
