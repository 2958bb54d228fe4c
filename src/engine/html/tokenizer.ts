/**
 * The tokenizer of the HTML standard.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */

import { ownCopy } from '../collections/own-copy.js';
import { modeOfDoctype } from './doctype.js';
import { COMMON_NAMES } from './name-sets.js';
import { decodeAttributeValue, decodeText, normalizeNewlines, replaceNuls } from './references.js';
import { MAX_TAG_TEXT, TagAttributesCache } from './tag-attributes.js';
import { NO_ATTRIBUTES, type Token } from './tokens.js';

/** Tokenizer state for the content of an element. */
export type RawKind = 'rcdata' | 'rawtext' | 'script';

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const BANG = 33;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

const COMMENT = { kind: 'comment' } as const;
const END_OF_FILE = { kind: 'end of file' } as const;
const UNQUOTED_VALUE_END = /[\t\n\f\r >]/g;
const COMMENT_END = /--!?>/g;
const SCRIPT_MARK = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;

export class Tokenizer {
  #at = 0;
  #raw: { readonly name: string; readonly kind: RawKind } | null = null;
  #plaintext = false;
  /** Whether it has what text and names must be searched for. */
  readonly #hasNul: boolean;
  readonly #hasReturn: boolean;

  constructor(
    readonly source: string,
    private readonly known = new TagAttributesCache(),
  ) {
    known.startDocument();
    if (source.startsWith('\uFEFF')) this.#at = 1;
    this.#hasNul = source.includes('\0');
    this.#hasReturn = source.includes('\r');
  }

  /** Offset of the next token. */
  get offset(): number {
    return this.#at;
  }

  /** The element whose text is next, after `expectRawText`. */
  get rawText(): { readonly name: string; readonly kind: RawKind } | null {
    return this.#raw;
  }

  /** Makes the next token all text up to the end tag of this element. */
  expectRawText(name: string, kind: RawKind): void {
    this.#raw = { name, kind };
  }

  /** Makes the rest of the source text. */
  expectPlaintext(): void {
    this.#plaintext = true;
  }

