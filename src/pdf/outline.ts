/**
 * Opens the bookmarks of PDFs written by Typst, which closes all of them; `bookmark-state` is initially open.
 * Sources: https://drafts.csswg.org/css-content-3/#bookmark-state, ISO 32000-1, 12.3.3
 */

import type { PdfFile } from './file.js';

interface Entry {
  readonly number: number;
  readonly parent: number | undefined;
  /** Byte range of the value of `Count`; undefined: there is none. */
  readonly count: { readonly start: number; readonly end: number } | undefined;
}

const ROOT = '/Type/Outlines';

/** Whether a bookmark has others below it. */
export const hasClosedBookmarks = (pdf: Buffer): boolean => {
  const root = pdf.indexOf(ROOT, undefined, 'latin1');
  return root >= 0 && pdf.lastIndexOf('/Count -', root, 'latin1') >= 0;
};

/** Writes the number of visible bookmarks below each: all of them. */
export function openBookmarks(file: PdfFile): void {
  const entries = file.offsets.flatMap((offset, number) =>
    offset > 0 ? (entryAt(file.bytes, offset, number) ?? []) : [],
  );
  const children = new Map<number | undefined, Entry[]>();
  for (const entry of entries) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const visible = (number: number): number =>
    (children.get(number) ?? []).reduce((sum, child) => sum + 1 + visible(child.number), 0);
  for (const { number, count } of entries) {
    if (count) file.replace({ ...count, bytes: Buffer.from(`${visible(number)}`, 'latin1') });
  }
}

/** The root of the outline, or a bookmark. */
function entryAt(bytes: Buffer, offset: number, number: number): Entry | undefined {
  const text = bytes.subarray(offset, offset + 200).toString('latin1');
  const found =
    /^\d+ 0 obj\s*<<(?:\/Type\/Outlines|\/Parent (\d+) 0 R)(?:\/(?:Prev|Next|First|Last) \d+ 0 R)*(?:\/Count (-?\d+))?(\/Title)?/.exec(
      text,
    );
  if (!found || !(found[1] === undefined || found[3])) return undefined;
  const end = offset + found[0].length - (found[3]?.length ?? 0);
  const count = found[2] === undefined ? undefined : { start: end - found[2].length, end };
  return { number, parent: found[1] === undefined ? undefined : Number(found[1]), count };
}
