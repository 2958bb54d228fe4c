/** `flex-wrap: balance`. Source: https://drafts.csswg.org/css-flexbox-2/#valdef-flex-wrap-balance */

/**
 * Breaks items into lines with the smallest sum of squared free spaces. Ties prefer longer lines first.
 * @param outer  outer main size of an item, px
 * @param count  number of lines, at least as many as the items need
 * @param limit  main size of a line, px
 * @param gap    between items, px
 */
export function balanceLines<Item>(
  items: readonly Item[],
  outer: (item: Item) => number,
  count: number,
  limit: number,
  gap: number,
): Item[][] {
  const sums = [0];
  for (const item of items) sums.push(sums.at(-1)! + outer(item));
  const available = limit === Number.POSITIVE_INFINITY ? sums.at(-1)! + gap * items.length : limit;
  const cost = (from: number, to: number) => {
    const used = sums[to]! - sums[from]! + gap * (to - from - 1);
    if (used > available) return to - from === 1 ? 0 : Number.POSITIVE_INFINITY;
    return (available - used) ** 2;
  };
  // By first item, for the number of lines so far: the lowest cost of the items from there, and where their lines end.
  let best: { cost: number; ends: readonly number[] }[] = items.map((_, from) => ({
    cost: cost(from, items.length),
    ends: [items.length],
  }));
  for (let lines = 2; lines <= count; lines += 1) {
    best = items.map((_, from) => {
      let cheapest: { cost: number; ends: readonly number[] } = { cost: Number.POSITIVE_INFINITY, ends: [] };
      for (let to = from + 1; to <= items.length - (lines - 1) && cost(from, to) < Number.POSITIVE_INFINITY; to += 1) {
        const rest = best[to]!;
        const total = cost(from, to) + rest.cost;
        if (total <= cheapest.cost) cheapest = { cost: total, ends: [to, ...rest.ends] };
      }
      return cheapest;
    });
  }
  const { ends } = best[0]!;
  return ends.map((to, i) => items.slice(ends[i - 1] ?? 0, to));
}
