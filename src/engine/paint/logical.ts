/** The order in which the text of a line is read, where some of it runs from right to left. */

import type { TextBox } from '../box/tree.js';
import type { LineFragment, TextFragment } from '../layout/algorithm/types.js';

/** Position of each text of the line among those of its box; undefined when all runs from left to right. */
export type ReadingRanks = ReadonlyMap<TextFragment, number> | undefined;

/** Undoes what bidi reordering did: the texts of one box on one line are a stretch of the box's text. */
export function readingRanks(line: LineFragment): ReadingRanks {
  const byBox = new Map<TextBox, TextFragment[]>();
  let anyRtl = false;
  const collect = (children: LineFragment['children']): void => {
    for (const { fragment } of children) {
      if (fragment.kind === 'text') {
        anyRtl ||= fragment.runs.some(({ rtl }) => rtl);
        const texts = byBox.get(fragment.box);
        if (texts) texts.push(fragment);
        else byBox.set(fragment.box, [fragment]);
      } else if (fragment.box.kind === 'inline') collect(fragment.children as LineFragment['children']);
    }
  };
  collect(line.children);
  if (!anyRtl) return undefined;
  const ranks = new Map<TextFragment, number>();
  for (const [box, texts] of byBox) {
    const likely = line.style.direction === 'rtl' ? texts.toReversed() : texts;
    const ordered = inBoxOrder(box.text, '', likely) ?? likely;
    for (const [rank, text] of ordered.entries()) ranks.set(text, rank);
  }
  return ranks;
}

/** More pieces than a line of people's text has; the search is exponential where pieces repeat. */
const MAX_PIECES = 12;

/** The order in which the pieces follow each other in `whole`, after `before`. */
function inBoxOrder(whole: string, before: string, pieces: readonly TextFragment[]): TextFragment[] | undefined {
  if (pieces.length === 0) return [];
  if (pieces.length > MAX_PIECES) return undefined;
  for (const piece of pieces) {
    if (!whole.includes(before + piece.text)) continue;
    const rest = inBoxOrder(
      whole,
      before + piece.text,
      pieces.filter((other) => other !== piece),
    );
    if (rest) return [piece, ...rest];
  }
  return undefined;
}
