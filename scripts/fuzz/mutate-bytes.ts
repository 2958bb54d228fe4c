/** Files with wrong bytes, drawn from others. */

type Random = () => number;
type Mutation = (file: Buffer, others: readonly Uint8Array[], random: Random) => Buffer;

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff];
const NUMBERS = ['0', '-1', '65536', '2147483648', '99999999999', '1e9', ''];
const MAX_LENGTH = 400_000;

export function mutateBytes(file: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  let mutated = Buffer.from(file);
  for (let count = 1 + below(4, random); count > 0; count -= 1) {
    const mutation = MUTATIONS[below(MUTATIONS.length, random)]!;
    mutated = Buffer.from(mutation(mutated, others, random).subarray(0, MAX_LENGTH));
  }
  return new Uint8Array(mutated);
}

const MUTATIONS: readonly Mutation[] = [
  (file, _, random) => withByte(file, placeIn(file, random), below(256, random)),
  (file, _, random) => withByte(file, placeIn(file, random), EXTREMES[below(EXTREMES.length, random)]!),
  (file, _, random) => withByte(file, below(Math.min(file.length, 64), random), below(256, random)),
  (file, _, random) => file.subarray(0, below(file.length, random)),
  (file, _, random) => spliced(file, placeIn(file, random), below(40, random), Buffer.alloc(0)),
  (file, others, random) => spliced(file, placeIn(file, random), 0, sliceOf(others, random)),
  (file, others, random) => {
    const slice = sliceOf(others, random);
    return spliced(file, placeIn(file, random), slice.length, slice);
  },
  numberReplaced,
];

const below = (limit: number, random: Random): number => Math.floor(random() * limit);
const placeIn = (file: Buffer, random: Random): number => below(file.length, random);

function withByte(file: Buffer, at: number, value: number): Buffer {
  if (at < file.length) file[at] = value;
  return file;
}

const spliced = (file: Buffer, at: number, length: number, by: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, at), by, file.subarray(at + length)]);

function sliceOf(others: readonly Uint8Array[], random: Random): Buffer {
  const other = Buffer.from(others[below(others.length, random)]!);
  const start = placeIn(other, random);
  return other.subarray(start, start + below(300, random));
}

/** Replaces a number that is written in digits. */
function numberReplaced(file: Buffer, _: readonly Uint8Array[], random: Random): Buffer {
  const start = placeIn(file, random);
  const found = /\d+/.exec(file.toString('latin1', start, start + 2000));
  if (!found) return file;
  const number = NUMBERS[below(NUMBERS.length, random)]!;
  return spliced(file, start + found.index, found[0].length, Buffer.from(number));
}
