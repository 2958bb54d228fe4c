/** The last step of flex, grid and multi-column layout: absolutely positioned descendants and the result. */

import type { BlockBox, TableBox } from '../../box/tree.js';
import { containsAbsolute } from '../../css/style-queries.js';
import { overflowOf } from '../overflow/overflow.js';
import { layoutContained } from '../positioned/positioned.js';
import { paddingBox } from '../sizing/edges.js';
import type { BreakToken } from './break-token.js';
import type { FragmentBuilder } from './builder.js';
import type { FragmentainerSpace } from './constraint-space.js';
import type { BoxFragment, FragmentDetails } from './fragment.js';
import type { Edges } from './geometry.js';
import type { LayoutContext } from './layout-context.js';
import type { LayoutResult } from './result.js';

interface FinishedContainer {
  readonly box: BlockBox | TableBox;
  readonly width: number;
  readonly height: number;
  /** 0 on the sides that a break cuts. */
  readonly border: Edges;
  readonly padding: Edges;
  readonly firstBaseline: number | undefined;
  readonly lastBaseline: number | undefined;
  readonly consumed: number;
  readonly isFirst: boolean;
  readonly breakToken: BreakToken | undefined;
  readonly fragmentainer?: FragmentainerSpace | undefined;
  readonly details?: FragmentDetails | undefined;
}

/** Lays out the absolutely positioned boxes that the container contains and creates its layout result. */
export function finishContainer(
  context: LayoutContext,
  builder: FragmentBuilder,
  done: FinishedContainer,
): LayoutResult {
  const { box, width, height, border, padding, breakToken, isFirst } = done;
  const { style } = box;
  if (builder.outOfFlow.length > 0 && containsAbsolute(style)) {
    const area = paddingBox(width, height, border);
    const container = { box, area, consumed: done.consumed, isBroken: !isFirst || breakToken !== undefined };
    const { placed, remaining } = layoutContained(context, container, builder.takeOutOfFlow(), done.fragmentainer);
    for (const child of placed) builder.addChild(child.fragment, child.x, child.y);
    builder.addOutOfFlow(remaining);
  }
  const fragment: BoxFragment = {
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
    lineBaseline: done.lastBaseline,
    isFirst,
    isLast: breakToken === undefined,
    consumed: done.consumed,
    overflow: overflowOf(style, width, height, border, builder.children, undefined),
    repeated: false,
    shift: undefined,
    writingMode: undefined,
    details: done.details,
  };
  const breakBefore = isFirst ? builder.joinedBreakBefore(style['break-before']) : 'auto';
  const isContinued = breakToken && !breakToken.isAtBlockEnd;
  const breakAfter = isContinued ? 'auto' : builder.joinedBreakAfter(style['break-after']);
  return builder.toResult(fragment, breakToken, breakBefore, breakAfter);
}
