/** The text of a laid-out document, line by line. */

import type { TextBox } from '../../../../src/engine/box/tree.js';
import type { PhysicalFragment, PhysicalTextFragment } from '../../../../src/engine/layout/algorithm/fragment.js';
import type { DocumentLayout } from '../../../../src/engine/layout/page/page-layout.js';

/** Left edge, top and width in px from the page area, and text. */
export type Line = readonly [x: number, y: number, width: number, text: string];

interface TextRange {
  readonly box: TextBox;
  x: number;
  y: number;
  right: number;
  text: string;
}

/** The part of each text box on each line, in document order, without generated text. */
export function linesOf(layout: DocumentLayout): Line[] {
  const ranges: TextRange[] = [];
  for (const { content } of layout.pages) {
    for (const { fragment, x, y } of content) {
      visit(fragment, x, y, (text, left, top) => add(ranges, text, left, top));
    }
  }
  return ranges
    .filter(({ text }) => /[^\s\u00ad\u200b]/.test(text))
    .sort((a, b) => a.box.id - b.box.id)
    .map(({ x, y, right, text }) => [round(x), round(y), round(right - x), text.replace(/\s+/g, ' ')]);
}

function visit(
  fragment: PhysicalFragment,
  left: number,
  top: number,
  put: (text: PhysicalTextFragment, x: number, y: number) => void,
): void {
  if (fragment.kind === 'text') {
    // The alternative text of an image is no text node.
    if (fragment.box.origin === undefined && fragment.box.element.name !== 'img') put(fragment, left, top);
    return;
  }
  const shift = fragment.kind === 'box' ? fragment.shift : undefined;
  const x = left + (shift?.x ?? 0);
  const y = top + (shift?.y ?? 0);
  for (const child of fragment.children) visit(child.fragment, x + child.x, y + child.y, put);
}

function add(ranges: TextRange[], { box, width, text }: PhysicalTextFragment, x: number, y: number): void {
  const known = ranges.find((range) => range.box.id === box.id && Math.abs(range.y - y) < 1);
  if (!known) {
    ranges.push({ box, x, y, right: x + width, text });
    return;
  }
  known.right = Math.max(known.right, x + width);
  known.x = Math.min(known.x, x);
  known.text += text;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
