/**
 * Reads the objects of a PDF file.
 * Source: ISO 32000-1, 7.5 (file structure)
 */

import { decodedStream } from './filters.js';
import { Lexer, PdfSyntaxError } from './lexer.js';
import { type Dict, isName, type PdfObject, PdfString, Ref, Stream } from './objects.js';

/** The objects of a file, which may be changed in place; `add` appends. */
export class PdfObjects {
  #next: number;

  /**
   * @param trailer  its entries Root and Info
   * @param taken    numbers below are not given to new objects
   */
  constructor(
    readonly objects: Map<number, PdfObject>,
    readonly trailer: Dict,
    taken = 1,
  ) {
    this.#next = taken;
  }

  /** The object itself, references followed; undefined for missing and null ones. */
  resolve(object: PdfObject | undefined): PdfObject | undefined {
    let at = object;
    for (let hops = 0; at instanceof Ref && hops < 32; hops += 1) at = this.objects.get(at.number);
    return at === null || at instanceof Ref ? undefined : at;
  }

  dict(object: PdfObject | undefined): Dict | undefined {
    const found = this.resolve(object);
    if (found instanceof Stream) return found.dict;
    return found instanceof Map ? found : undefined;
  }

  array(object: PdfObject | undefined): PdfObject[] | undefined {
    const found = this.resolve(object);
    return Array.isArray(found) ? found : undefined;
  }

  stream(object: PdfObject | undefined): Stream | undefined {
    const found = this.resolve(object);
    return found instanceof Stream ? found : undefined;
  }

  number(object: PdfObject | undefined): number | undefined {
    const found = this.resolve(object);
    return typeof found === 'number' ? found : undefined;
  }

  get catalog(): Dict {
    const catalog = this.dict(this.trailer.get('Root'));
    if (!catalog) throw new PdfSyntaxError('the file has no catalog');
    return catalog;
  }

  add(object: PdfObject): Ref {
    const ref = new Ref(this.#next);
    this.#next += 1;
    this.objects.set(ref.number, object);
    return ref;
  }
}

/** Where an object stands: an offset, or an index in an object stream. */
type Place = { readonly offset: number } | { readonly stream: number };

/** Objects of a file; those of hostile files can be many for few bytes. */
const MAX_OBJECTS = 1_500_000;
/** Greater ones are those of damaged files. */
const MAX_SIZE = 100_000_000;

/** Bytes of all object streams of a file, decoded: the objects keep them. */
const MAX_IN_STREAMS = 256 * 1024 * 1024;

/** Decrypts what an encrypted file has. */
export interface Decryption {
  /** @throws PdfSyntaxError */
  decrypt(bytes: Uint8Array): Uint8Array;
  /** Whether streams of XMP are encrypted. */
  readonly hasEncryptedMetadata: boolean;
}

/** A file with what is needed to append to it. */
export interface OpenedPdf {
  readonly file: PdfObjects;
  /** The entries of all sections, the newest first. */
  readonly trailer: Dict;
  /** The newest section of the cross-reference table. */
  readonly section: { readonly offset: number; readonly isStream: boolean };
  /** More than the number of any object. */
  readonly size: number;
  /** Of objects, where it is not 0. */
  readonly generations: ReadonlyMap<number, number>;
}

/** Called for every object and entry of the file; may throw. */
export type Check = () => void;

/** @throws PdfSyntaxError when the file is malformed or encrypted; what `check` throws */
export const readPdf = (bytes: Uint8Array, check?: Check): PdfObjects => openPdf(bytes, undefined, check).file;

/**
 * @param unlock  opens an encrypted file by its encryption dictionary
 * @throws PdfSyntaxError when the file is malformed, or encrypted without `unlock`; what `unlock` throws
 */
export function openPdf(
  bytes: Uint8Array,
  unlock?: (encryption: Dict) => Decryption,
  check: Check = () => {},
): OpenedPdf {
  const { places, trailer, section } = readTables(bytes, check);
  const reader = new ObjectReader(bytes, places, check);
  const encryption = trailer.get('Encrypt');
  if (encryption !== undefined) {
    if (!unlock) throw new PdfSyntaxError('the file is encrypted');
    // The dictionary itself is not encrypted.
    const entries = encryption instanceof Ref ? reader.load(encryption.number) : encryption;
    if (!(entries instanceof Map)) throw new PdfSyntaxError('the file has no encryption dictionary');
    reader.decryption = unlock(entries);
  }
  for (const number of places.keys()) reader.load(number);
  const kept = new Map([...trailer].filter(([key]) => key === 'Root' || key === 'Info' || key === 'ID'));
  const objects = new Map([...reader.objects].filter(([, object]) => !isContainer(object)));
  // Streams of objects and tables, which are left out, have numbers, too.
  const given = trailer.get('Size');
  let size = typeof given === 'number' && Number.isInteger(given) && given < MAX_SIZE ? Math.max(1, given) : 1;
  for (const number of places.keys()) size = Math.max(size, number + 1);
  return { file: new PdfObjects(objects, kept, size), trailer, section, size, generations: reader.generations };
}

/** Object and cross-reference streams, whose content is read. */
function isContainer(object: PdfObject): boolean {
  if (!(object instanceof Stream)) return false;
  const type = object.dict.get('Type');
  return isName(type, 'ObjStm') || isName(type, 'XRef');
}

class ObjectReader {
  readonly objects = new Map<number, PdfObject>();
  readonly generations = new Map<number, number>();
  decryption: Decryption | undefined;
  readonly #loading = new Set<number>();
  readonly #extent: Extent;
  #inStreams = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly places: ReadonlyMap<number, Place>,
    private readonly check: Check,
  ) {
    this.#extent = new Extent(bytes);
  }

