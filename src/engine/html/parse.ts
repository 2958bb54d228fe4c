/**
 * Turns the source of an HTML document into its tree.
 *
 * node-html-parser finds the tags and texts, but not always those that the HTML standard sees, and its tree lacks
 * what the standard implies. So its findings are taken one by one, in the order of the source, where they can be
 * proven right; the tokenizer reads what is left; and tree construction builds from both what every browser builds.
 */

import { HTMLElement as ParsedElement, TextNode as ParsedText, parse } from 'node-html-parser';
import type { HtmlDocument } from './dom.js';
import { RAW_TEXT_ELEMENTS } from './elements.js';
import { checkLength, checkTags, HTML_LIMITS, type HtmlLimits, limitDepth, limitElements } from './limits.js';
import { type ScannedToken, type Scanner, Tokenizer } from './tokenizer.js';
import { buildTree } from './tree-construction.js';

export type { HtmlLimits } from './limits.js';

/**
 * @param source  a whole document or any part of one
 * @returns       the tree that parse5 and browsers build with scripting off, without comments; adjacent text is one node
 * @throws EngineError `document_too_large` or `document_too_complex`, with line and column where there is a place
 * No source is invalid otherwise. Time is linear in its length.
 */
export function parseHtml(source: string, limits: Partial<HtmlLimits> = {}): HtmlDocument {
  const all = { ...HTML_LIMITS, ...limits };
  checkLength(source, all);
  checkTags(source, all);
  const document = buildTree(new Tokenizer(source, scannerOf(source)), limitElements(source, all));
  limitDepth(document, all.maxDepth);
  return document;
}

/** A start tag that everybody reads alike: lower-case names, values in double quotes without references. */
const PLAIN_TAG = /<([a-z][a-z0-9]*)((?:[ \t\n]+[a-z][a-z-]*="[^"&<>\r\0]*")*)[ \t\n]*>/y;

/** What node-html-parser found that stands at an offset and is what the standard's tokenizer would read there. */
function scannerOf(source: string): Scanner {
  const parsed = parseLoosely(source);
  if (!parsed) return () => undefined;
  const nodes = inSourceOrder(parsed);
  let next = nodes.next();
  return (offset) => {
    while (!next.done && next.value.range[0] < offset) next = nodes.next();
    if (next.done || next.value.range[0] !== offset) return undefined;
    return next.value instanceof ParsedText ? plainText(source, next.value) : plainTag(source, next.value);
  };
}

function plainText(source: string, node: ParsedText): ScannedToken | undefined {
  const [start, end] = node.range;
  if (end <= start || !isPlainText(source, start, end)) return undefined;
  return { start, end, token: { kind: 'text', data: node.text } };
}

function isPlainText(source: string, start: number, end: number): boolean {
  const slice = source.slice(start, end);
  return !slice.includes('<') && !slice.includes('\r') && (end === source.length || source[end] === '<');
}

function plainTag(source: string, node: ParsedElement): ScannedToken | undefined {
  const [start] = node.range;
  PLAIN_TAG.lastIndex = start;
  const match = PLAIN_TAG.exec(source);
  if (!match || match[1] !== node.rawTagName) return undefined;
  const attributes = new Map<string, string>();
  const written = match[2] ? match[2].split('"').length >> 1 : 0;
  if (written > 0) {
    for (const [name, value] of Object.entries(node.rawAttributes)) {
      if (typeof value === 'string') attributes.set(name, value); // It finds a function in an attribute `constructor`.
    }
  }
  // Fewer attributes than were written: some name came twice, and the first value may have lost.
  if (attributes.size !== written) return undefined;
  return {
    start,
    end: PLAIN_TAG.lastIndex,
    token: { kind: 'start', name: node.rawTagName, attributes, selfClosing: false, offset: start },
  };
}

/**
 * node-html-parser's own tree; undefined if it gives up. It looks for the end of every comment and CDATA section anew,
 * so it never gets to see an unclosed one, and its pattern for tags runs out of stack on one of a million attributes.
 */
function parseLoosely(source: string): ParsedElement | undefined {
  const end = Math.min(unclosed(source, '<!--', '-->'), unclosed(source, '<![CDATA[', ']]>'));
  try {
    return parse(source.slice(0, end), {
      parseNoneClosedTags: true,
      blockTextElements: Object.fromEntries([...RAW_TEXT_ELEMENTS].map((name) => [name, true])),
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Where the first opening mark stands that has no closing mark after it; the source's length if there is none. */
function unclosed(source: string, opening: string, closing: string): number {
  const at = source.indexOf(opening, source.lastIndexOf(closing) + 1);
  return at === -1 ? source.length : at;
}

/** The nodes of a tree in the order in which they were written, without recursion: the tree may be very deep. */
function* inSourceOrder(root: ParsedElement): Generator<ParsedElement | ParsedText, undefined> {
  const waiting = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node instanceof ParsedText) yield node;
    else if (node instanceof ParsedElement) {
      yield node;
      for (let index = node.childNodes.length - 1; index >= 0; index -= 1) waiting.push(node.childNodes[index]!);
    }
  }
}
