/**
 * Parses the objects of a PDF file from its bytes.
 * Source: ISO 32000-1, 7.2 (lexical conventions), 7.3 (objects)
 */

import { type Dict, Name, type PdfObject, PdfString, Ref } from './objects.js';

/** A file is malformed; the message says which object was expected where. */
export class PdfSyntaxError extends Error {
  override readonly name = 'PdfSyntaxError';
}

const REGULAR = 0;
const WHITE_SPACE = 1;
const DELIMITER = 2;
const CLASSES = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CLASSES[byte] = WHITE_SPACE;
for (const character of '()<>[]{}/%') CLASSES[character.charCodeAt(0)] = DELIMITER;

/** Nesting of arrays and dictionaries. */
const MAX_DEPTH = 200;

const code = (character: string): number => character.charCodeAt(0);
const [PERCENT, SLASH, HASH, BACKSLASH] = [code('%'), code('/'), code('#'), code('\\')];
const [OPEN, CLOSE, LESS, GREATER] = [code('('), code(')'), code('<'), code('>')];
const [ARRAY, END_OF_ARRAY, CR, LF] = [code('['), code(']'), 13, 10];

export class Lexer {
  constructor(
    readonly bytes: Uint8Array,
    /** Offset of the next byte. */
    public at: number,
  ) {}

  /** @throws PdfSyntaxError */
  fail(expected: string): never {
    throw new PdfSyntaxError(`${expected} expected at byte ${this.at}`);
  }

  skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      const byte = bytes[this.at];
      if (byte === undefined) return;
      if (byte === PERCENT) {
        while (this.at < bytes.length && bytes[this.at] !== CR && bytes[this.at] !== LF) this.at += 1;
      } else if (CLASSES[byte] === WHITE_SPACE) this.at += 1;
      else return;
    }
  }

  /** The regular characters from here on, after white space. */
  keyword(): string {
    this.skipSpace();
    const start = this.at;
    while (this.at < this.bytes.length && CLASSES[this.bytes[this.at]!] === REGULAR) this.at += 1;
    return latin1(this.bytes, start, this.at);
  }

  /** Whether the keyword comes next, which is then consumed. */
  takes(keyword: string): boolean {
    const start = this.at;
    if (this.keyword() === keyword) return true;
    this.at = start;
    return false;
  }

  /** @throws PdfSyntaxError */
  integer(): number {
    const text = this.keyword();
    if (!/^\+?\d{1,15}$/.test(text)) this.fail('an integer');
    return Number(text);
  }

  /** The object from here on. @throws PdfSyntaxError */
  object(depth = 0): PdfObject {
    this.skipSpace();
    const { bytes } = this;
    switch (bytes[this.at]) {
      case SLASH:
        return Name.of(this.#name());
      case OPEN:
        return this.#literal();
      case LESS:
        return bytes[this.at + 1] === LESS ? this.#dict(depth) : this.#hex();
      case ARRAY:
        return this.#array(depth);
      default:
        return this.#word();
    }
  }

  #word(): PdfObject {
    const word = this.keyword();
    if (/^\d{1,10}$/.test(word)) return this.#reference(Number(word)) ?? Number(word);
    if (/^[+-]*(?:\d+\.?\d*|\.\d+)-?\d*$/.test(word)) return Number.parseFloat(word.replace(/^[+-]*(?=[+-])/, ''));
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    // Other readers take malformed numbers like `-` or `.` for 0.
    if (/^[+.-]+$/.test(word)) return 0;
    return this.fail('an object');
  }

  #reference(number: number): Ref | undefined {
    const { at: start, bytes } = this;
    this.skipSpace();
    const digits = this.at;
    while (bytes[this.at]! >= 0x30 && bytes[this.at]! <= 0x39) this.at += 1;
    if (this.at > digits && this.at - digits <= 5 && CLASSES[bytes[this.at]!] === WHITE_SPACE && this.takes('R')) {
      return new Ref(number);
    }
    this.at = start;
    return undefined;
  }

  #name(): string {
    this.at += 1;
    const start = this.at;
    let hasEscapes = false;
    while (this.at < this.bytes.length && CLASSES[this.bytes[this.at]!] === REGULAR) {
      hasEscapes ||= this.bytes[this.at] === HASH;
      this.at += 1;
    }
    const text = latin1(this.bytes, start, this.at);
    if (!hasEscapes) return text;
    return text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }

  #array(depth: number): PdfObject[] {
    if (depth > MAX_DEPTH) this.fail('less nesting');
    this.at += 1;
    const items: PdfObject[] = [];
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === END_OF_ARRAY) break;
      items.push(this.object(depth + 1));
    }
    this.at += 1;
    return items;
  }

  #dict(depth: number): Dict {
    if (depth > MAX_DEPTH) this.fail('less nesting');
    this.at += 2;
    const entries: Dict = new Map();
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === GREATER && this.bytes[this.at + 1] === GREATER) break;
      if (this.bytes[this.at] !== SLASH) this.fail('a name');
      const key = this.#name();
      const value = this.object(depth + 1);
      if (value !== null) entries.set(key, value);
    }
    this.at += 2;
    return entries;
  }

  #hex(): PdfString {
    const start = this.at + 1;
    const end = this.bytes.indexOf(GREATER, start);
    if (end < 0) this.fail('the end of a string');
    const digits = latin1(this.bytes, start, end).replace(/[^0-9a-f]/gi, '');
    this.at = end + 1;
    return new PdfString(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'));
  }

  #literal(): PdfString {
    const { bytes } = this;
    const start = this.at + 1;
    let end = start;
    let depth = 0;
    let isPlain = true;
    for (; ; end += 1) {
      const byte = bytes[end];
      if (byte === undefined) this.fail('the end of a string');
      if (byte === BACKSLASH) {
        isPlain = false;
        end += 1;
      } else if (byte === CR) isPlain = false;
      else if (byte === OPEN) depth += 1;
      else if (byte === CLOSE) {
        if (depth === 0) break;
        depth -= 1;
      }
    }
    this.at = end + 1;
    if (isPlain) return new PdfString(bytes.subarray(start, end));
    return new PdfString(Buffer.from(unescaped(latin1(bytes, start, end)), 'latin1'));
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Source: ISO 32000-1, 7.3.4.2 (literal strings) */
function unescaped(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|(\r\n?|\n)|([\s\S]))|\r\n?/g, (_, octal, lineEnd, character) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    if (lineEnd !== undefined) return '';
    return character === undefined ? '\n' : (ESCAPES[character] ?? character);
  });
}

/** Faster than `Buffer.toString` for the short words that files consist of. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 32) return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  let text = '';
  for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at]!);
  return text;
}