  load(number: number): PdfObject | undefined {
    const known = this.objects.get(number);
    if (known !== undefined) return known;
    this.check();
    const place = this.places.get(number);
    if (!place || this.#loading.has(number)) return undefined;
    this.#loading.add(number);
    if ('offset' in place) this.objects.set(number, this.#indirect(place.offset, number));
    else this.#members(place.stream);
    this.#loading.delete(number);
    return this.objects.get(number);
  }

  #indirect(offset: number, number: number): PdfObject {
    const lexer = new Lexer(this.bytes, offset);
    const found = lexer.integer();
    const generation = lexer.integer();
    if (found !== number || !lexer.takes('obj')) lexer.fail(`object ${number}`);
    if (generation !== 0) this.generations.set(number, generation);
    const object = objectWithData(lexer, (length) => {
      const target = length instanceof Ref ? this.load(length.number) : length;
      return typeof target === 'number' ? target : undefined;
    });
    this.#extent.add(offset, object instanceof Stream ? endOf(object, this.bytes) : lexer.at);
    return this.decryption ? decrypted(object, this.decryption) : object;
  }

  /** All objects of an object stream. Source: ISO 32000-1, 7.5.7 */
  #members(stream: number): void {
    const container = this.load(stream);
    if (!(container instanceof Stream)) return;
    const count = container.dict.get('N');
    const first = container.dict.get('First');
    if (typeof count !== 'number' || typeof first !== 'number') return;
    const data = decodedStream(container);
    this.#inStreams += data.length;
    if (this.#inStreams > MAX_IN_STREAMS) throw new PdfSyntaxError('the file has too much in object streams');
    const head = new Lexer(data, 0);
    const extent = new Extent(data);
    for (let index = 0; index < count; index += 1) {
      this.check();
      const number = head.integer();
      const offset = head.integer();
      const place = this.places.get(number);
      if (!place || !('stream' in place) || place.stream !== stream || this.objects.has(number)) continue;
      const member = new Lexer(data, first + offset);
      this.objects.set(number, member.object());
      extent.add(first + offset, member.at);
    }
  }
}

/** Where the data of a stream ends in the file that it is a part of. */
const endOf = ({ data }: Stream, file: Uint8Array): number => data.byteOffset - file.byteOffset + data.length;

/**
 * How much has been read of bytes that each belong to one object: those of hostile files can be said to belong to many, all
 * of which would be held.
 */
class Extent {
  #read = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** @throws PdfSyntaxError when far more was read than there is */
  add(start: number, end: number): void {
    this.#read += end - start;
    if (this.#read > 2 * this.bytes.length) throw new PdfSyntaxError('objects of the file overlap');
  }
}

/** Source: ISO 32000-2, 7.6.2 */
function decrypted(object: PdfObject, decryption: Decryption): PdfObject {
  if (object instanceof PdfString) return new PdfString(decryption.decrypt(object.bytes));
  if (Array.isArray(object)) return object.map((item) => decrypted(item, decryption));
  if (object instanceof Map) {
    // The value of a signature is not encrypted.
    const isClear = (key: string) => key === 'Contents' && object.has('ByteRange');
    return new Map([...object].map(([key, value]) => [key, isClear(key) ? value : decrypted(value, decryption)]));
  }
  if (!(object instanceof Stream)) return object;
  const type = object.dict.get('Type');
  if (isName(type, 'XRef')) return object;
  const isClear = isName(type, 'Metadata') && !decryption.hasEncryptedMetadata;
  const entries = decrypted(object.dict, decryption) as Dict;
  return new Stream(entries, isClear ? object.data : decryption.decrypt(object.data));
}

/** The object at the lexer, with the data that follows a stream's dictionary. */
function objectWithData(lexer: Lexer, lengthOf: (length: PdfObject | undefined) => number | undefined): PdfObject {
  const object = lexer.object();
  if (!(object instanceof Map) || !lexer.takes('stream')) return object;
  const { bytes } = lexer;
  let start = lexer.at;
  if (bytes[start] === 13) start += 1;
  if (bytes[start] === 10) start += 1;
  let end = start + (lengthOf(object.get('Length')) ?? Number.POSITIVE_INFINITY);
  const after = new Lexer(bytes, Math.min(end, bytes.length));
  if (!after.takes('endstream')) {
    end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('endstream', start, 'latin1');
    if (end < 0) lexer.fail('the end of a stream');
    if (bytes[end - 1] === 10) end -= 1;
    if (bytes[end - 1] === 13) end -= 1;
  }
  return new Stream(object, bytes.subarray(start, end));
}

interface Tables {
  readonly places: Map<number, Place>;
  readonly trailer: Dict;
  readonly section: OpenedPdf['section'];
}

/** Cross-reference tables and streams, newest first. */
function readTables(bytes: Uint8Array, check: Check): Tables {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = tail.lastIndexOf('startxref', undefined, 'latin1');
  if (start < 0) throw new PdfSyntaxError('the file has no startxref: it is no PDF, or not a whole one');
  const places = new Map<number, Place>();
  const trailer: Dict = new Map();
  const seen = new Set<number>();
  const newest = new Lexer(bytes, start + 'startxref'.length).integer();
  const queue = [newest];
  for (let offset = queue.shift(); offset !== undefined; offset = queue.shift()) {
    if (seen.has(offset)) continue;
    seen.add(offset);
    const lexer = new Lexer(bytes, offset);
    const put = (number: number, at: Place) => {
      check();
      place(places, number, at);
    };
    const section = lexer.takes('xref') ? readTable(lexer, put) : readCrossReferenceStream(lexer, put);
    for (const [key, value] of section) if (!trailer.has(key)) trailer.set(key, value);
    for (const key of ['XRefStm', 'Prev']) {
      const next = section.get(key);
      if (typeof next === 'number') queue.push(next);
    }
  }
  return {
    places: new Map([...places].filter(([, place]) => !('offset' in place) || place.offset > 0)),
    trailer,
    section: { offset: newest, isStream: !new Lexer(bytes, newest).takes('xref') },
  };
}

function place(places: Map<number, Place>, number: number, at: Place): void {
  if (places.size > MAX_OBJECTS) throw new PdfSyntaxError('the file has too many objects');
  if (!places.has(number)) places.set(number, at);
}

type Put = (number: number, at: Place) => void;

function readTable(lexer: Lexer, put: Put): Dict {
  while (!lexer.takes('trailer')) {
    const first = lexer.integer();
    const count = lexer.integer();
    for (let index = 0; index < count; index += 1) {
      const offset = lexer.integer();
      lexer.integer();
      // Offset 0 marks a free object, which must hide the object of an earlier table.
      put(first + index, { offset: lexer.keyword() === 'n' ? offset : 0 });
    }
  }
  const trailer = lexer.object();
  return trailer instanceof Map ? trailer : lexer.fail('a trailer');
}

/** Bytes of a field in a cross-reference stream: more are no number that a file needs. */
const MAX_WIDTH = 8;

const areIntegers = (object: PdfObject | undefined, max: number): object is number[] =>
  Array.isArray(object) &&
  object.every((item) => Number.isInteger(item) && (item as number) >= 0 && (item as number) <= max);

/** Source: ISO 32000-1, 7.5.8 */
function readCrossReferenceStream(lexer: Lexer, put: Put): Dict {
  lexer.integer();
  lexer.integer();
  if (!lexer.takes('obj')) lexer.fail('a cross-reference table');
  const stream = objectWithData(lexer, (length) => (typeof length === 'number' ? length : undefined));
  if (!(stream instanceof Stream) || !isName(stream.dict.get('Type'), 'XRef')) lexer.fail('a cross-reference stream');
  const { dict } = stream;
  const widths = dict.get('W');
  const index = dict.get('Index') ?? [0, dict.get('Size')!];
  if (!areIntegers(widths, MAX_WIDTH) || widths.every((width) => width === 0))
    lexer.fail('the widths of a cross-reference stream');
  if (!areIntegers(index, Number.MAX_SAFE_INTEGER)) lexer.fail('the numbers of a cross-reference stream');
  const data = decodedStream(stream);
  let at = 0;
  const field = (width: number, initial: number): number => {
    if (width === 0) return initial;
    let value = 0;
    for (let byte = 0; byte < width; byte += 1, at += 1) value = value * 256 + (data[at] ?? 0);
    return value;
  };
  const [type = 0, second = 0, third = 0] = widths;
  for (let range = 0; range + 1 < index.length; range += 2) {
    for (let number = index[range]!; number < index[range]! + index[range + 1]! && at < data.length; number += 1) {
      const kind = field(type, 1);
      const value = field(second, 0);
      field(third, 0);
      if (kind === 2) put(number, { stream: value });
      else put(number, { offset: kind === 1 ? value : 0 });
    }
  }
  return dict;
}
