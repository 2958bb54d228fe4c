/** Reduces a failing document to the smallest one found that still fails. */

import type { FuzzDocument, FuzzElement, FuzzNode } from './document.js';

/** Limit of attempts. */
const MAX_TRIES = 1500;

export async function shrink(
  document: FuzzDocument,
  fails: (document: FuzzDocument) => Promise<boolean>,
): Promise<FuzzDocument> {
  let smallest = document;
  let tries = 0;
  for (let improved = true; improved; ) {
    improved = false;
    // Positions shift as the document shrinks, so each round continues where the last one succeeded.
    for (let index = 0; tries < MAX_TRIES; index++) {
      const body = variant(smallest.body, { left: index });
      if (!body) break;
      tries += 1;
      const candidate = { ...smallest, body };
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      improved = true;
      index -= 1;
    }
  }
  return smallest;
}

/** The `left`-th reduced version of an element; counts `left` down. */
function variant(element: FuzzElement, counter: { left: number }): FuzzElement | undefined {
  for (let i = 0; i < element.children.length; i++) {
    const child = element.children[i]!;
    const replaced = (nodes: readonly FuzzNode[]) => ({
      ...element,
      children: [...element.children.slice(0, i), ...nodes, ...element.children.slice(i + 1)],
    });
    if (counter.left-- === 0) return replaced([]);
    if (typeof child === 'string') {
      const [first = ''] = child.split(' ');
      if (first !== child && counter.left-- === 0) return replaced([first]);
      continue;
    }
    if (child.children.length > 0 && counter.left-- === 0) return replaced(child.children);
    const inside = variant(child, counter);
    if (inside) return replaced([inside]);
  }
  for (const name of Object.keys(element.style)) {
    if (counter.left-- === 0) return { ...element, style: without(element.style, name) };
  }
  for (const name of Object.keys(element.attributes)) {
    if (name !== 'src' && counter.left-- === 0) return { ...element, attributes: without(element.attributes, name) };
  }
  return undefined;
}

function without(values: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}
