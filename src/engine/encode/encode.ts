/** Encodes a display list for the native core, together with its fonts and images. */

import type { Deadline } from '../deadline.js';
import { isLanguageTag } from '../html/language-tag.js';
import type { DisplayItem, DisplayList } from '../paint/display-list.js';
import { TextComposer } from './composed-text.js';
import type { EncodedDocument, EncodedList } from './document.js';
import { OP } from './format.js';
import { ItemEncoder, POINTS, writeDestination } from './items.js';
import { writeColorSpaces } from './shapes.js';
import type { GlyphStrings } from './text.js';
import { ListWriter } from './writer.js';

interface EncodeOptions {
  readonly glyphs: GlyphStrings;
  /** Keys of drawings that cannot be parsed and are left out. */
  readonly broken: ReadonlySet<string>;
  /** Checked for every item. */
  readonly deadline?: Deadline | undefined;
  /** Words from which on a list ends with its page; default: more than documents of some hundred pages have. */
  readonly listWords?: number;
}

/** 4 MB: about 350,000 glyphs. */
const LIST_WORDS = 1 << 20;

/**
 * Deterministic. Where a document is encoded in several lists, the items of pages are dropped from the display list once
 * they are encoded.
 * @throws EngineError render_timeout after `deadline`, also while lists are taken
 */
export function encodeDisplayList(list: DisplayList, options: EncodeOptions): EncodedDocument {
  const encoder = new ListEncoder(list, options);
  const first = encoder.next();
  const { fonts, images } = encoder;
  return { lists: first.isLast ? [first] : following(first, encoder), fonts, images };
}

function* following(first: EncodedList, encoder: ListEncoder): Generator<EncodedList> {
  for (let list = first; ; list = encoder.next()) {
    yield list;
    if (list.isLast) return;
  }
}

class ListEncoder {
  readonly fonts: EncodedDocument['fonts'][number][] = [];
  readonly #list: DisplayList;
  readonly #options: EncodeOptions;
  readonly #writer = new ListWriter();
  readonly #composer = new TextComposer();
  readonly #items: ItemEncoder;
  #nextPage = 0;

  constructor(list: DisplayList, options: EncodeOptions) {
    const { glyphs, broken, deadline } = options;
    this.#list = list;
    this.#options = options;
    this.#items = new ItemEncoder(this.#writer, glyphs, broken, deadline, this.#composer);
    this.#items.order(list.pages);
    this.#start();
  }

  get images(): EncodedDocument['images'] {
    return this.#items.images;
  }

  next(): EncodedList {
    const { pages } = this.#list;
    const { listWords = LIST_WORDS } = this.#options;
    const firstPage = this.#nextPage;
    while (this.#nextPage < pages.length && (this.#nextPage === firstPage || this.#writer.length < listWords))
      this.#page(this.#nextPage++);
    const isLast = this.#nextPage === pages.length;
    if (isLast) this.#end();
    else {
      if (firstPage === 0) this.#composeRest();
      for (let index = firstPage; index < this.#nextPage; index++) pages[index] = { ...pages[index]!, items: [] };
    }
    this.fonts.push(...this.#items.texts.takeFonts());
    return { bytes: isLast ? this.#writer.finish() : this.#writer.take(), isLast };
  }

  #start(): void {
    const writer = this.#writer;
    const { metadata, language } = this.#list;
    const { title, description, authors, keywords } = metadata;
    writer.integer(OP.document);
    writer.text(title ?? '');
    writer.text(language && isLanguageTag(language) ? language : '');
    writer.text(description ?? '');
    for (const texts of [authors, keywords]) {
      writer.integer(texts.length);
      for (const text of texts) writer.text(text);
    }
  }

  #page(index: number): void {
    const writer = this.#writer;
    const { width, height, items } = this.#list.pages[index]!;
    writer.integer(OP.page);
    writer.numbers(Math.max(MIN_PAGE_SIZE, width * POINTS), Math.max(MIN_PAGE_SIZE, height * POINTS), POINTS);
    this.#items.page(items, index);
    writer.integer(OP.endPage);
  }

  #end(): void {
    const writer = this.#writer;
    for (const { level, label, page, ...place } of this.#items.bookmarks) {
      writer.integer(OP.bookmark);
      writer.integer(level);
      writer.text(label);
      writer.integer(page);
      writeDestination(writer, place);
    }
    writeColorSpaces(writer);
  }

  /** Composed fonts have the text of all pages: that of the pages which are encoded later is composed now. */
  #composeRest(): void {
    const rest = this.#list.pages.slice(this.#nextPage);
    if (!rest.some(({ items }) => items.some(isComposed))) return;
    const { glyphs, broken, deadline } = this.#options;
    const writer = new ListWriter();
    const items = new ItemEncoder(writer, glyphs, broken, deadline, this.#composer);
    for (const [index, page] of rest.entries()) {
      items.page(page.items, index);
      writer.clear();
    }
    this.#composer.freeze();
  }
}

function isComposed(item: DisplayItem): boolean {
  if (item.kind === 'text') return item.clusters !== undefined;
  if (item.kind === 'drawing') return isComposed(item.group);
  if (item.kind === 'group' && item.mask?.items.some(isComposed)) return true;
  return 'children' in item && item.children.some(isComposed);
}

/** Smallest page size in PDF; pt. Source: ISO 32000-1, annex C.2 */
const MIN_PAGE_SIZE = 3;
