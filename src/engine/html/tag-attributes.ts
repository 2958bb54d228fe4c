/** Attributes of tags that are written alike, as those of table cells: one map in a document, and in later ones. */

import { ownCopy } from '../collections/own-copy.js';
import type { StartTag } from './tokens.js';

/** A tag, but for its name and place. */
type TagAttributes = Pick<StartTag, 'attributes' | 'selfClosing'>;

interface KnownTag extends TagAttributes {
  /** Number of the document that had it first. */
  readonly document: number;
}

/** Texts that are looked for again, and their maximum length: a megabyte. */
const MAX_KNOWN = 1000;
export const MAX_TAG_TEXT = 200;

const LASTING = new WeakSet<ReadonlyMap<string, string>>();

/** Whether several documents have had these attributes, so that others are likely to. */
export function areLasting(attributes: ReadonlyMap<string, string>): boolean {
  return LASTING.has(attributes);
}

/** Bounded: forgets texts that one document alone has, as those of ids, when others come. */
export class TagAttributesCache {
  #document = 0;
  /** Those of several documents. */
  #lasting = new Map<string, TagAttributes>();
  #recent = new Map<string, KnownTag>();
  #older = new Map<string, KnownTag>();

  startDocument(): void {
    this.#document += 1;
  }

  /** @param text  the source from the end of the name to that of the tag */
  get(text: string): TagAttributes | undefined {
    const lasting = this.#lasting.get(text);
    if (lasting) return lasting;
    const known = this.#recent.get(text) ?? this.#older.get(text);
    if (known && known.document !== this.#document) this.#keep(text, known);
    return known;
  }

  /** @returns what is kept: copies, which do not keep the document in memory */
  add(text: string, tag: TagAttributes): TagAttributes {
    if (text.length > MAX_TAG_TEXT) return tag;
    if (this.#recent.size >= MAX_KNOWN) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    const attributes = new Map(Array.from(tag.attributes, ([name, value]) => [name, ownCopy(value)]));
    const known = { attributes, selfClosing: tag.selfClosing, document: this.#document };
    this.#recent.set(ownCopy(text), known);
    return known;
  }

  #keep(text: string, tag: KnownTag): void {
    if (this.#lasting.size >= MAX_KNOWN) this.#lasting = new Map();
    this.#lasting.set(ownCopy(text), tag);
    LASTING.add(tag.attributes);
  }
}
