/**
 * The objects of a PDF file. Numbers, booleans, null and arrays are those of JavaScript, dictionaries are maps.
 * Source: ISO 32000-1, 7.3 (objects)
 */

import { deflateSync } from 'node:zlib';

export type PdfObject = number | boolean | null | Name | PdfString | Ref | PdfObject[] | Dict | Stream;

/** Keys without their slash. */
export type Dict = Map<string, PdfObject>;

const NAMES = new Map<string, Name>();
/** Names of real files are few; those of hostile ones are not kept. */
const MAX_NAMES = 2000;

export class Name {
  private constructor(
    /** Without slash and escapes; one character for each byte. */
    readonly text: string,
  ) {}

  static of(text: string): Name {
    let name = NAMES.get(text);
    if (!name) {
      name = new Name(text);
      if (NAMES.size < MAX_NAMES) NAMES.set(text, name);
    }
    return name;
  }
}

/** A reference to an indirect object. */
export class Ref {
  constructor(readonly number: number) {}
}

export class PdfString {
  constructor(readonly bytes: Uint8Array) {}
}

export class Stream {
  #data: Uint8Array;

  constructor(
    readonly dict: Dict,
    data: Uint8Array,
  ) {
    this.#data = data;
  }

  /** As in the file: encoded by the filters of the dictionary. */
  get data(): Uint8Array {
    return this.#data;
  }

  /** Replaces the content by `data`, compressed. */
  setData(data: Uint8Array): void {
    this.dict.set('Filter', Name.of('FlateDecode'));
    this.dict.delete('DecodeParms');
    this.#data = deflateSync(data, { level: 9 });
  }
}

/** A stream of compressed data. */
export function flateStream(dict: Dict, data: Uint8Array): Stream {
  const stream = new Stream(dict, data);
  stream.setData(data);
  return stream;
}

export const name = (text: string): Name => Name.of(text);

/** A dictionary of the entries that are not undefined, in their order. */
export function dict(entries: Readonly<Record<string, PdfObject | undefined>>): Dict {
  const map: Dict = new Map();
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) map.set(key, value);
  return map;
}

/**
 * A text string: ASCII as it is, anything else in UTF-16 with a byte order mark.
 * Source: ISO 32000-1, 7.9.2.2 (text strings)
 */
export function textString(text: string): PdfString {
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return new PdfString(Buffer.from(text, 'latin1'));
  return new PdfString(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
}

/** The text of a string that `textString` made. */
export function textOfString({ bytes }: PdfString): string {
  const buffer = Buffer.from(bytes);
  const isWide = buffer[0] === 0xfe && buffer[1] === 0xff && buffer.length % 2 === 0;
  return isWide ? buffer.swap16().toString('utf16le').slice(1) : buffer.toString('latin1');
}

/** ASCII strings for identifiers and dates. */
export const byteString = (text: string): PdfString => new PdfString(Buffer.from(text, 'latin1'));

export const isName = (object: PdfObject | undefined, text: string): boolean =>
  object instanceof Name && object.text === text;
