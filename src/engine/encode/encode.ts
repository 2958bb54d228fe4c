/** Encodes a display list as a buffer for the native core, together with its fonts and images. */

import type { Deadline } from '../deadline.js';
import { isLanguageTag } from '../html/language-tag.js';
import type { DisplayList } from '../paint/display-list.js';
import type { EncodedDocument } from './document.js';
import { OP } from './format.js';
import { ItemEncoder, POINTS, writeDestination } from './items.js';
import { writeColorSpaces } from './shapes.js';
import type { GlyphStrings } from './text.js';
import { ListWriter } from './writer.js';

export interface EncodeOptions {
  readonly glyphs: GlyphStrings;
  /** Keys of drawings that cannot be parsed and are left out. */
  readonly broken: ReadonlySet<string>;
  /** Checked for every item. */
  readonly deadline?: Deadline | undefined;
}

/** Deterministic. @throws EngineError render_timeout after `deadline` */
export function encodeDisplayList(list: DisplayList, { glyphs, broken, deadline }: EncodeOptions): EncodedDocument {
  const writer = new ListWriter();
  const items = new ItemEncoder(writer, glyphs, broken, deadline);
  writer.integer(OP.document);
  const { title, description, authors, keywords } = list.metadata;
  writer.text(title ?? '');
  writer.text(list.language && isLanguageTag(list.language) ? list.language : '');
  writer.text(description ?? '');
  for (const texts of [authors, keywords]) {
    writer.integer(texts.length);
    for (const text of texts) writer.text(text);
  }
  items.order(list.pages);
  list.pages.forEach((page, index) => {
    writer.integer(OP.page);
    writer.numbers(Math.max(MIN_PAGE_SIZE, page.width * POINTS), Math.max(MIN_PAGE_SIZE, page.height * POINTS), POINTS);
    items.page(page.items, index);
    writer.integer(OP.endPage);
  });
  for (const { level, label, page, ...place } of items.bookmarks) {
    writer.integer(OP.bookmark);
    writer.integer(level);
    writer.text(label);
    writer.integer(page);
    writeDestination(writer, place);
  }
  writeColorSpaces(writer);
  return { list: writer.finish(), fonts: items.texts.finish(), images: items.images };
}

/** Smallest page size in PDF; pt. Source: ISO 32000-1, annex C.2 */
const MIN_PAGE_SIZE = 3;
