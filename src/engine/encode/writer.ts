/** Writes the words and texts of a binary display list. */

import type { ColorProfile } from '../css/values/values.js';
import { EngineError } from '../errors.js';
import { HEADER_BYTES, MAGIC, VERSION } from './format.js';

const FIRST_WORDS = 1 << 14;
const FIRST_BYTES = 1 << 14;
/** UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;
/** The core takes nothing farther from 0: products of a few numbers stay finite. Far beyond what layout reaches. */
const MAX_NUMBER = 1e9;

/** Of a glyph without offsets: its number, the bytes of its text, and its advance. */
export const WORDS_PER_GLYPH = 3;

/**
 * Bytes of a buffer: those of twenty thousand pages full of text. It is outside of the heap, whose limit does not count it,
 * and content that each page repeats makes it much larger than the document.
 */
const MAX_BUFFER = 512 * 1024 ** 2;

/** Buffers that grew larger are not kept, bytes. */
const MAX_SPARE = 1 << 20;

const utf8 = new TextEncoder();

/** The buffers of the last list: new ones would have to be cleared. */
let spare: { readonly words: Uint32Array<ArrayBuffer>; readonly texts: Uint8Array } | undefined;

/** The glyphs from index `from` to before `to`. */
interface UnitGlyphs {
  readonly from: number;
  readonly to: number;
  /** Font units per em, which advances are in. */
  readonly em: number;
  /** The text of the first glyph is at index `start`. */
  readonly text: string;
  readonly start: number;
  /** Bytes of text already appended that belong to the first glyph. */
  readonly before: number;
}

/** A growing buffer of one list after the other. Numbers are single precision. */
export class ListWriter {
  /** Colours in CMYK and custom colour spaces are written as their conversions to sRGB. */
  isInSrgb = false;
  /** By their keys. */
  readonly #spaces = new Map<string, { readonly index: number; readonly space: ColorProfile['space'] }>();
  #words: Uint32Array<ArrayBuffer>;
  #numbers: Float32Array;
  #at = 0;
  #texts: Uint8Array;
  #textEnd = 0;

  constructor() {
    const { words, texts } = spare ?? { words: new Uint32Array(FIRST_WORDS), texts: new Uint8Array(FIRST_BYTES) };
    spare = undefined;
    this.#words = words;
    this.#numbers = new Float32Array(words.buffer);
    this.#texts = texts;
  }

