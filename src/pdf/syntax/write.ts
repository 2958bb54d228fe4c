/**
 * Writes objects as a PDF file: objects other than streams in object streams, a cross-reference stream.
 * Source: ISO 32000-1, 7.5 (file structure)
 */

import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { TextBuilder } from '../../engine/collections/text-builder.js';
import { type Dict, dict, Name, name, type PdfObject, PdfString, Ref, Stream } from './objects.js';
import type { PdfObjects } from './read.js';
import { differences, type PackedObject, packRows } from './rows.js';

/** Encrypts the strings and streams of a file. */
export interface Encryption {
  /** The encryption dictionary, which is not encrypted itself. */
  readonly dictionary: Dict;
  encrypt(bytes: Uint8Array): Uint8Array;
}

interface WriteOptions {
  /** Makes the identifier another one for the same content, e.g. for each version of a document; default: none. */
  readonly encryption?: Encryption | undefined;
}

/** Objects in one object stream; readers decode a stream as a whole. */
export const OBJECTS_PER_STREAM = 200;
export const HEADER = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1');
/** Widths of the fields of cross-reference streams. */
const WIDTHS = [1, 4, 2] as const;
/** Bytes of an entry. */
export const ENTRY = 7;

/**
 * Writes the objects that the trailer refers to, in the order of their first reference. Equal objects give equal bytes,
 * unless they are encrypted; the identifier in the trailer is a hash of the content.
 */
export function writePdf(file: PdfObjects, options: WriteOptions = {}): Uint8Array {
  return new FileWriter(file, options).write();
}

class FileWriter {
  readonly #numbers = new Map<number, number>();
  /** By new number; the first is unused. */
  readonly #objects: (PdfObject | undefined)[] = [undefined];
  readonly #pieces: Buffer[] = [HEADER];
  readonly #entries: Buffer[] = [entry(0, 0, 65535)];
  #length = HEADER.length;

  constructor(
    private readonly file: PdfObjects,
    private readonly options: WriteOptions,
  ) {}

