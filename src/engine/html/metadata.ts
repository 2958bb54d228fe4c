/** Metadata of a document for the PDF. */

import { childText, type ElementNode } from './dom.js';

export interface DocumentMetadata {
  readonly title?: string | undefined;
  readonly authors: readonly string[];
  readonly description?: string | undefined;
  readonly keywords: readonly string[];
}

export const NO_METADATA: DocumentMetadata = { authors: [], keywords: [] };

/**
 * The `title` element and the standard names of `meta` elements.
 * Source: https://html.spec.whatwg.org/multipage/semantics.html#standard-metadata-names
 * @param title  instead of the document's own
 */
export function metadataOf(head: ElementNode, title: string | undefined): DocumentMetadata {
  const elements = head.children.filter((child): child is ElementNode => child.kind === 'element');
  const contents = (name: string) =>
    elements
      .filter((element) => element.name === 'meta' && element.attribute('name')?.trim().toLowerCase() === name)
      .flatMap((element) => plainLine(element.attribute('content') ?? '') ?? []);
  const own = elements.find(({ name }) => name === 'title');
  const keywords = contents('keywords').flatMap((list) => list.split(','));
  return {
    title: plainLine(title ?? (own ? childText(own) : '')),
    authors: contents('author'),
    description: contents('description')[0],
    keywords: [...new Set(keywords.map((word) => word.trim()).filter(Boolean))],
  };
}

/** Without control characters, which have meanings in the strings of a PDF; undefined when nothing is left. */
function plainLine(text: string): string | undefined {
  const spaced = text.replace(/[\t\n\f\r ]+/g, ' ');
  return spaced.replace(/\p{Cc}/gu, '').trim() || undefined;
}
