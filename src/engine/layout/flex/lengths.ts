/** Resolving flexible lengths. Source: https://drafts.csswg.org/css-flexbox-1/#resolve-flexible-lengths */

import { snapRound } from '../algorithm/units.js';
import type { FlexItem } from './item.js';

/**
 * Sets `main` of the items of one line.
 * @param available  inner main size of the container without gaps, px
 * @param margins    margins of an item in the main axis, px
 */
export function resolveFlexibleLengths(
  items: readonly FlexItem[],
  available: number,
  margins: (item: FlexItem) => number,
): void {
  // 1. Grow or shrink
  const total = items.reduce((sum, item) => sum + item.hypothetical + margins(item), 0);
  const grows = total < available;
  // 2. Items that cannot flex
  const frozen = new Set<FlexItem>();
  for (const item of items) {
    const factor = grows ? item.box.style['flex-grow'] : item.box.style['flex-shrink'];
    const inflexible = factor === 0 || (grows ? item.base > item.hypothetical : item.base < item.hypothetical);
    item.main = inflexible ? item.hypothetical : item.base;
    if (inflexible) frozen.add(item);
  }
  // 3. Initial free space
  const freeSpace = () =>
    items.reduce((free, item) => free - margins(item) - (frozen.has(item) ? item.main : item.base), available);
  const initial = freeSpace();
  // 4. Loop
  while (frozen.size < items.length) {
    const open = items.filter((item) => !frozen.has(item));
    const factors = open.reduce((sum, { box }) => sum + (grows ? box.style['flex-grow'] : box.style['flex-shrink']), 0);
    let remaining = freeSpace();
    if (factors < 1 && Math.abs(initial * factors) < Math.abs(remaining)) remaining = initial * factors;
    distribute(open, remaining, grows, factors);
    freezeViolations(open, frozen);
  }
}

/** c. Distribute free space proportional to the flex factors */
function distribute(open: readonly FlexItem[], remaining: number, grows: boolean, factors: number): void {
  if (remaining === 0 || (grows && remaining < 0) || (!grows && remaining > 0)) {
    for (const item of open) item.main = item.base;
    return;
  }
  if (grows) {
    for (const item of open) item.main = item.base + snapRound((remaining * item.box.style['flex-grow']) / factors);
    return;
  }
  const innerBase = (item: FlexItem) => item.base - item.mainEdges;
  const scaled = open.reduce((sum, item) => sum + innerBase(item) * item.box.style['flex-shrink'], 0);
  for (const item of open) {
    const share = scaled === 0 ? 0 : (innerBase(item) * item.box.style['flex-shrink']) / scaled;
    item.main = item.base + snapRound(remaining * share);
  }
}

/** d. Fix min/max violations, e. Freeze over-flexed items */
function freezeViolations(open: readonly FlexItem[], frozen: Set<FlexItem>): void {
  let violation = 0;
  const clamped = open.map((item) => {
    const size = Math.max(item.min, Math.min(item.main, item.max));
    violation += size - item.main;
    return { item, size, adjusted: size - item.main };
  });
  for (const { item, size, adjusted } of clamped) {
    item.main = size;
    if (violation === 0 || (violation > 0 && adjusted > 0) || (violation < 0 && adjusted < 0)) frozen.add(item);
  }
}
