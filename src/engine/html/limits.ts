/** Limits on documents, and the errors for exceeding them. */

import { EngineError, placeOf, type SourcePlace } from '../errors.js';
import type { ElementNode, HtmlDocument } from './dom.js';
import { attach, type ElementGuard } from './tree-builder.js';

export interface HtmlLimits {
  /** Length of the source in UTF-16 units. Default 20,000,000. */
  readonly maxLength: number;
  /** Elements of the document, including implied elements and clones. Default 500,000. */
  readonly maxElements: number;
  /** Elements open at once. Default 25,000, so that many missing end tags are still accepted. */
  readonly maxOpenElements: number;
  /**
   * Ancestors of an element. Deeper elements become siblings of their ancestor at this depth. Default 512, Blink's
   * HTMLConstructionSite::kMaximumHTMLParserDOMTreeDepth.
   */
  readonly maxDepth: number;
}

export const HTML_LIMITS: HtmlLimits = {
  maxLength: 20_000_000,
  maxElements: 500_000,
  maxOpenElements: 25_000,
  maxDepth: 512,
};

export function checkLength(source: string, { maxLength }: HtmlLimits): void {
  if (source.length <= maxLength) return;
  const message = `The HTML has ${formatNumber(source.length)} characters; ${formatNumber(maxLength)} are allowed. `;
  throw new EngineError(
    'document_too_large',
    `${message}Split the document, or provide large images as assets instead of data: URLs.`,
  );
}

const START_TAG = /<[a-z]/gi;

/** Rejects a source with too many start tags before the tree is built. */
export function checkTags(source: string, limits: HtmlLimits): void {
  // Every tag has at least three characters.
  if (source.length < limits.maxElements * 3) return;
  let tags = 0;
  START_TAG.lastIndex = 0;
  for (let match = START_TAG.exec(source); match; match = START_TAG.exec(source)) {
    tags += 1;
    if (tags > limits.maxElements) throw tooManyElements(source, limits, match.index);
  }
}

/** The number of start tags, as `checkTags` counts them: also in comments and text. */
export function countTags(source: string): number {
  return source.match(START_TAG)?.length ?? 0;
}

/** Rejects a document while its tree is being built. */
export function limitElements(source: string, limits: HtmlLimits): ElementGuard {
  return (elements, depth, offset) => {
    if (elements > limits.maxElements) throw tooManyElements(source, limits, offset);
    if (depth >= limits.maxOpenElements) throw tooDeep(source, limits, offset);
  };
}

function tooManyElements(source: string, { maxElements }: HtmlLimits, offset: number): EngineError {
  const place = placeOf(source, offset);
  return new EngineError(
    'document_too_complex',
    `The document has more than ${formatNumber(maxElements)} elements; the limit is exceeded at ${formatPlace(place)}. Split the document.`,
    place,
  );
}

function tooDeep(source: string, { maxOpenElements }: HtmlLimits, offset: number): EngineError {
  const place = placeOf(source, offset);
  const message = `More than ${formatNumber(maxOpenElements)} elements are open at ${formatPlace(place)}. `;
  return new EngineError('document_too_complex', `${message}Check for missing end tags before this position.`, place);
}

function formatPlace({ line, column }: SourcePlace): string {
  return `line ${line}, column ${column}`;
}

function formatNumber(number: number): string {
  return number.toLocaleString('en-US');
}

/** Flattens elements nested deeper than `maxDepth`, so that later stages may recurse. */
export function limitDepth({ root }: HtmlDocument, maxDepth: number): void {
  if (!isDeeper(root, maxDepth)) return;
  let level: ElementNode[] = [root];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) level = level.flatMap(elementChildren);
  const parents = new Set(level.filter((element) => elementChildren(element).length > 0).map(({ parent }) => parent));
  for (const parent of parents) if (parent) flattenBelow(parent);
}

/** Whether elements are nested more than `depth` deep. The recursion ends there. */
function isDeeper(element: ElementNode, depth: number): boolean {
  for (const child of element.children)
    if (child.kind === 'element' && (depth === 0 || isDeeper(child, depth - 1))) return true;
  return false;
}

/** Makes all descendants of an element's children its own children, in source order. */
function flattenBelow(parent: ElementNode): void {
  const stack = parent.children.splice(0).reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    attach(node, parent);
    if (node.kind === 'text') continue;
    const first = node.children.findIndex((child) => child.kind === 'element');
    if (first === -1) continue;
    const moved = node.children.splice(first);
    for (let index = moved.length - 1; index >= 0; index -= 1) stack.push(moved[index]!);
  }
}

function elementChildren(element: ElementNode): ElementNode[] {
  return element.children.filter((node): node is ElementNode => node.kind === 'element');
}
