/** Page labels. Source: ISO 32000-1, 12.4.2 */

import type { PageLabel } from '../engine/finishing.js';
import { type Dict, dict, name, textString } from './syntax/objects.js';
import { type Page, pagesOf } from './syntax/pages.js';
import type { PdfObjects } from './syntax/read.js';

const STYLES = {
  decimal: 'D',
  'lower-roman': 'r',
  'upper-roman': 'R',
  'lower-alpha': 'a',
  'upper-alpha': 'A',
} as const;

/**
 * Labels the pages of the document; pages of other PDFs before and after them count from 1.
 * @param labels  empty: pages have no labels, and viewers number them
 * @param first  the first page of the document
 */
export function labelPages(file: PdfObjects, labels: readonly PageLabel[], first: Page | undefined): void {
  if (labels.length === 0 || !first) return;
  const pages = pagesOf(file);
  const before = pages.findIndex(({ dict }) => dict === first.dict);
  const ranges: (number | Dict)[] = before > 0 ? [0, dict({ S: name('D') })] : [];
  for (const [index, label] of labels.entries()) {
    if (!continues(labels[index - 1], label)) ranges.push(before + index, rangeOf(label));
  }
  const after = before + labels.length;
  if (after < pages.length) ranges.push(after, dict({ S: name('D') }));
  file.catalog.set('PageLabels', dict({ Nums: ranges }));
}

const continues = (last: PageLabel | undefined, { numbering, value }: PageLabel): boolean =>
  numbering !== undefined && last?.numbering === numbering && last.value + 1 === value;

const rangeOf = ({ text, value, numbering }: PageLabel): Dict =>
  numbering === undefined ? dict({ P: textString(text) }) : dict({ S: name(STYLES[numbering]), St: value });
