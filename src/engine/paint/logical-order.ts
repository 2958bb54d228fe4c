/** Logical order of the texts on lines with right-to-left text. */

import type { TextBox } from '../box/tree.js';
import type { PhysicalLineFragment, PhysicalTextFragment } from '../layout/algorithm/fragment.js';
import { isRightToLeft } from '../layout/inline/text-runs.js';

/** Logical position of each text on the line among those of its box; undefined: the texts of each box are in their order. */
export type LogicalPositions = ReadonlyMap<PhysicalTextFragment, number> | undefined;

/** Counts the texts of boxes from line to line, so that those of a line follow those of the lines before. */
export class LogicalOrder {
  /** Texts so far of boxes with right-to-left text. */
  readonly #texts = new Map<TextBox, number>();

  /** Reverses bidi reordering: the texts of a box on one line are a substring of the text of the box. */
  positions(line: PhysicalLineFragment): LogicalPositions {
    const isMixed = hasRightToLeft(line.children);
    if (!isMixed && this.#texts.size === 0) return undefined;
    const ranks = new Map<PhysicalTextFragment, number>();
    for (const [box, texts] of textsByBox(line)) {
      const before = this.#texts.get(box);
      if (!isMixed && before === undefined) continue;
      const likely = line.style.direction === 'rtl' ? texts.toReversed() : texts;
      const ordered = orderedInText(box.text, '', likely) ?? likely;
      for (const [rank, text] of ordered.entries()) ranks.set(text, (before ?? 0) + rank);
      this.#texts.set(box, (before ?? 0) + texts.length);
    }
    return ranks;
  }
}

function textsByBox(line: PhysicalLineFragment): ReadonlyMap<TextBox, PhysicalTextFragment[]> {
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
  return byBox;
}

function hasRightToLeft(children: PhysicalLineFragment['children']): boolean {
  for (const { fragment } of children) {
    if (fragment.kind === 'text') {
      if (isRightToLeft(fragment)) return true;
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
