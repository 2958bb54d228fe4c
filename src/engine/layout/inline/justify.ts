/** Justification: expansion opportunities of a line. Source: https://drafts.csswg.org/css-text-3/#justify-algos */

import { snapCeil } from '../algorithm/units.js';
import type { InlineContent } from './inline-items.js';
import type { Piece } from './pieces.js';

/** Ideographs, kana and symbols with opportunities on both sides. Blink: `Character::IsCJKIdeographOrSymbol`. */
const IDEOGRAPH =
  /[\u2e80-\u2fdf\u2ff0-\u303f\u3041-\u30ff\u3105-\u312f\u3190-\u31ff\u3220-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const FIRST_IDEOGRAPH = 0x2e80;

const MARK = /\p{M}/u;

interface Opportunities {
  spaces: number;
  gaps: number[];
}

/**
 * Distributes free space to the expansion opportunities of the pieces.
 * @param space  px
 * @returns false: the line has no expansion opportunity
 */
export function justify(content: InlineContent, pieces: readonly Piece[], space: number): boolean {
  const isSpread = content.style.style['text-justify'] === 'inter-character';
  const isLetter = (codePoint: number) => {
    if (isSpread) return !MARK.test(String.fromCodePoint(codePoint));
    return codePoint >= FIRST_IDEOGRAPH && IDEOGRAPH.test(String.fromCodePoint(codePoint));
  };
  const found = new Map<Piece, Opportunities>();
  let count = 0;
  let last: Opportunities | undefined;
  let lastIsSpace = false;
  // The line's start is not an opportunity.
  let isAfterOpportunity = true;
  for (const piece of pieces) {
    if (piece.type === 'atomic') isAfterOpportunity = false;
    if (piece.type !== 'text') continue;
    const own: Opportunities = { spaces: 0, gaps: [] };
    found.set(piece, own);
    for (let i = piece.start; i < piece.end; ) {
      const codePoint = content.text.codePointAt(i)!;
      const next = i + (codePoint > 0xffff ? 2 : 1);
      if (codePoint === 0x20 || codePoint === 0xa0) {
        own.spaces++;
        count++;
        isAfterOpportunity = true;
        last = own;
        lastIsSpace = true;
      } else if (isLetter(codePoint)) {
        if (!isAfterOpportunity) {
          own.gaps.push(i);
          count++;
        }
        own.gaps.push(next);
        count++;
        isAfterOpportunity = true;
        last = own;
        lastIsSpace = false;
      } else isAfterOpportunity = false;
      i = next;
    }
  }
  // Nor is the line's end.
  if (isAfterOpportunity && last) {
    if (lastIsSpace) last.spaces--;
    else last.gaps.pop();
    count--;
  }
  if (count <= 0) return false;
  const each = space / count;
  for (const [piece, { spaces, gaps }] of found) {
    if (piece.type !== 'text' || spaces + gaps.length === 0) continue;
    piece.expansion = { each, spaces, gaps };
    piece.width += snapCeil(each * (spaces + gaps.length));
  }
  return true;
}
