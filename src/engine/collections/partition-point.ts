/**
 * The index of the first item that is not before the place sought, by binary search.
 * @param items  those before the place come first
 */
export function partitionPoint<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