  /** @param inForeignContent whether text belongs to SVG or MathML, where CDATA sections are allowed */
  next(inForeignContent: boolean): Token {
    if (this.#raw) {
      const text = this.#readRawText(this.#raw.name, this.#raw.kind);
      this.#raw = null;
      if (text) return { kind: 'text', data: text };
    }
    // `</>` is a parse error and yields no token.
    while (!this.#plaintext && this.source.startsWith('</>', this.#at)) this.#at += 3;
    if (this.#at >= this.source.length) return END_OF_FILE;
    if (this.#plaintext) return this.#plaintextToken();
    if (this.source.charCodeAt(this.#at) === LESS) return this.#readMarkup(inForeignContent);
    const open = this.source.indexOf('<', this.#at);
    return this.#textUntil(open === -1 ? this.source.length : open);
  }

  #textUntil(end: number): Token {
    const text = this.source.slice(this.#at, end);
    this.#at = end;
    return { kind: 'text', data: this.#hasReturn || text.includes('&') ? decodeText(text) : text };
  }

  #plaintextToken(): Token {
    const data = replaceNuls(normalizeNewlines(this.source.slice(this.#at)));
    this.#at = this.source.length;
    return { kind: 'text', data };
  }

  /** Tag open state, at a `<`. */
  #readMarkup(inForeignContent: boolean): Token {
    const next = this.source.charCodeAt(this.#at + 1);
    if (isLetter(next)) return this.#readStartTag();
    if (next === BANG) return this.#readDeclaration(inForeignContent);
    if (next === QUESTION) return this.#readBogusComment(this.#at + 1);
    if (next === SLASH) {
      const first = this.source.charCodeAt(this.#at + 2);
      if (isLetter(first)) return this.#readEndTag();
      if (!Number.isNaN(first)) return this.#readBogusComment(this.#at + 2);
      return this.#textUntil(this.source.length);
    }
    return this.#textUntil(this.#at + 1);
  }

  #readStartTag(): Token {
    const offset = this.#at;
    const name = this.#readTagName(offset + 1);
    if (this.source.charCodeAt(this.#at) === GREATER) {
      this.#at += 1;
      return { kind: 'start', name, attributes: NO_ATTRIBUTES, selfClosing: false, offset };
    }
    return this.#repeatedTag(name, offset) ?? this.#readAttributesOfTag(name, offset);
  }

  #readAttributesOfTag(name: string, offset: number): Token {
    const start = this.#at;
    const attributes = new Map<string, string>();
    const closing = this.#readAttributes(attributes);
    if (closing === null) return END_OF_FILE;
    const selfClosing = closing === '/>';
    const text = this.source.slice(start, this.#at);
    // With a `>` in a value, `#repeatedTag` would not find its end.
    const isFound = text.indexOf('>') === text.length - 1;
    const tag = isFound ? this.known.add(text, { attributes, selfClosing }) : { attributes, selfClosing };
    return { kind: 'start', name, attributes: tag.attributes, selfClosing, offset };
  }

  /** A tag whose attributes are written like those of a tag before, with which it shares them. */
  #repeatedTag(name: string, offset: number): Token | undefined {
    const end = this.source.indexOf('>', this.#at) + 1;
    if (end === 0 || end - this.#at > MAX_TAG_TEXT) return undefined;
    const known = this.known.get(this.source.slice(this.#at, end));
    if (!known) return undefined;
    this.#at = end;
    return { kind: 'start', name, attributes: known.attributes, selfClosing: known.selfClosing, offset };
  }

  #readEndTag(): Token {
    const name = this.#readTagName(this.#at + 2);
    if (this.source.charCodeAt(this.#at) === GREATER) this.#at += 1;
    else if (this.#readAttributes(new Map()) === null) return END_OF_FILE;
    return { kind: 'end', name };
  }

  #readTagName(from: number): string {
    const { source } = this;
    let at = from;
    while (at < source.length && !endsTagName(source.charCodeAt(at))) at += 1;
    this.#at = at;
    return this.#nameIn(from, at);
  }

  #nameIn(from: number, end: number): string {
    const text = this.source.slice(from, end);
    // Style paths keep names from document to document.
    return COMMON_NAMES.get(text) ?? ownCopy(asciiLower(this.#hasNul ? replaceNuls(text) : text));
  }

  /** Reads to the end of a tag; null when the source ends first, which drops the tag. */
  #readAttributes(attributes: Map<string, string>): '>' | '/>' | null {
    const { source } = this;
    for (;;) {
      this.#skipSpace();
      if (this.#at >= source.length) return null;
      const code = source.charCodeAt(this.#at);
      if (code === GREATER) {
        this.#at += 1;
        return '>';
      }
      if (code === SLASH) {
        this.#at += 1;
        if (source.charCodeAt(this.#at) !== GREATER) continue;
        this.#at += 1;
        return '/>';
      }
      // A leading `=` belongs to the attribute name.
      let nameEnd = this.#at + 1;
      while (nameEnd < source.length && !endsAttributeName(source.charCodeAt(nameEnd))) nameEnd += 1;
      const name = this.#nameIn(this.#at, nameEnd);
      this.#at = nameEnd;
      const value = this.#readAttributeValue();
      if (value === null) return null;
      if (!attributes.has(name)) attributes.set(name, value);
    }
  }

  /** Reads an attribute value, '' when there is none; null when the source ends inside it. */
  #readAttributeValue(): string | null {
    const { source } = this;
    this.#skipSpace();
    if (source.charCodeAt(this.#at) !== EQUALS) return '';
    this.#at += 1;
    this.#skipSpace();
    const code = source.charCodeAt(this.#at);
    if (code === GREATER) return '';
    const quoted = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
    const start = quoted ? this.#at + 1 : this.#at;
    const end = quoted ? source.indexOf(source.charAt(this.#at), start) : this.#find(UNQUOTED_VALUE_END, start);
    if (end === -1 || end >= source.length) {
      this.#at = source.length;
      return null;
    }
    this.#at = quoted ? end + 1 : end;
    return decodeAttributeValue(source.slice(start, end));
  }

  /** Markup declaration open state, at `<!`. */
  #readDeclaration(inForeignContent: boolean): Token {
    const { source } = this;
    const from = this.#at + 2;
    if (source.startsWith('--', from)) return this.#readComment(from + 2);
    if (source.slice(from, from + 7).toLowerCase() === 'doctype') {
      const close = source.indexOf('>', from + 7);
      const end = close === -1 ? source.length : close;
      this.#at = close === -1 ? end : end + 1;
      return { kind: 'doctype', documentMode: modeOfDoctype(source.slice(from + 7, end), close !== -1) };
    }
    if (inForeignContent && source.startsWith('[CDATA[', from)) {
      const close = source.indexOf(']]>', from + 7);
      const end = close === -1 ? source.length : close;
      this.#at = close === -1 ? end : end + 3;
      return { kind: 'text', data: normalizeNewlines(source.slice(from + 7, end)) };
    }
    return this.#readBogusComment(from);
  }

  #readComment(from: number): Token {
    if (this.source.startsWith('>', from)) this.#at = from + 1;
    else if (this.source.startsWith('->', from)) this.#at = from + 2;
    else {
      COMMENT_END.lastIndex = from;
      this.#at = COMMENT_END.exec(this.source) ? COMMENT_END.lastIndex : this.source.length;
    }
    return COMMENT;
  }

  #readBogusComment(from: number): Token {
    const close = this.source.indexOf('>', from);
    this.#at = close === -1 ? this.source.length : close + 1;
    return COMMENT;
  }

  #readRawText(name: string, kind: RawKind): string {
    const start = this.#at;
    this.#at = kind === 'script' ? this.#scriptEnd() : this.#find(endTagPattern(name), start);
    const text = this.source.slice(start, this.#at);
    return replaceNuls(kind === 'rcdata' ? decodeText(text) : normalizeNewlines(text));
  }

  /**
   * Offset of the end of a script: `</script>` between `<!-- <script>` and `-->` does not end it.
   * Source: https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state
   */
  #scriptEnd(): number {
    let state: 'plain' | 'escaped' | 'double escaped' = 'plain';
    SCRIPT_MARK.lastIndex = this.#at;
    for (let match = SCRIPT_MARK.exec(this.source); match; match = SCRIPT_MARK.exec(this.source)) {
      const mark = match[0].toLowerCase();
      if (mark === '<!--') {
        if (state === 'plain') state = 'escaped';
        SCRIPT_MARK.lastIndex -= 2; // `<!-->` opens and closes with the same dashes.
      } else if (mark === '-->') state = 'plain';
      else if (mark === '</script' && state !== 'double escaped') return match.index;
      else if (mark === '</script') state = 'escaped';
      else if (mark === '<script' && state === 'escaped') state = 'double escaped';
    }
    return this.source.length;
  }

  #skipSpace(): void {
    while (isSpace(this.source.charCodeAt(this.#at))) this.#at += 1;
  }

  #find(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(this.source)?.index ?? this.source.length;
  }
}

const END_TAG_PATTERNS: Readonly<Record<string, RegExp>> = Object.fromEntries(
  ['title', 'textarea', 'style', 'xmp', 'iframe', 'noembed', 'noframes'].map((name) => [
    name,
    new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'),
  ]),
);

function endTagPattern(name: string): RegExp {
  const pattern = END_TAG_PATTERNS[name];
  if (!pattern) throw new Error(`${name} is not an element with raw text`);
  return pattern;
}

/** ASCII lower case, as HTML compares names: `toLowerCase` would map the Kelvin sign to k. */
export function asciiLower(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

const endsTagName = (code: number): boolean => code === GREATER || code === SLASH || isSpace(code);
const endsAttributeName = (code: number): boolean => code === EQUALS || endsTagName(code);

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED;
}
