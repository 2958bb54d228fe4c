/** Writes a PDF as a stream: of an object that is written, its place is all that is kept. */

import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type Dict, dict, name, type PdfObject, type Ref, Stream } from '../syntax/objects.js';
import { differences } from '../syntax/rows.js';
import { bytesOf, crossReferenceStream, ENTRY, endOfFile, entry, HEADER, OBJECTS_PER_STREAM } from '../syntax/write.js';

/** Speed rather than size: object streams of many documents are most of the work. */
const LEVEL = 4;
const NEWLINE = Buffer.from('\n', 'latin1');
const CARRIAGE_RETURN = 13;

/** The number in this file of an object that another one refers to; 0: null. */
export type NumberOf = (ref: Ref) => number;

interface Member {
  readonly number: number;
  readonly body: Buffer;
}

export class FileStream {
  #pieces: Buffer[] = [HEADER];
  #length = HEADER.length;
  /** Of the pieces that were taken. */
  readonly #identifier = createHash('sha256');
  #entries = Buffer.alloc(1024 * ENTRY);
  #next = 1;
  #packed: Member[] = [];

  constructor() {
    this.#enter(0, entry(0, 0, 65535));
  }

  /** Objects of the file, so far. */
  get objects(): number {
    return this.#next - 1;
  }

  /** Bytes of the file, so far. */
  get bytes(): number {
    return this.#length;
  }

  /** A number for an object that is written later. */
  reserve(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  /** Writes an object. @param numberOf  default: references have numbers of this file */
  put(number: number, object: PdfObject, numberOf: NumberOf = (ref) => ref.number): void {
    if (object instanceof Stream) this.putStream(number, headOf(object, numberOf), object.data);
    else this.#pack({ number, body: bytesOf(object, { number: numberOf, text: (bytes) => bytes }) });
  }

  /** @param head  the dictionary of the stream as it is written */
  putStream(number: number, head: Buffer, data: Uint8Array): void {
    this.#enter(number, entry(1, this.#length, 0));
    this.#push(Buffer.from(`${number} 0 obj\n`, 'latin1'));
    this.#push(head);
    this.#push(Buffer.from('\nstream\n', 'latin1'));
    this.#push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    // A line end that belongs to neither part of one in the data.
    const end = data.at(-1) === CARRIAGE_RETURN ? '\r\nendstream' : '\nendstream';
    this.#push(Buffer.from(`${end}\nendobj\n`, 'latin1'));
  }

  /** A digest of what was taken. */
  digest(): Buffer {
    return this.#identifier.copy().digest();
  }

  /** The bytes that were written since the last call. */
  take(): Buffer {
    const taken = Buffer.concat(this.#pieces);
    this.#identifier.update(taken);
    this.#pieces = [];
    return taken;
  }

  /** Writes the end of the file. @param trailer  Root and Info; references have numbers of this file */
  end(trailer: Dict): Buffer {
    this.#flush();
    const taken = this.take();
    const number = this.reserve();
    const start = this.#length;
    this.#enter(number, entry(1, start, 0));
    const identifier = this.#identifier.digest();
    const data = deflateSync(differences(this.#entries.subarray(0, this.#next * ENTRY), ENTRY), { level: LEVEL });
    this.put(number, crossReferenceStream(this.#next, { identifier, trailer, data }));
    this.#push(Buffer.from(endOfFile(start), 'latin1'));
    return Buffer.concat([taken, ...this.#pieces]);
  }

  #push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #enter(number: number, row: Buffer): void {
    const at = number * ENTRY;
    if (at + ENTRY > this.#entries.length) {
      const larger = Buffer.alloc(Math.max(at + ENTRY, this.#entries.length * 2));
      this.#entries.copy(larger);
      this.#entries = larger;
    }
    row.copy(this.#entries, at);
  }

  #pack(member: Member): void {
    this.#packed.push(member);
    if (this.#packed.length === OBJECTS_PER_STREAM) this.#flush();
  }

  #flush(): void {
    const members = this.#packed;
    if (members.length === 0) return;
    this.#packed = [];
    const stream = this.reserve();
    let head = '';
    let offset = 0;
    members.forEach(({ number, body }, index) => {
      head += `${number} ${offset} `;
      offset += body.length + 1;
      this.#enter(number, entry(2, stream, index));
    });
    const bodies = members.flatMap(({ body }) => [body, NEWLINE]);
    const data = deflateSync(Buffer.concat([Buffer.from(head, 'latin1'), ...bodies]), { level: LEVEL });
    const entries = { Type: name('ObjStm'), N: members.length, First: head.length, Filter: name('FlateDecode') };
    this.put(stream, new Stream(dict(entries), data));
  }
}

/** The dictionary of a stream as it is written. */
export function headOf({ dict: entries, data }: Stream, numberOf: NumberOf): Buffer {
  return bytesOf(new Map([...entries, ['Length', data.length]]), { number: numberOf, text: (bytes) => bytes });
}
