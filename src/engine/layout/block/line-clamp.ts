/** `line-clamp`. Source: https://drafts.csswg.org/css-overflow-4/#line-clamp */

import type { BlockLevelBox, InlineLevelBox } from '../../box/tree.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import type { LineClamp } from '../algorithm/constraint-space.js';
import type { Placed } from '../algorithm/fragment.js';
import { establishesFormattingContext } from '../sizing/intrinsic.js';
import type { BlockParams } from './block-params.js';

/** The clamp of a block container: its own, or that of its formatting context. */
export function clampOf({ box, flow }: Pick<BlockParams, 'box' | 'flow'>): LineClamp | undefined {
  const lines = box.style['line-clamp'];
  return lines === 'none' ? flow?.clamp : { lines, isFollowed: false };
}

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
