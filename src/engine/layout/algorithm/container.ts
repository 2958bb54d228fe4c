/** What containers that are no block containers (flex, grid, tables) share: frame, positioned children, the result. */

import type { BlockBox, BlockLevelBox, TableBox } from '../../box/tree.js';
import { overflowOf } from '../overflow/overflow.js';
import { containsAbsolutes, layoutContained } from '../positioned/positioned.js';
import { horizontal, vertical } from '../sizing/edges.js';
import type { FragmentBuilder } from './builder.js';
import type {
  BoxFragment,
  BreakToken,
  Edges,
  FragmentainerSpace,
  LayoutContext,
  LayoutResult,
  OutOfFlow,
} from './types.js';

export interface FinishedContainer {
  readonly box: BlockBox | TableBox;
  readonly width: number;
  readonly height: number;
  /** Already without the sides that a break cut off. */
  readonly border: Edges;
  readonly padding: Edges;
  readonly outOfFlow: readonly OutOfFlow[];
  readonly firstBaseline: number | undefined;
  readonly lastBaseline: number | undefined;
  readonly consumed: number;
  readonly isFirst: boolean;
  readonly breakToken: BreakToken | undefined;
  readonly fragmentainer?: FragmentainerSpace | undefined;
  /** Further fields of the fragment. */
  readonly extra?: Partial<BoxFragment>;
}

/** Places the absolutely positioned boxes the container contains and makes its result. */
export function finishContainer(
  context: LayoutContext,
  builder: FragmentBuilder,
  done: FinishedContainer,
): LayoutResult {
  const { box, width, height, border, padding, breakToken, isFirst } = done;
  const { style } = box;
  let outOfFlow = done.outOfFlow;
  if (outOfFlow.length > 0 && containsAbsolutes(style)) {
    const area = {
      x: border.left,
      y: border.top,
      width: width - horizontal(border),
      height: Math.max(0, height - vertical(border)),
    };
    const container = { box, area, consumed: done.consumed, isBroken: !isFirst || breakToken !== undefined };
    const { placed, remaining } = layoutContained(context, container, outOfFlow, done.fragmentainer);
    for (const child of placed) builder.children.push(child);
    outOfFlow = remaining;
  }
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
      children: builder.children,
      firstBaseline: done.firstBaseline,
      lastBaseline: done.lastBaseline,
      isFirst,
      isLast: breakToken === undefined,
      consumed: done.consumed,
      overflow: overflowOf(style, width, height, border, builder.children, undefined),
      ...done.extra,
    },
    ...(breakToken && { breakToken }),
    breakBefore: isFirst ? builder.joinedBreakBefore(style['break-before']) : 'auto',
    breakAfter: breakToken && !breakToken.atEnd ? 'auto' : builder.joinedBreakAfter(style['break-after']),
    appeal: builder.appeal,
    ...(builder.earlyBreak && { earlyBreak: builder.earlyBreak }),
    ...(builder.spaceShortage !== undefined && { spaceShortage: builder.spaceShortage }),
    monolithicOverflow: builder.monolithicOverflow,
    outOfFlow,
    ...(builder.startPage !== undefined && { startPage: builder.startPage }),
    ...(builder.endPage !== undefined && { endPage: builder.endPage }),
  };
}

/** A child's positioned descendants, from the container's border box. */
export function carryOutOfFlow(result: Pick<LayoutResult, 'outOfFlow'>, x: number, y: number): OutOfFlow[] {
  return result.outOfFlow.map((item) => ({ ...item, x: item.x + x, y: item.y + y }));
}

export function isPositioned(box: BlockLevelBox): boolean {
  const { position } = box.style;
  return position === 'absolute' || position === 'fixed' || typeof position === 'object';
}
