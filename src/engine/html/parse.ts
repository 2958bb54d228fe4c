/**
 * Parses HTML into a document tree.
 *
 * node-html-parser scans tags and text fast, but not always by the HTML standard, and its tree lacks implied elements. Its
 * tokens are therefore used only where they provably agree with the standard; the tokenizer reads the rest, and tree
 * construction builds the standard's tree from both.
 */

import { HTMLElement as ParsedElement, TextNode as ParsedText, parse } from 'node-html-parser';
import type { HtmlDocument } from './dom.js';
import { RAW_TEXT_ELEMENTS } from './elements.js';
import { checkLength, checkTags, HTML_LIMITS, type HtmlLimits, limitDepth, limitElements } from './limits.js';
import { type ScannedToken, type Scanner, Tokenizer } from './tokenizer.js';
import { buildTree } from './tree-construction.js';

export type { HtmlLimits } from './limits.js';

/**
 * @param source  a whole document or a fragment of one
 * @returns       the tree of the HTML standard with scripting disabled, without comments; adjacent texts are one node
 * @throws EngineError `document_too_large` or `document_too_complex`, with line and column if known
 * Any other source is valid. Runs in linear time.
 */
export function parseHtml(source: string, limits: Partial<HtmlLimits> = {}): HtmlDocument {
  const all = { ...HTML_LIMITS, ...limits };
  checkLength(source, all);
  checkTags(source, all);
  const document = buildTree(new Tokenizer(source, scannerOf(source)), limitElements(source, all));
  limitDepth(document, all.maxDepth);
  return document;
}

/** A start tag without ambiguity: lower-case names, double-quoted values without character references. */
const PLAIN_TAG = /<([a-z][a-z0-9]*)((?:[ \t\n]+[a-z][a-z-]*="[^"&<>\r\0]*")*)[ \t\n]*>/y;

/** Gives the token of node-html-parser at an offset if the standard's tokenizer would emit the same. */
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
  // Fewer attributes than in the source: a name is repeated, and the standard keeps the first value.
  if (attributes.size !== written) return undefined;
  return {
    start,
    end: PLAIN_TAG.lastIndex,
    token: { kind: 'start', name: node.rawTagName, attributes, selfClosing: false, offset: start },
  };
}

/**
 * The tree of node-html-parser; undefined when it fails. It searches the end of every comment and CDATA section from its
 * start, so unclosed ones are cut off, and its tag pattern overflows the stack on a million attributes.
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

/** Offset of the first opening mark without a closing mark; the length of the source if there is none. */
function unclosed(source: string, opening: string, closing: string): number {
  const at = source.indexOf(opening, source.lastIndexOf(closing) + 1);
  return at === -1 ? source.length : at;
}

/** Nodes in source order; iterative, as the tree may be very deep. */
function* inSourceOrder(root: ParsedElement): Generator<ParsedElement | ParsedText, undefined> {
  const stack = [...root.childNodes].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node instanceof ParsedText) yield node;
    else if (node instanceof ParsedElement) {
      yield node;
      for (let index = node.childNodes.length - 1; index >= 0; index -= 1) stack.push(node.childNodes[index]!);
    }
  }
}
