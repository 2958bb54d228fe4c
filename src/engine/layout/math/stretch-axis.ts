/** The axis in which operators stretch. Source: https://w3c.github.io/mathml-core/#stretchy-operator-axis */

/** Those that stretch in the inline axis, as ranges of code points in hexadecimal. */
const INLINE =
  '3d 5e-5f 7e af 2c6-2c7 2c9 2cd 2dc 2f7 302 332 203e 20d0-20d1 20d6-20d7 20e1 2190 2192 2194 2198-2199 219c-219e 21a0 ' +
  '21a2-21a4 21a6 21a9-21ad 21b4 21b9 21bc-21bd 21c0-21c1 21c4 21c6-21c7 21c9 21cb-21cc 21d0 21d2 21d4 21da-21dd 21e0 ' +
  '21e2 21e4-21e6 21e8 21f0 21f6 21fd-21ff 23b4-23b5 23dc-23e1 2500 27f5-27ff 290c-2910 294e 2950 2952-2953 2956-2957 ' +
  '295a-295b 295e-295f 2b45-2b46 fe35-fe38 1eef0-1eef1';

const CODES: ReadonlySet<number> = new Set(
  INLINE.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }),
);

/** Whether the stretch axis of an operator is the block axis. */
export const isVerticalOperator = (codePoint: number): boolean => !CODES.has(codePoint);
