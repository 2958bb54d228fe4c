/**
 * Which cases of a long proof a run takes: a tenth, drawn by the seed of the run, which is the day; with TEST_FULL all.
 * The cases themselves are always the same ones, so that a run of all of them proves each tenth.
 */

/** Days and other words, as `scripts/test.mjs --seed` takes them. */
const SEED = process.env['TEST_SEED'] ?? new Date().toISOString().slice(0, 10);

export const isFull = Boolean(process.env['TEST_FULL']);

const SHARE = 10;

/**
 * @param proof  a name: proofs take tenths of their own
 * @returns      a tenth of the cases, at least one, in their order; each has another one among the seeds
 */
export function sample<T>(cases: readonly T[], proof: string, seed = SEED, full = isFull): T[] {
  if (full) return [...cases];
  const chosen = Math.max(1, Math.round(cases.length / SHARE));
  const ranks = cases.map((_, index) => ({ index, rank: hash(`${seed} ${proof} ${index}`) }));
  ranks.sort((a, b) => a.rank - b.rank || a.index - b.index);
  return ranks
    .slice(0, chosen)
    .sort((a, b) => a.index - b.index)
    .map(({ index }) => cases[index]!);
}

/** The seeds `first`, `first` + 1, … of a random proof, as far as the run takes them. */
export function seeds(count: number, proof: string, first = 1): number[] {
  return sample(
    Array.from({ length: count }, (_, index) => first + index),
    proof,
  );
}

/** A part of `count` as large as that of the cases of a run, at least 1. */
export const share = (count: number): number => (isFull ? count : Math.max(1, Math.round(count / SHARE)));

/** FNV-1a, with the final mix of MurmurHash3, so that similar texts have unrelated numbers. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
