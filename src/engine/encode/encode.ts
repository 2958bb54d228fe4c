/** Turns a display list into one buffer for the native core, with the fonts and images it names. */

import type { DisplayList } from '../paint/display-list.js';
import type { EncodedDocument } from './document.js';
import { OP } from './format.js';
import { ItemEncoder, POINTS, writePlace } from './items.js';
import type { GlyphStrings } from './text.js';
import { ListWriter } from './writer.js';

export interface EncodeOptions {
  readonly glyphs: GlyphStrings;
  /** Keys of drawings that cannot be read: the document goes without them. */
  readonly broken: ReadonlySet<string>;
}

/** Same list, same bytes. Throws nothing. */
export function encodeDisplayList(list: DisplayList, { glyphs, broken }: EncodeOptions): EncodedDocument {
  const writer = new ListWriter();
  const items = new ItemEncoder(writer, glyphs, broken);
  writer.integer(OP.document);
  const { title, description, authors, keywords } = list.metadata;
  writer.text(title ?? '');
  writer.text(list.language ?? '');
  writer.text(description ?? '');
  for (const texts of [authors, keywords]) {
    writer.integer(texts.length);
    for (const text of texts) writer.text(text);
  }
  list.pages.forEach((page, index) => {
    writer.integer(OP.page);
    writer.numbers(Math.max(LEAST_SIZE, page.width * POINTS), Math.max(LEAST_SIZE, page.height * POINTS), POINTS);
    items.page(page.items, index);
    writer.integer(OP.endPage);
  });
  for (const { level, label, page, ...place } of items.bookmarks) {
    writer.integer(OP.bookmark);
    writer.integer(level);
    writer.text(label);
    writer.integer(page);
    writePlace(writer, place);
  }
  return { list: writer.finish(), fonts: items.texts.finish(), images: items.images };
}

/** pt. Source: ISO 32000-1, annex C.2 (size of a page) */
const LEAST_SIZE = 3;
