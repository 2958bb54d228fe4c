/**
 * Sizes of the three margin boxes along a page edge.
 * Source: https://drafts.csswg.org/css-page-3/#variable-auto-sizing, which names the boxes A, B and C
 */

/** Margin-box sizes along the edge, px. */
export interface VariableBox {
  readonly min: number;
  readonly max: number;
  /** undefined: auto */
  readonly size: number | undefined;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
}

type Sizes = [number, number, number];

/** @returns sizes of the start, centre and end box, px; 0 for missing boxes */
export function distribute(
  a: VariableBox | undefined,
  b: VariableBox | undefined,
  c: VariableBox | undefined,
  available: number,
): Sizes {
  const free = resolve(a, b, c, available);
  const capped = [limit(a, free[0], 'upper'), limit(b, free[1], 'upper'), limit(c, free[2], 'upper')] as const;
  const upper = resolve(capped[0], capped[1], capped[2], available);
  const raised = [
    limit(capped[0], upper[0], 'lower'),
    limit(capped[1], upper[1], 'lower'),
    limit(capped[2], upper[2], 'lower'),
  ] as const;
  return resolve(raised[0], raised[1], raised[2], available);
}

/** Fixes a box at its maximum or minimum size if the distribution exceeds that. */
function limit(box: VariableBox | undefined, size: number, bound: 'lower' | 'upper'): VariableBox | undefined {
  const value = box?.[bound];
  if (!box || value === undefined) return box;
  const beyond = bound === 'upper' ? size > value : size < value;
  return beyond ? { ...box, size: value } : box;
}

function resolve(
  a: VariableBox | undefined,
  b: VariableBox | undefined,
  c: VariableBox | undefined,
  available: number,
): Sizes {
  if (!b) {
    const [first, last] = share(a, c, available);
    return [first, 0, last];
  }
  const ac: VariableBox | undefined = a || c ? imaginaryBox(a, c) : undefined;
  const [centre] = share(b, ac, available);
  const beside = Math.max(0, (available - centre) / 2);
  return [a ? (a.size ?? beside) : 0, centre, c ? (c.size ?? beside) : 0];
}

/** The imaginary box AC, twice the larger of A and C, since B is centred. */
function imaginaryBox(a: VariableBox | undefined, c: VariableBox | undefined): VariableBox {
  const sizes = [a, c].map((box) => (box ? box.size : 0));
  const fixed = sizes.every((size) => size !== undefined);
  const of = (pick: (box: VariableBox) => number) => 2 * Math.max(a ? pick(a) : 0, c ? pick(c) : 0);
  return {
    min: of((box) => box.size ?? box.min),
    max: of((box) => box.size ?? box.max),
    size: fixed ? of((box) => box.size ?? 0) : undefined,
    lower: undefined,
    upper: undefined,
  };
}

/** Distributes the available size to two boxes, each fixed or flexible. */
function share(a: VariableBox | undefined, b: VariableBox | undefined, available: number): [number, number] {
  if (!a || !b) return [a ? (a.size ?? available) : 0, b ? (b.size ?? available) : 0];
  if (a.size !== undefined && b.size !== undefined) return [a.size, b.size];
  if (a.size !== undefined) return [a.size, Math.max(0, available - a.size)];
  if (b.size !== undefined) return [Math.max(0, available - b.size), b.size];
  const max = a.max + b.max;
  const min = a.min + b.min;
  if (max <= available) return flex(a.max, b.max, available - max, a.max, b.max);
  if (min <= available) return flex(a.min, b.min, available - min, a.max - a.min, b.max - b.min);
  return flex(a.min, b.min, available - min, a.min, b.min);
}

function flex(a: number, b: number, space: number, factorA: number, factorB: number): [number, number] {
  const sum = factorA + factorB;
  const part = sum > 0 ? (space * factorA) / sum : space / 2;
  return [a + part, b + space - part];
}
