export function sum<T>(list: readonly T[], value: (item: T, index: number) => number): number {
  let total = 0;
  for (let i = 0; i < list.length; i += 1) total += value(list[i]!, i);
  return total;
}
