import { type Dict, Ref } from './objects.js';
import type { PdfObjects } from './read.js';

export interface Page {
  readonly ref: Ref;
  readonly dict: Dict;
}

/** The pages of a file, in order. */
export function pagesOf(file: PdfObjects): Page[] {
  const pages: Page[] = [];
  const seen = new Set<Dict>();
  const stack = [file.catalog.get('Pages')];
  while (stack.length > 0) {
    const ref = stack.pop();
    const node = file.dict(ref);
    if (!(ref instanceof Ref) || !node || seen.has(node)) continue;
    seen.add(node);
    const kids = file.array(node.get('Kids'));
    if (kids) for (let i = kids.length - 1; i >= 0; i -= 1) stack.push(kids[i]);
    else pages.push({ ref, dict: node });
  }
  return pages;
}
