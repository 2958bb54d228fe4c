/** `line-clamp`. Source: https://drafts.csswg.org/css-overflow-4/#line-clamp */

import type { BlockLevelBox, InlineLevelBox } from '../../box/tree.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import { type BreakToken, tokenData } from '../algorithm/break-token.js';
import type { LineClamp } from '../algorithm/constraint-space.js';
import type { Placed } from '../algorithm/fragment.js';
import { establishesFormattingContext } from '../sizing/intrinsic.js';
import type { BlockBreakTokenData } from './block-break-token-data.js';
import type { BlockParams } from './block-params.js';

type Clamped = Pick<BlockParams, 'box' | 'flow' | 'resume'>;

/** The clamp of a block container: its own, or that of its formatting context. */
export function clampOf({ box, flow, resume }: Clamped): LineClamp | undefined {
  const lines = box.style['line-clamp'];
  return lines === 'none' ? flow?.clamp : { lines: lines - clampedLines(resume), isFollowed: false };
}

/** Adds the lines so far of a box with `line-clamp` to its data, since they count in later fragmentainers, too. */
export function withClampedLines(
  { box, resume }: Clamped,
  children: readonly Placed[],
  data: BlockBreakTokenData | undefined,
): BlockBreakTokenData | undefined {
  if (box.style['line-clamp'] === 'none') return data;
  const lines = countLines(children);
  // The same object says that layout made no progress (isSamePlace in break-token.ts).
  if (!data && lines === 0) return tokenData<BlockBreakTokenData>(resume, 'block');
  return { type: 'block', line: data?.line, clampedLines: clampedLines(resume) + lines };
}

const clampedLines = (resume: BreakToken | undefined): number =>
  tokenData<BlockBreakTokenData>(resume, 'block')?.clampedLines ?? 0;

/** The clamp of a child after siblings with lines. @param following  siblings after the child */
export function clampOfChild(clamp: LineClamp, before: number, following: readonly BlockLevelBox[]): LineClamp {
  return { lines: clamp.lines - before, isFollowed: clamp.isFollowed || following.some(hasLines) };
}

/** Number of lines that participate in the formatting context of the fragments. */
export function countLines(children: readonly Placed[]): number {
  return children.reduce((count, { fragment }) => {
    if (fragment.kind === 'line') return fragment.isEmpty ? count : count + 1;
    if (fragment.kind !== 'box' || fragment.box.kind !== 'block') return count;
    return isInFlow(fragment.box) ? count + countLines(fragment.children) : count;
  }, 0);
}

function hasLines(box: BlockLevelBox): boolean {
  if (box.kind !== 'block' || !isInFlow(box)) return false;
  const { content } = box;
  return content.type === 'inlines' ? content.children.some(hasContent) : content.children.some(hasLines);
}

const isInFlow = (box: BlockLevelBox): boolean =>
  !isOutOfFlow(box.style) && !isFloating(box.style) && !establishesFormattingContext(box);

function hasContent(box: InlineLevelBox): boolean {
  if (box.kind === 'text') return /\S/.test(box.text);
  return box.kind === 'inline' ? box.children.some(hasContent) : true;
}
