/** Decompresses zlib streams. Sources: RFC 1950, RFC 1951 */

/** Codes of lengths and distances: the first value of each, and how many bits add to it. */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = Array.from({ length: 30 }, (_, code) =>
  code < 4 ? code + 1 : 1 + ((2 + (code & 1)) << ((code >> 1) - 1)),
);
const distanceBits = (code: number): number => (code < 4 ? 0 : (code >> 1) - 1);
/** The order in which a dynamic block has the lengths of the codes of its code lengths. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MAX_BITS = 15;
const END_OF_BLOCK = 256;

/** A canonical Huffman code: how many codes there are of each length, and their symbols by code. */
interface HuffmanCode {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

function huffmanCode(lengths: readonly number[]): HuffmanCode {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length]!++;
  const next = new Uint16Array(MAX_BITS + 2);
  counts[0] = 0;
  for (let length = 1; length <= MAX_BITS; length++) next[length + 1] = next[length]! + counts[length]!;
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length > 0) symbols[next[length]!++] = symbol;
  });
  return { counts, symbols };
}

const FIXED_LENGTHS = huffmanCode(
  Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = huffmanCode(Array(30).fill(5));

/**
 * @param length  of the data, as far as it is needed; what follows is left out
 * @returns       undefined: the stream is malformed, or ends before
 */
export function inflate(bytes: Uint8Array, length: number): Uint8Array | undefined {
  if (bytes.length < 2 || (bytes[0]! & 0xf) !== 8) return undefined;
  const inflater = new Inflater(bytes, new Uint8Array(length));
  return inflater.run() ? inflater.output : undefined;
}

class Inflater {
  #at = 2; // after the header
  #bits = 0;
  #bitCount = 0;
  #end = 0;

  constructor(
    private readonly bytes: Uint8Array,
    readonly output: Uint8Array,
  ) {}

  run(): boolean {
    for (let isLast = 0; isLast === 0 && this.#end < this.output.length; ) {
      isLast = this.#read(1);
      const type = this.#read(2);
      const isWell =
        type === 0
          ? this.#stored()
          : type === 1
            ? this.#block(FIXED_LENGTHS, FIXED_DISTANCES)
            : type === 2 && this.#dynamic();
      if (!isWell || this.#isPast) return this.#end === this.output.length;
    }
    return this.#end === this.output.length;
  }

  /** Bits after the end of the stream were read. */
  get #isPast(): boolean {
    return this.#at > this.bytes.length + 4;
  }

  #read(count: number): number {
    while (this.#bitCount < count) {
      this.#bits |= (this.bytes[this.#at++] ?? 0) << this.#bitCount;
      this.#bitCount += 8;
    }
    const value = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#bitCount -= count;
    return value;
  }

  #symbol({ counts, symbols }: HuffmanCode): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= MAX_BITS; length++) {
      code |= this.#read(1);
      const count = counts[length]!;
      if (code - count < first) return symbols[index + (code - first)]!;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return -1;
  }

  #stored(): boolean {
    this.#at -= this.#bitCount >> 3;
    [this.#bits, this.#bitCount] = [0, 0];
    const length = (this.bytes[this.#at] ?? 0) | ((this.bytes[this.#at + 1] ?? 0) << 8);
    this.#at += 4;
    const part = this.bytes.subarray(this.#at, this.#at + Math.min(length, this.output.length - this.#end));
    this.output.set(part, this.#end);
    this.#end += part.length;
    this.#at += length;
    return this.#at <= this.bytes.length;
  }

  #dynamic(): boolean {
    const [literals, distances, codes] = [this.#read(5) + 257, this.#read(5) + 1, this.#read(4) + 4];
    const codeLengths: number[] = Array(ORDER.length).fill(0);
    for (let i = 0; i < codes; i++) codeLengths[ORDER[i]!] = this.#read(3);
    const code = huffmanCode(codeLengths);
    const lengths: number[] = [];
    while (lengths.length < literals + distances) {
      const symbol = this.#symbol(code);
      if (symbol < 0 || this.#isPast) return false;
      if (symbol < 16) lengths.push(symbol);
      else {
        const value = symbol === 16 ? lengths.at(-1) : 0;
        if (value === undefined) return false;
        const count = symbol === 16 ? 3 + this.#read(2) : symbol === 17 ? 3 + this.#read(3) : 11 + this.#read(7);
        for (let i = 0; i < count; i++) lengths.push(value);
      }
    }
    if (lengths.length > literals + distances) return false;
    return this.#block(huffmanCode(lengths.slice(0, literals)), huffmanCode(lengths.slice(literals)));
  }

  #block(lengths: HuffmanCode, distances: HuffmanCode): boolean {
    const { output } = this;
    while (this.#end < output.length) {
      const symbol = this.#symbol(lengths);
      if (symbol < 0 || this.#isPast) return false;
      if (symbol < END_OF_BLOCK) output[this.#end++] = symbol;
      else if (symbol === END_OF_BLOCK) return true;
      else {
        const code = symbol - END_OF_BLOCK - 1;
        if (code >= LENGTHS.length) return false;
        const length = LENGTHS[code]! + this.#read(LENGTH_BITS[code]!);
        const far = this.#symbol(distances);
        if (far < 0 || far >= DISTANCES.length) return false;
        const distance = DISTANCES[far]! + this.#read(distanceBits(far));
        if (distance > this.#end) return false;
        const end = Math.min(output.length, this.#end + length);
        for (; this.#end < end; this.#end++) output[this.#end] = output[this.#end - distance]!;
      }
    }
    return true;
  }
}