  integer(value: number): void {
    if (this.#at === this.#words.length) this.#grow(1);
    this.#words[this.#at++] = value;
  }

  number(value: number): void {
    if (this.#at === this.#words.length) this.#grow(1);
    this.#numbers[this.#at++] = limited(value);
  }

  numbers(...values: readonly number[]): void {
    if (this.#at + values.length > this.#words.length) this.#grow(values.length);
    for (const value of values) this.#numbers[this.#at++] = limited(value);
  }

  /** Writes the number of bytes, and the bytes, filled up to whole words. */
  bytes(data: Uint8Array): void {
    this.integer(data.length);
    const words = Math.ceil(data.length / 4);
    if (this.#at + words > this.#words.length) this.#grow(words);
    const target = new Uint8Array(this.#words.buffer, this.#at * 4, words * 4);
    target.fill(0).set(data);
    this.#at += words;
  }

  /** The index of a colour space. */
  space(space: ColorProfile['space']): number {
    const known = this.#spaces.get(space.key);
    if (known !== undefined) return known.index;
    const index = this.#spaces.size;
    this.#spaces.set(space.key, { index, space });
    return index;
  }

  /** Colour spaces by their index. */
  get spaces(): readonly ColorProfile['space'][] {
    return Array.from(this.#spaces.values(), ({ space }) => space);
  }

  /** Reserves a word for `set`. @returns its index */
  reserve(): number {
    this.integer(0);
    return this.#at - 1;
  }

  set(index: number, value: number): void {
    this.#words[index] = value;
  }

  add(index: number, value: number): void {
    this.#words[index]! += value;
  }

  /** Words written. */
  get length(): number {
    return this.#at;
  }

  /** Bytes of text written. */
  get textEnd(): number {
    return this.#textEnd;
  }

  /** Writes a text with its offset and length. */
  text(value: string): void {
    const start = this.#textEnd;
    this.integer(start);
    this.integer(this.append(value));
  }

  /** Appends to the texts without a reference. @returns bytes appended */
  append(value: string): number {
    const start = this.#textEnd;
    this.#reserveText(value.length);
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) {
        this.#textEnd += utf8.encodeInto(value.slice(i), this.#texts.subarray(this.#textEnd)).written;
        return this.#textEnd - start;
      }
      this.#texts[this.#textEnd++] = unit;
    }
    return value.length;
  }

  /** Appends a UTF-16 unit that is not a surrogate. @returns bytes appended */
  appendUnit(unit: number): number {
    this.#reserveText(1);
    const start = this.#textEnd;
    if (unit < 0x80) this.#texts[this.#textEnd++] = unit;
    else {
      if (unit < 0x800) this.#texts[this.#textEnd++] = 0xc0 | (unit >> 6);
      else {
        this.#texts[this.#textEnd++] = 0xe0 | (unit >> 12);
        this.#texts[this.#textEnd++] = 0x80 | ((unit >> 6) & 0x3f);
      }
      this.#texts[this.#textEnd++] = 0x80 | (unit & 0x3f);
    }
    return this.#textEnd - start;
  }

  /** Writes the glyphs of a text in which each UTF-16 unit has one and none is a surrogate, and appends the text. */
  glyphs(ids: readonly number[], advances: readonly number[], { from, to, em, text, start, before }: UnitGlyphs): void {
    const count = to - from;
    if (this.#at + count * WORDS_PER_GLYPH > this.#words.length) this.#grow(count * WORDS_PER_GLYPH);
    this.#reserveText(count);
    const words = this.#words;
    const numbers = this.#numbers;
    const texts = this.#texts;
    let at = this.#at;
    let end = this.#textEnd;
    let added = before;
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(start + i - from);
      if (unit < 0x80) {
        texts[end++] = unit;
        added += 1;
      } else {
        this.#textEnd = end;
        added += this.appendUnit(unit);
        end = this.#textEnd;
      }
      words[at] = ids[i]!;
      words[at + 1] = added;
      numbers[at + 2] = limited(advances[i]! / em);
      at += WORDS_PER_GLYPH;
      added = 0;
    }
    this.#at = at;
    this.#textEnd = end;
  }

  /** Ends the last list. @returns as `take` */
  finish(): Uint8Array {
    const list = this.take();
    if (this.#words.byteLength + this.#texts.length <= MAX_SPARE) spare = { words: this.#words, texts: this.#texts };
    return list;
  }

  /** Ends a list and begins the next one. @returns the whole list with its header */
  take(): Uint8Array {
    const size = this.#at * 4;
    const list = new Uint8Array(HEADER_BYTES + size + this.#textEnd);
    new Uint32Array(list.buffer, 0, HEADER_BYTES / 4).set([MAGIC, VERSION, this.#at, this.#textEnd]);
    list.set(new Uint8Array(this.#words.buffer, 0, size), HEADER_BYTES);
    list.set(this.#texts.subarray(0, this.#textEnd), HEADER_BYTES + size);
    this.clear();
    return list;
  }

  /** Drops what was written. */
  clear(): void {
    this.#at = 0;
    this.#textEnd = 0;
  }

  #reserveText(units: number): void {
    const end = this.#textEnd + units * MAX_BYTES_PER_UNIT;
    if (end <= this.#texts.length) return;
    const grown = new Uint8Array(grownSize(end, this.#texts.length));
    grown.set(this.#texts.subarray(0, this.#textEnd));
    this.#texts = grown;
  }

  #grow(words: number): void {
    const grown = new Uint32Array(grownSize((this.#at + words) * 4, this.#words.length * 4) / 4);
    grown.set(this.#words.subarray(0, this.#at));
    this.#words = grown;
    this.#numbers = new Float32Array(grown.buffer);
  }
}

/** @returns bytes, twice as many as before where that is allowed @throws EngineError document_too_large */
function grownSize(needed: number, before: number): number {
  if (needed <= MAX_BUFFER) return Math.max(needed, Math.min(before * 2, MAX_BUFFER));
  const message = `What the pages show takes more than ${MAX_BUFFER / 1024 ** 2} MB before it is written. Split the document.`;
  throw new EngineError('document_too_large', message);
}

function limited(value: number): number {
  return Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, value));
}
