/** Sequential reading and writing of big-endian numbers. */

/** Throws RangeError on reads past the end. */
export class ByteReader {
  readonly #view: DataView;
  /** Offset of the next number. */
  at = 0;

  constructor(readonly source: Uint8Array) {
    this.#view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  }

  skip(count: number): void {
    this.at += count;
  }

  uint8(): number {
    return this.#view.getUint8(this.at++);
  }

  uint16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2);
  }

  int16(): number {
    this.at += 2;
    return this.#view.getInt16(this.at - 2);
  }

  uint32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4);
  }

  tag(): string {
    return String.fromCharCode(...this.bytes(4));
  }

  /** A view, not a copy. */
  bytes(count: number): Uint8Array {
    if (this.at + count > this.source.length) throw new RangeError('read past the end');
    this.at += count;
    return this.source.subarray(this.at - count, this.at);
  }
}

/** A growing buffer. */
export class ByteWriter {
  #buffer: Uint8Array;
  #view: DataView;
  length = 0;

  constructor(expected: number) {
    this.#buffer = new Uint8Array(Math.max(expected, 64));
    this.#view = new DataView(this.#buffer.buffer);
  }

  uint8(value: number): void {
    this.#reserve(1);
    this.#view.setUint8(this.length++, value);
  }

  uint16(value: number): void {
    this.#reserve(2);
    this.#view.setUint16(this.length, value);
    this.length += 2;
  }

  int16(value: number): void {
    this.uint16(value & 0xffff);
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.length, value);
    this.length += 4;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Pads with zeros to a multiple of `size`. */
  align(size: number): void {
    while (this.length % size !== 0) this.uint8(0);
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.length + count));
    larger.set(this.#buffer.subarray(0, this.length));
    this.#buffer = larger;
    this.#view = new DataView(larger.buffer);
  }
}
