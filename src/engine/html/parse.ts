/** Parses HTML into a document tree. */

import type { HtmlDocument } from './dom.js';
import { checkLength, checkTags, HTML_LIMITS, type HtmlLimits, limitDepth, limitElements } from './limits.js';
import type { TagAttributesCache } from './tag-attributes.js';
import { Tokenizer } from './tokenizer.js';
import { buildTree } from './tree-construction.js';

export type { HtmlLimits } from './limits.js';

/**
 * @param source      a whole document or a fragment of one
 * @param attributes  those of documents before
 * @param elements    how many the document around has: serial numbers go on from there. Default 0
 * @returns           the tree of the HTML standard with scripting disabled, without comments; adjacent texts are one node
 * @throws EngineError `document_too_large` or `document_too_complex`, with line and column if known
 * Any other source is valid. Runs in linear time.
 */
export function parseHtml(
  source: string,
  limits: Partial<HtmlLimits> = {},
  attributes?: TagAttributesCache,
  elements = 0,
): HtmlDocument {
  const all = { ...HTML_LIMITS, ...limits };
  checkLength(source, all);
  checkTags(source, all);
  const document = buildTree(new Tokenizer(source, attributes), limitElements(source, all), elements);
  limitDepth(document, all.maxDepth);
  return document;
}
