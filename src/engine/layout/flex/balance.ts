/** `flex-wrap: balance`. Source: https://drafts.csswg.org/css-flexbox-2/#valdef-flex-wrap-balance */

/**
 * Distributes items over lines, so that the squares of the free spaces are least in sum; among equals the first lines
 * are the longest.
 * @param outer  main size of an item with its margins
 * @param count  of lines: as many as the items need, or more
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
  const room = limit === Number.POSITIVE_INFINITY ? sums.at(-1)! + gap * items.length : limit;
  const cost = (from: number, to: number) => {
    const used = sums[to]! - sums[from]! + gap * (to - from - 1);
    if (used > room) return to - from === 1 ? 0 : Number.POSITIVE_INFINITY;
    return (room - used) ** 2;
  };
  // best[from] for the number of lines looked at so far: least cost of the items from there, and where the line ends.
  let best: { cost: number; ends: readonly number[] }[] = items.map((_, from) => ({
    cost: cost(from, items.length),
    ends: [items.length],
  }));
  for (let lines = 2; lines <= count; lines += 1) {
    best = items.map((_, from) => {
      let least: { cost: number; ends: readonly number[] } = { cost: Number.POSITIVE_INFINITY, ends: [] };
      for (let to = from + 1; to <= items.length - (lines - 1) && cost(from, to) < Number.POSITIVE_INFINITY; to += 1) {
        const rest = best[to]!;
        const total = cost(from, to) + rest.cost;
        if (total <= least.cost) least = { cost: total, ends: [to, ...rest.ends] };
      }
      return least;
    });
  }
  const { ends } = best[0]!;
  return ends.map((to, i) => items.slice(ends[i - 1] ?? 0, to));
}
