/** The words of laid-out pages with their positions, in reading order. */

import { type Matrix, multiply, transformMatrix } from '../../../src/engine/css/compute/transform-matrix.js';
import type { PhysicalFragment, PhysicalTextFragment } from '../../../src/engine/layout/algorithm/fragment.js';
import { runsOf } from '../../../src/engine/layout/inline/text-runs.js';
import type { DocumentLayout } from '../../../src/engine/layout/page/page-layout.js';

export interface Word {
  /** 0-based. */
  readonly page: number;
  /** Left edge and baseline from the page's top left corner, px. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Whether x is exact: only the first word of a shaped run has an exact position. */
  readonly exact: boolean;
}

/** @param repeated  whether text on both sides of a cut between two pages counts on both */
export function wordsOf(layout: DocumentLayout, { repeated = false } = {}): Word[] {
  const words: Word[] = [];
  layout.pages.forEach((page, index) => {
    const put = (text: PhysicalTextFragment, left: number, top: number, [a, b, c, d, e, f]: Matrix) => {
      if (text.repeated && !repeated) return;
      for (const word of splitFragment(text)) {
        const [x, y] = [left + word.x, top + text.baseline];
        words.push({ ...word, page: index, x: a * x + c * y + e, y: b * x + d * y + f });
      }
    };
    const { area, scale } = page;
    for (const { fragment, x, y } of page.content) visit(fragment, x, y, [scale, 0, 0, scale, area.x, area.y], put);
    for (const { fragment, x, y } of page.marginBoxes) visit(fragment, x, y, [1, 0, 0, 1, 0, 0], put);
  });
  return words.sort(inReadingOrder);
}

/** Orders words by page, line and x; baselines that round to the same multiple of 3px are one line. */
export function inReadingOrder(a: Pick<Word, 'page' | 'x' | 'y'>, b: Pick<Word, 'page' | 'x' | 'y'>): number {
  return a.page - b.page || Math.round(a.y / 3) - Math.round(b.y / 3) || a.x - b.x;
}

export function textOf(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}

/** @param matrix  to page coordinates, px */
function visit(
  fragment: PhysicalFragment,
  left: number,
  top: number,
  matrix: Matrix,
  put: (text: PhysicalTextFragment, left: number, top: number, matrix: Matrix) => void,
): void {
  if (fragment.kind === 'text') {
    put(fragment, left, top, matrix);
    return;
  }
  const x = left + (fragment.kind === 'box' ? (fragment.shift?.x ?? 0) : 0);
  const y = top + (fragment.kind === 'box' ? (fragment.shift?.y ?? 0) : 0);
  const isTransformable = fragment.kind === 'box' && fragment.box.kind !== 'inline';
  const own = isTransformable ? transformMatrix(fragment.style, fragment, x, y) : undefined;
  const inner = own ? multiply(matrix, own) : matrix;
  for (const child of fragment.children) visit(child.fragment, x + child.x, y + child.y, inner, put);
}

function splitFragment(fragment: PhysicalTextFragment): { x: number; text: string; exact: boolean }[] {
  return runsOf(fragment).flatMap((run) =>
    [...run.text.matchAll(/\S+/g)].map(({ index, 0: text }) => {
      const guess = (run.width * index) / Math.max(1, run.text.length);
      return { x: run.x + guess, text, exact: index === 0 };
    }),
  );
}
