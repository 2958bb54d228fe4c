/** What a document may have at most, and how one that has more is refused. */

import { EngineError, placeOf, type SourcePlace } from '../errors.js';
import type { ElementNode, HtmlDocument } from './dom.js';
import type { ElementGuard } from './tree-builder.js';
import { attach } from './tree-builder.js';

export interface HtmlLimits {
  /** Length of the source in UTF-16 units. Default 20,000,000. */
  readonly maxLength: number;
  /** Elements of the document, those the parser implies and copies included. Default 500,000. */
  readonly maxElements: number;
  /** Elements that may be open at a place. Default 25,000: many forgotten end tags still make a document. */
  readonly maxOpenElements: number;
  /** Ancestors of an element. What is nested deeper follows its ancestor at this depth, as in Chromium. Default 512. */
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
  const message = `The HTML has ${count(source.length)} characters; ${count(maxLength)} are allowed. `;
  throw new EngineError(
    'document_too_large',
    `${message}Split the document, or give large images as assets instead of data: URLs.`,
  );
}

const START_TAG = /<[a-z]/gi;

/** Refuses a source with too many start tags, before anything is built of them. */
export function checkTags(source: string, limits: HtmlLimits): void {
  // No tag is shorter than three characters.
  if (source.length < limits.maxElements * 3) return;
  let tags = 0;
  START_TAG.lastIndex = 0;
  for (let match = START_TAG.exec(source); match; match = START_TAG.exec(source)) {
    tags += 1;
    if (tags > limits.maxElements) throw tooManyElements(source, limits, match.index);
  }
}

/** Refuses a document while it is being built. */
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
    `The document has more than ${count(maxElements)} elements; the first too many is at ${show(place)}. Split the document.`,
    place,
  );
}

function tooDeep(source: string, { maxOpenElements }: HtmlLimits, offset: number): EngineError {
  const place = placeOf(source, offset);
  const message = `More than ${count(maxOpenElements)} elements are open at ${show(place)}. `;
  return new EngineError('document_too_complex', `${message}Look for end tags missing before that place.`, place);
}

function show({ line, column }: SourcePlace): string {
  return `line ${line}, column ${column}`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** Makes what is nested deeper than `maxDepth` follow its ancestor at that depth, so that later stages may recurse. */
export function limitDepth({ root }: HtmlDocument, maxDepth: number): void {
  let level: ElementNode[] = [root];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) level = level.flatMap(elementChildren);
  const parents = new Set(level.filter((element) => elementChildren(element).length > 0).map(({ parent }) => parent));
  for (const parent of parents) if (parent) flattenBelow(parent);
}

/** Makes every descendant of the children of an element its child, in the order of the source. */
function flattenBelow(parent: ElementNode): void {
  const waiting = parent.children.splice(0).reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    attach(node, parent);
    if (node.kind === 'text') continue;
    const first = node.children.findIndex((child) => child.kind === 'element');
    if (first === -1) continue;
    const moved = node.children.splice(first);
    for (let index = moved.length - 1; index >= 0; index -= 1) waiting.push(moved[index]!);
  }
}

function elementChildren(element: ElementNode): ElementNode[] {
  return element.children.filter((node): node is ElementNode => node.kind === 'element');
}
