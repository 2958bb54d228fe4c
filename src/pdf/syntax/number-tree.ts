/** Number trees. Source: ISO 32000-1, 7.9.7 */

import { type Dict, dict, type PdfObject, type Ref } from './objects.js';
import type { PdfObjects } from './read.js';

function leaves(file: PdfObjects, node: Dict): Dict[] {
  const kids = file.array(node.get('Kids')) ?? [];
  if (kids.length === 0) return [node];
  return kids.flatMap((kid) => {
    const child = file.dict(kid);
    return child ? leaves(file, child) : [];
  });
}

/** One more than the greatest key. */
export function nextKey(file: PdfObjects, tree: Dict): number {
  const keys = leaves(file, tree).flatMap((leaf) =>
    (file.array(leaf.get('Nums')) ?? []).filter((_, at) => at % 2 === 0),
  );
  return Math.max(-1, ...keys.map((key) => file.number(key) ?? -1)) + 1;
}

/** Adds entries whose keys are greater than all others. */
export function addNumbers(file: PdfObjects, tree: Dict, added: readonly (readonly [number, Ref])[]): void {
  const numbers = added.flat();
  if (!tree.has('Kids')) {
    tree.set('Nums', [...(file.array(tree.get('Nums')) ?? []), ...numbers]);
    return;
  }
  const leaf = dict({ Nums: numbers, Limits: [added[0]![0], added.at(-1)![0]] });
  tree.set('Kids', [...(file.array(tree.get('Kids')) ?? []), file.add(leaf)]);
}

/** All entries of a tree. */
export function numberEntries(file: PdfObjects, tree: Dict): Map<number, PdfObject> {
  const entries = new Map<number, PdfObject>();
  for (const leaf of leaves(file, tree)) {
    const numbers = file.array(leaf.get('Nums')) ?? [];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const key = file.number(numbers[at]);
      if (key !== undefined) entries.set(key, numbers[at + 1]!);
    }
  }
  return entries;
}
