/** Logical order of the texts on a line with right-to-left text. */

import type { TextBox } from '../box/tree.js';
import type { PhysicalLineFragment, PhysicalTextFragment } from '../layout/algorithm/fragment.js';

/** Logical position of each text on the line among those of its box; undefined when all text runs left to right. */
export type LogicalPositions = ReadonlyMap<PhysicalTextFragment, number> | undefined;

/** Reverses bidi reordering: the texts of a box on one line are a substring of the text of the box. */
export function logicalPositions(line: PhysicalLineFragment): LogicalPositions {
  if (!hasRightToLeft(line.children)) return undefined;
  const byBox = new Map<TextBox, PhysicalTextFragment[]>();
  const collect = (children: PhysicalLineFragment['children']): void => {
    for (const { fragment } of children) {
      if (fragment.kind === 'text') {
        const texts = byBox.get(fragment.box);
        if (texts) texts.push(fragment);
        else byBox.set(fragment.box, [fragment]);
      } else if (fragment.box.kind === 'inline') collect(fragment.children as PhysicalLineFragment['children']);
    }
  };
  collect(line.children);
  const ranks = new Map<PhysicalTextFragment, number>();
  for (const [box, texts] of byBox) {
    const likely = line.style.direction === 'rtl' ? texts.toReversed() : texts;
    const ordered = orderedInText(box.text, '', likely) ?? likely;
    for (const [rank, text] of ordered.entries()) ranks.set(text, rank);
  }
  return ranks;
}

function hasRightToLeft(children: PhysicalLineFragment['children']): boolean {
  for (const { fragment } of children) {
    if (fragment.kind === 'text') {
      for (const run of fragment.runs) if (run.rtl) return true;
    } else if (fragment.box.kind === 'inline' && hasRightToLeft(fragment.children as PhysicalLineFragment['children']))
      return true;
  }
  return false;
}

/** More texts than real lines have; the search is exponential when texts repeat. */
const MAX_PIECES = 12;

/** The order in which the pieces follow `before` in `whole`. */
function orderedInText(
  whole: string,
  before: string,
  pieces: readonly PhysicalTextFragment[],
): PhysicalTextFragment[] | undefined {
  if (pieces.length === 0) return [];
  if (pieces.length > MAX_PIECES) return undefined;
  for (const piece of pieces) {
    if (!whole.includes(before + piece.text)) continue;
    const rest = orderedInText(
      whole,
      before + piece.text,
      pieces.filter((other) => other !== piece),
    );
    if (rest) return [piece, ...rest];
  }
  return undefined;
}