  write(): Uint8Array {
    const { trailer } = this.file;
    const { encryption } = this.options;
    const kept: Dict = new Map([...trailer].filter(([key]) => key === 'Root' || key === 'Info'));
    this.#number(kept);
    const numbered = this.#objects.length;
    const packed: PackedObject[] = [];
    for (let number = 1; number < numbered; number += 1) {
      const object = this.#objects[number]!;
      if (object instanceof Stream) this.#indirect(number, object);
      // An encrypted stream encrypts the strings in it.
      else packed.push({ number, body: syntaxOf(object, { number: this.#numberOf, text: (bytes) => bytes }) });
    }
    const { streams, rest } = packRows(packed);
    for (const { stream, numbers } of streams) this.#objectStream(stream, numbers);
    for (let at = 0; at < rest.length; at += OBJECTS_PER_STREAM) {
      const part = rest.slice(at, at + OBJECTS_PER_STREAM);
      this.#objectStream(
        streamOf(part),
        part.map(({ number }) => number),
      );
    }
    if (encryption) {
      const number = this.#objects.push(undefined) - 1;
      this.#object(number, [bytesOf(encryption.dictionary, { number: () => 0, text: (bytes) => bytes })]);
      kept.set('Encrypt', new Ref(-number));
    }
    this.#crossReferences(kept);
    return concatenated(this.#pieces);
  }

  /** Numbers everything that can be reached, breadth first. */
  #number(root: PdfObject): void {
    const queue: PdfObject[] = [root];
    const visit = (object: PdfObject): void => {
      if (object instanceof Ref) {
        if (this.#numbers.has(object.number)) return;
        const target = this.file.objects.get(object.number);
        if (target === undefined) return;
        this.#numbers.set(object.number, this.#objects.push(target) - 1);
        queue.push(target);
      } else if (object instanceof Stream) visit(object.dict);
      else if (Array.isArray(object)) for (const item of object) visit(item);
      else if (object instanceof Map) for (const item of object.values()) visit(item);
    };
    for (let next = 0; next < queue.length; next += 1) visit(queue[next]!);
  }

  /** References to objects that are missing become null. */
  readonly #numberOf = ({ number }: Ref): number => (number < 0 ? -number : (this.#numbers.get(number) ?? 0));

  #push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #object(number: number, body: readonly Buffer[]): void {
    this.#entries[number] = entry(1, this.#length, 0);
    this.#push(Buffer.from(`${number} 0 obj\n`, 'latin1'));
    for (const piece of body) this.#push(piece);
    this.#push(Buffer.from('\nendobj\n', 'latin1'));
  }

  #indirect(number: number, object: PdfObject): void {
    const { encryption } = this.options;
    const text = (bytes: Uint8Array) => (encryption ? encryption.encrypt(bytes) : bytes);
    this.#object(number, bodyOf(object, { number: this.#numberOf, text }));
  }

  #objectStream(stream: Stream, numbers: readonly number[]): void {
    const container = this.#objects.push(undefined) - 1;
    numbers.forEach((number, index) => {
      this.#entries[number] = entry(2, container, index);
    });
    this.#indirect(container, stream);
  }

  #crossReferences(trailer: Dict): void {
    const number = this.#objects.length;
    const start = this.#length;
    this.#entries[number] = entry(1, start, 0);
    const id = createHash('sha256');
    for (const piece of this.#pieces) id.update(piece);
    const data = deflateSync(differences(Buffer.concat(this.#entries), ENTRY), { level: 9 });
    const stream = crossReferenceStream(number + 1, { identifier: id.digest(), trailer, data });
    this.#object(number, bodyOf(stream, { number: this.#numberOf, text: (bytes) => bytes }));
    this.#push(Buffer.from(endOfFile(start), 'latin1'));
  }
}

/** An object stream. */
function streamOf(objects: readonly PackedObject[]): Stream {
  let head = '';
  let offset = 0;
  for (const { number, body } of objects) {
    head += `${number} ${offset} `;
    offset += body.length + 1;
  }
  const bodies = objects.map(({ body }) => `${body}\n`).join('');
  const entries = { Type: name('ObjStm'), N: objects.length, First: head.length, Filter: name('FlateDecode') };
  return new Stream(dict(entries), deflateSync(Buffer.from(head + bodies, 'latin1'), { level: 9 }));
}

/** An indirect object, without its number. */
export function bodyOf(object: PdfObject, format: ObjectFormat): Buffer[] {
  if (!(object instanceof Stream)) return [bytesOf(object, format)];
  const written = format.text(object.data);
  const head = new Map([...object.dict, ['Length', written.length]]);
  // A line end that belongs to neither part of one in the data.
  const tail = Buffer.from(written.at(-1) === CARRIAGE_RETURN ? '\r\nendstream' : '\nendstream', 'latin1');
  return [bytesOf(head, format), Buffer.from('\nstream\n', 'latin1'), buffer(written), tail];
}

/** In memory of its own, which can be transferred to another thread. */
export function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * @param size  one more than the largest number of an object
 * @param data  rows of entries, compressed
 */
export function crossReferenceStream(
  size: number,
  { identifier, trailer, data }: { readonly identifier: Uint8Array; readonly trailer: Dict; readonly data: Uint8Array },
): Stream {
  const id = new PdfString(identifier.subarray(0, 16));
  const entries = new Map<string, PdfObject>([
    ['Type', name('XRef')],
    ['Size', size],
    ['W', [...WIDTHS]],
    ['ID', [id, id]],
    ['Filter', name('FlateDecode')],
    ['DecodeParms', dict({ Predictor: 12, Columns: ENTRY })],
    ...trailer,
  ]);
  return new Stream(entries, data);
}

/** @param start  offset of the cross-reference stream */
export const endOfFile = (start: number): string => `startxref\n${start}\n%%EOF\n`;

const CARRIAGE_RETURN = 13;

/**
 * An entry of a cross-reference stream.
 * @param kind   0: free, 1: at an offset, 2: in an object stream
 * @param place  the offset, or the number of the object stream
 * @param index  in the object stream
 */
export function entry(kind: number, place: number, index: number): Buffer {
  const bytes = Buffer.alloc(ENTRY);
  bytes[0] = kind;
  bytes.writeUInt32BE(place, 1);
  bytes.writeUInt16BE(index, 5);
  return bytes;
}

export interface ObjectFormat {
  /** The number to write for a reference; 0: null. */
  number(ref: Ref): number;
  /** Its generation; default 0. */
  generation?(ref: Ref): number;
  /** The bytes to write for those of a string. */
  text(bytes: Uint8Array): Uint8Array;
}

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The syntax of an object other than a stream. */
export function bytesOf(object: PdfObject, format: ObjectFormat): Buffer {
  return Buffer.from(syntaxOf(object, format), 'latin1');
}

function syntaxOf(object: PdfObject, format: ObjectFormat): string {
  if (object === null) return 'null';
  if (typeof object === 'number') return numberSyntax(object);
  if (typeof object === 'boolean') return String(object);
  if (object instanceof Name) return nameSyntax(object.text);
  if (object instanceof PdfString) return stringSyntax(format.text(object.bytes));
  if (object instanceof Ref) {
    const number = format.number(object);
    return number === 0 ? 'null' : `${number} ${format.generation?.(object) ?? 0} R`;
  }
  if (object instanceof Stream) throw new TypeError('streams are indirect objects');
  const tokens = new Tokens();
  if (Array.isArray(object)) {
    for (const item of object) tokens.add(syntaxOf(item, format));
    return `[${tokens.text}]`;
  }
  for (const [key, value] of object) {
    tokens.append(nameSyntax(key));
    tokens.add(syntaxOf(value, format));
  }
  return `<<${tokens.text}>>`;
}

/** Adjacent tokens, of which an array may have any number. */
class Tokens {
  readonly #builder = new TextBuilder();
  #last = '';

  get text(): string {
    return this.#builder.toString();
  }

  /** Adds a token after a space, where it would run together with the one before. */
  add(token: string): void {
    const needsSpace = this.#last !== '' && !'])>'.includes(this.#last) && token !== '' && !'[(</'.includes(token[0]!);
    this.append(needsSpace ? ` ${token}` : token);
  }

  append(text: string): void {
    if (text === '') return;
    this.#builder.append(text);
    this.#last = text.at(-1)!;
  }
}

/** At most 10 digits after the point, never an exponent. */
function numberSyntax(value: number): string {
  if (Number.isInteger(value)) return value.toFixed(0);
  const text = value.toFixed(10).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

function nameSyntax(text: string): string {
  if (/^[A-Za-z0-9_.+*:-]*$/.test(text)) return `/${text}`;
  const escaped = text.replace(
    /[^!-~]|[#%/()<>[\]{}]/g,
    (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `/${escaped}`;
}

function stringSyntax(bytes: Uint8Array): string {
  const text = buffer(bytes).toString('latin1');
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<${buffer(bytes).toString('hex')}>`;
}
