/**
 * Visible content of a page, for the question whether overflow shows: texts, replaced content, and boxes with a
 * background, a border, an outline or a shadow. Before transforms.
 */

import { partitionPoint } from '../../collections/partition-point.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { BoxFragment, LineFragment, Placed, TextFragment } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';

type Fragment = BoxFragment | LineFragment | TextFragment;

/** Whether a box cuts off, or scrolls, what overflows it. */
export const clipsContent = (style: Pick<LogicalStyle, 'overflow-inline' | 'overflow-block'>): boolean =>
  style['overflow-inline'] !== 'visible' || style['overflow-block'] !== 'visible';

/** Whether the edges of a box show. */
export function showsEdges({ style, border }: Pick<BoxFragment, 'style' | 'border'>): boolean {
  if (isHidden(style)) return false;
  if (style['background-color'].a > 0 || style['background-image'].some((image) => image !== 'none')) return true;
  if (border.top > 0 || border.right > 0 || border.bottom > 0 || border.left > 0) return true;
  return style['outline-style'] !== 'none' || style['box-shadow'].length > 0;
}

const isHidden = ({ visibility, opacity }: Pick<LogicalStyle, 'visibility' | 'opacity'>): boolean =>
  visibility !== 'visible' || opacity === 0;

/**
 * Calls `found` with what shows of a fragment and its content.
 * @param x, y  of the fragment
 * @param area  boxes that do not reach into it are left out; default: all are visited
 */
export function visitInk(fragment: Fragment, x: number, y: number, found: (ink: Rect) => void, area?: Rect): void {
  if (fragment.kind === 'text') {
    const isSeen = !isHidden(fragment.style) && fragment.style.color.a > 0 && /\S/.test(fragment.text);
    if (isSeen) found({ x, y, width: fragment.width, height: fragment.height });
    return;
  }
  const { width, height } = fragment;
  if (fragment.kind === 'box') {
    if (fragment.style.opacity === 0) return;
    const isReplaced = fragment.box.kind === 'replaced' && !isHidden(fragment.style);
    if (isReplaced || showsEdges(fragment)) found({ x, y, width, height });
    if (clipsContent(fragment.style) || fragment.box.kind === 'replaced') return;
  }
  for (const { fragment: child, x: left, y: top } of fragment.children) {
    const shift = child.kind === 'box' ? child.shift : undefined;
    const [childX, childY] = [x + left + (shift?.x ?? 0), y + top + (shift?.y ?? 0)];
    if (area && child.kind === 'box' && !reaches(child, childX, childY, area)) continue;
    visitInk(child, childX, childY, found, area);
  }
}

/** Whether a box or its overflow may be in an area. */
function reaches({ width, height, overflow }: BoxFragment, x: number, y: number, area: Rect): boolean {
  const [left, top] = [x + Math.min(0, overflow?.x ?? 0), y + Math.min(0, overflow?.y ?? 0)];
  const right = x + Math.max(width, overflow ? overflow.x + overflow.width : 0);
  const bottom = y + Math.max(height, overflow ? overflow.y + overflow.height : 0);
  return right >= area.x && left <= area.x + area.width && bottom >= area.y && top <= area.y + area.height;
}

interface Mark extends Rect {
  /** Number of its fragment in document order. */
  readonly order: number;
}

/** Overlaps by less are not visible, px. */
const MIN_OVERLAP = 2;

/** The texts and replaced content of a page, from top to bottom. */
export class PageInk {
  readonly #marks: Mark[] = [];
  readonly #ranges = new Map<BoxFragment, readonly [first: number, end: number]>();
  #highest = 0;
  #count = 0;

  constructor(content: readonly Placed<BoxFragment>[]) {
    for (const { fragment, x, y } of content) this.#collect(fragment, x, y);
    this.#marks.sort((a, b) => a.y - b.y);
  }

  #collect(fragment: Fragment, x: number, y: number): void {
    const order = this.#count++;
    if (fragment.kind === 'text' || (fragment.kind === 'box' && fragment.box.kind === 'replaced'))
      visitInk(fragment, x, y, (ink) => {
        this.#marks.push({ ...ink, order });
        this.#highest = Math.max(this.#highest, ink.height);
      });
    if (fragment.kind === 'text') return;
    if (fragment.kind === 'box' && fragment.style.opacity === 0) return;
    // What is inside of replaced content counts as that content.
    const children = fragment.kind === 'box' && fragment.box.kind === 'replaced' ? [] : fragment.children;
    for (const { fragment: child, x: left, y: top } of children) {
      const shift = child.kind === 'box' ? child.shift : undefined;
      this.#collect(child, x + left + (shift?.x ?? 0), y + top + (shift?.y ?? 0));
    }
    if (fragment.kind === 'box') this.#ranges.set(fragment, [order, this.#count]);
  }

  /** Whether an area of the page has texts or replaced content that are not inside a box. */
  overlaps(area: Rect, box: BoxFragment): boolean {
    const [first, end] = this.#ranges.get(box) ?? [0, 0];
    const from = partitionPoint(this.#marks, (mark) => mark.y < area.y - this.#highest);
    for (let at = from; at < this.#marks.length; at++) {
      const { x, y, width, height, order } = this.#marks[at]!;
      if (y > area.y + area.height) return false;
      if (order >= first && order < end) continue;
      const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
      const down = Math.min(y + height, area.y + area.height) - Math.max(y, area.y);
      if (across >= MIN_OVERLAP && down >= MIN_OVERLAP) return true;
    }
    return false;
  }
}
