/** The lines of a block container with inline content. Blink: `BlockLayoutAlgorithm::LayoutInlineChild`. */

import type { BlockLevelBox } from '../../box/tree.js';
import { tokenData } from '../algorithm/break-token.js';
import { lineBaseline } from '../alignment/baseline.js';
import type { LineResult } from '../inline/line-result.js';
import { moved, unite } from '../overflow/overflow.js';
import type { BlockBreakTokenData } from './block-break-token-data.js';
import { sidesOf } from './block-floats.js';
import type { BlockState, Step } from './block-state.js';
import { clampOf } from './line-clamp.js';
import { type LinesResult, layoutLines } from './lines.js';
import { EMPTY_STRUT } from './margins.js';

interface InlineChildrenResult {
  readonly step: Step;
  /** undefined: the lines are finished. */
  readonly next?: BlockBreakTokenData;
}

export function layoutInlineChildren(state: BlockState): InlineChildrenResult {
  const { context, box, resume, earlyBreak, geometry, childFragmentainer } = state.params;
  const { builder, offset, floats } = state;
  // Floats that broke, or were pushed, in earlier fragmentainers.
  for (const token of resume?.childBreakTokens ?? []) floats.place(token.box as BlockLevelBox, token);
  if (resume?.hasVisitedAllChildren) return DONE;
  const top = offset.next;
  const lines = layoutLines(context, box, {
    availableWidth: geometry.contentWidth,
    percentageHeight: geometry.percentageHeight,
    bfcX: offset.x + geometry.left,
    bfcY: top,
    exclusions: floats.exclusions,
    fragmentainer: childFragmentainer,
    requiresContent: childFragmentainer?.requiresContent === true && builder.children.length === 0,
    start: tokenData<BlockBreakTokenData>(resume, 'block')?.line,
    keep: earlyBreak?.box === box ? earlyBreak.line : undefined,
    clamp: clampOf(state.params),
    trim: state.params.trim,
  });
  if (offset.y === undefined) assumeOffset(state, lines, top);
  if (!lines.empty && !offset.resolveHere()) return { step: 'abort' };
  if (lines.leading) addFloats(state, lines.leading);
  addLines(state, lines, top);
  return finishLines(state, lines);
}

const DONE: InlineChildrenResult = { step: 'next' };

/** Records the assumed BFC offset of floats in the lines. */
function assumeOffset({ offset }: BlockState, { lines, leading }: LinesResult, top: number): void {
  const results = lines.map(({ result }) => result);
  const withFloats = leading ? [...results, leading] : results;
  const styles = withFloats.flatMap(({ floats }) => floats.map(({ fragment }) => fragment.style));
  if (styles.length > 0 || withFloats.some(({ floatTokens }) => floatTokens.length > 0)) {
    offset.assumeForFloats(top, sidesOf(styles));
  }
}

function addFloats({ builder, offset, floats }: BlockState, added: Pick<LineResult, 'floats' | 'floatTokens'>): void {
  for (const token of added.floatTokens) builder.addBreakToken(token);
  floats.addPlaced(added.floats, offset.expected);
}

function addLines(state: BlockState, { lines }: LinesResult, top: number): void {
  const { params, builder, offset } = state;
  const { left } = params.geometry;
  const origin = offset.expected;
  for (const { result, y } of lines) {
    const { line } = result;
    const lineTop = top - origin + y;
    addFloats(state, result);
    builder.addOutOfFlow(result.outOfFlow, left, lineTop - result.y);
    if (result.empty && line.children.length === 0) continue;
    builder.addChild(line, left, lineTop);
    if (result.overflow) builder.inlineOverflow = unite(builder.inlineOverflow, moved(result.overflow, left, lineTop));
    if (!result.empty) builder.addBaseline(lineTop + lineBaseline(line, params.box.style));
  }
}

function finishLines({ params, builder, position, floats }: BlockState, lines: LinesResult): InlineChildrenResult {
  floats.exclusions = lines.exclusions;
  builder.propagateSpaceShortage(lines.shortage);
  builder.monolithicOverflow = lines.monolithicOverflow;
  const { earlyBreak } = lines;
  if (earlyBreak) builder.offerEarlyBreak(earlyBreak.appeal, params.box, earlyBreak.line, undefined);
  if (!lines.empty) {
    position.blockOffset += lines.clearedTo;
    position.marginStrut = EMPTY_STRUT;
  }
  if (!lines.next) return DONE;
  builder.brokeInFlow = true;
  builder.clampAppeal(lines.appeal);
  return { step: 'stop', next: { type: 'block', line: lines.next.token, clampedLines: 0 } };
}
