/** Coordinate systems of SVG as matrices. Source: https://www.w3.org/TR/SVG2/coords.html */

import { type Matrix, multiply } from '../css/compute/transform-matrix.js';
import type { ViewBox } from './raw.js';

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * The matrix of an attribute `transform`; one that is invalid has none.
 * Source: https://drafts.csswg.org/css-transforms-1/#svg-syntax
 */
export function readTransform(list: string): Matrix {
  let matrix = IDENTITY;
  for (const [, name, inside] of list.matchAll(/([a-z]+)\s*\(([^()]*)\)/gi)) {
    const step = stepMatrix(name!, readNumbers(inside!) ?? []);
    if (!step) return IDENTITY;
    matrix = multiply(matrix, step);
  }
  return matrix;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

function stepMatrix(name: string, [a, b, c, d, e, f]: readonly number[]): Matrix | undefined {
  if (a === undefined) return undefined;
  switch (name) {
    case 'matrix':
      return f === undefined ? undefined : [a, b!, c!, d!, e!, f];
    case 'translate':
      return [1, 0, 0, 1, a, b ?? 0];
    case 'scale':
      return [a, 0, 0, b ?? a, 0, 0];
    case 'rotate': {
      const [cos, sin] = [Math.cos(radians(a)), Math.sin(radians(a))];
      const rotation: Matrix = [cos, sin, -sin, cos, 0, 0];
      if (b === undefined || c === undefined) return rotation;
      return multiply(multiply([1, 0, 0, 1, b, c], rotation), [1, 0, 0, 1, -b, -c]);
    }
    case 'skewX':
      return [1, 0, Math.tan(radians(a)), 1, 0, 0];
    case 'skewY':
      return [1, Math.tan(radians(a)), 0, 1, 0, 0];
    default:
      return undefined;
  }
}

/** Numbers that white space or commas part; undefined when one is none. */
function readNumbers(text: string): number[] | undefined {
  const numbers = [...text.matchAll(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi)].map(([number]) => Number(number));
  const rest = text.replace(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi, '');
  return /^[\s,]*$/.test(rest) && numbers.every(Number.isFinite) ? numbers : undefined;
}

const ALIGNMENTS: Readonly<Record<string, number>> = { Min: 0, Mid: 0.5, Max: 1 };

/** @returns undefined without a valid `viewBox` */
export function readViewBox(viewBox: string | undefined, preserveAspectRatio: string | undefined): ViewBox | undefined {
  const [x, y, width, height, more] = readNumbers(viewBox ?? '') ?? [];
  if (x === undefined || y === undefined || !width || !height || width < 0 || height < 0 || more !== undefined)
    return undefined;
  const [, align = 'xMidYMid', fit = 'meet'] =
    /^\s*(none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(meet|slice))?\s*$/.exec(preserveAspectRatio ?? '') ?? [];
  if (align === 'none') return { x, y, width, height, fit: 'none', alignX: 0, alignY: 0 };
  const [alignX, alignY] = [ALIGNMENTS[align.slice(1, 4)]!, ALIGNMENTS[align.slice(5)]!];
  return { x, y, width, height, fit: fit as 'meet' | 'slice', alignX, alignY };
}

/** From a view box to a viewport of this size. Source: https://www.w3.org/TR/SVG2/coords.html#ComputingAViewportsTransform */
export function viewBoxMatrix(
  box: ViewBox | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): Matrix {
  if (!box) return IDENTITY;
  const [scaleX, scaleY] = [width / box.width, height / box.height];
  const both = box.fit === 'meet' ? Math.min(scaleX, scaleY) : Math.max(scaleX, scaleY);
  const [x, y] = box.fit === 'none' ? [scaleX, scaleY] : [both, both];
  const left = (width - box.width * x) * box.alignX;
  const top = (height - box.height * y) * box.alignY;
  return [x, 0, 0, y, left - box.x * x, top - box.y * y];
}
