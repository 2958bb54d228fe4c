/**
 * ZIP archives as streams. Entries are stored as they are: PDFs are compressed inside. Memory does not grow with their
 * number, as the directory at the end of the archive is made in a second pass over the entries.
 * Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */

export interface ZipEntry {
  /** ASCII. */
  readonly name: string;
  readonly bytes: number;
  /** CRC-32. */
  readonly crc: number;
  read(): Promise<Uint8Array>;
}

const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffff_ffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** The first day that the format can express: equal batches give equal archives. */
const DATE = (1 << 5) | 1;

/** @param entries  called twice, with the same result */
export async function* zip(entries: () => AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const entry of entries()) {
    yield localHeader(entry);
    yield await entry.read();
    position += localLength(entry);
  }
  const directory = position;
  let [offset, count, length] = [0, 0, 0];
  for await (const entry of entries()) {
    const header = centralHeader(entry, offset);
    yield header;
    offset += localLength(entry);
    length += header.length;
    count += 1;
  }
  yield end({ directory, length, count });
}

const LOCAL_HEADER = 30;
const localLength = ({ name, bytes }: ZipEntry): number => LOCAL_HEADER + name.length + bytes;

function localHeader({ name, crc, bytes }: ZipEntry): Uint8Array {
  const header = new Fields(LOCAL_HEADER + name.length);
  header.uint32(0x0403_4b50).uint16(VERSION).uint16(0).uint16(0).uint16(0).uint16(DATE);
  header.uint32(crc).uint32(bytes).uint32(bytes).uint16(name.length).uint16(0);
  return header.text(name).bytes;
}

function centralHeader({ name, crc, bytes }: ZipEntry, offset: number): Uint8Array {
  const isFar = offset >= MAX_UINT32;
  const extra = isFar ? 12 : 0;
  const header = new Fields(46 + name.length + extra);
  header
    .uint32(0x0201_4b50)
    .uint16(VERSION_ZIP64)
    .uint16(isFar ? VERSION_ZIP64 : VERSION);
  header.uint16(0).uint16(0).uint16(0).uint16(DATE).uint32(crc).uint32(bytes).uint32(bytes);
  header.uint16(name.length).uint16(extra).uint16(0).uint16(0).uint16(0).uint32(0);
  header.uint32(Math.min(offset, MAX_UINT32)).text(name);
  if (isFar) header.uint16(1).uint16(8).uint64(offset);
  return header.bytes;
}

interface Directory {
  /** Where it begins. */
  readonly directory: number;
  readonly length: number;
  readonly count: number;
}

/** The end of the archive, in the form of ZIP64 where numbers are too large. */
function end({ directory, length, count }: Directory): Uint8Array {
  const isLarge = count >= MAX_UINT16 || directory + length >= MAX_UINT32;
  const fields = new Fields(22 + (isLarge ? 76 : 0));
  if (isLarge) {
    fields.uint32(0x0606_4b50).uint64(44).uint16(VERSION_ZIP64).uint16(VERSION_ZIP64).uint32(0).uint32(0);
    fields.uint64(count).uint64(count).uint64(length).uint64(directory);
    fields
      .uint32(0x0706_4b50)
      .uint32(0)
      .uint64(directory + length)
      .uint32(1);
  }
  const shown = Math.min(count, MAX_UINT16);
  fields.uint32(0x0605_4b50).uint16(0).uint16(0).uint16(shown).uint16(shown);
  return fields.uint32(Math.min(length, MAX_UINT32)).uint32(Math.min(directory, MAX_UINT32)).uint16(0).bytes;
}

/** Writes fields one after the other, the least significant byte first. */
class Fields {
  readonly bytes: Buffer;
  #offset = 0;

  constructor(length: number) {
    this.bytes = Buffer.alloc(length);
  }

  uint16(value: number): this {
    this.#offset = this.bytes.writeUInt16LE(value, this.#offset);
    return this;
  }

  uint32(value: number): this {
    this.#offset = this.bytes.writeUInt32LE(value, this.#offset);
    return this;
  }

  uint64(value: number): this {
    this.#offset = this.bytes.writeBigUInt64LE(BigInt(value), this.#offset);
    return this;
  }

  text(value: string): this {
    this.#offset += this.bytes.write(value, this.#offset, 'latin1');
    return this;
  }
}
