/**
 * 3D rendering contexts: the planes of boxes whose parents have `perspective` or `transform-style: preserve-3d`,
 * projected to the page. Source: https://drafts.csswg.org/css-transforms-2/#3d-transform-rendering
 */

import {
  flatten,
  has3dFunctions,
  type Matrix,
  perspectiveMatrix,
  transformMatrix3d,
  transformReference,
} from '../css/compute/transform-matrix.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { needsCompositing, opensSpace } from '../css/style-queries.js';
import { IDENTITY_3D, type Matrix3d, multiply3d, showsBack } from '../css/values/matrix-3d.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import type { PhysicalBoxFragment } from '../layout/algorithm/fragment.js';
import { assemble, commonTag } from './assemble.js';
import { type ClipNode, type Piece, piece } from './piece.js';

/** The space that the children of an element are transformed in. */
export interface Space3d {
  readonly element: ElementNode;
  readonly matrix: Matrix3d;
  /** The children are painted beside the box, not inside it: their matrices include its own. */
  readonly isShared: boolean;
}

/** The plane of a box. */
export interface Plane {
  /** Its projection; undefined: identity */
  readonly matrix: Matrix | undefined;
  /** Whether the matrix includes that of the parent, which does not apply to the pieces of the box. */
  readonly isBeside: boolean;
  readonly isVisible: boolean;
  readonly inside: Space3d | undefined;
}

/**
 * The plane of a box; undefined: that of its container, or its own 2D transform gives it.
 * @param x, y   the border box
 * @param outer  the space that the walk is in
 */
export function planeOf(
  fragment: PhysicalBoxFragment,
  x: number,
  y: number,
  outer: Space3d | undefined,
  report: Report,
): Plane | undefined {
  const { style, box } = fragment;
  if (box.kind === 'inline') return undefined;
  const space = outer?.element === parentOf(fragment) ? outer : undefined;
  const hidesBack = style['backface-visibility'] === 'hidden';
  if (!space && !hidesBack && !opensSpace(style) && !has3dFunctions(style)) return undefined;
  const reference = transformReference(style, fragment, x, y);
  const own = transformMatrix3d(style, reference, reference.x, reference.y);
  const whole = space ? multiply3d(space.matrix, own) : own;
  const { width, height } = fragment;
  const { matrix, isExact } = flatten(whole, { x, y, width, height });
  if (!isExact)
    report.add('UnsupportedValue', 'perspective', `${describeElement(box.element)}: foreshortened unevenly`);
  return {
    matrix,
    isBeside: space?.isShared === true,
    isVisible: !hidesBack || !showsBack(whole),
    inside: opensSpace(style) ? spaceInside(fragment, x, y, whole) : undefined,
  };
}

function spaceInside(fragment: PhysicalBoxFragment, x: number, y: number, whole: Matrix3d): Space3d {
  const { style, box } = fragment;
  const isShared = style['transform-style'] === 'preserve-3d' && !isGrouped(style);
  const matrix = multiply3d(isShared ? whole : IDENTITY_3D, perspectiveMatrix(style, fragment, x, y));
  return { element: box.element, matrix, isShared };
}

/** The element whose properties apply to the space that a box is in. */
function parentOf({ box }: PhysicalBoxFragment): ElementNode | null {
  const isOfElement = !('origin' in box) || box.origin === undefined;
  return isOfElement ? box.element.parent : box.element;
}

/** Source: https://drafts.csswg.org/css-transforms-2/#grouping-property-values */
function isGrouped(style: ComputedStyle): boolean {
  if (style.opacity < 1 || needsCompositing(style) || style.isolation === 'isolate' || style.clip !== 'auto')
    return true;
  return style['overflow-x'] !== 'visible' || style['overflow-y'] !== 'visible' || style.contain.includes('paint');
}

/** Pieces of boxes whose planes are beside that of their parent. */
export class Planes {
  readonly #beside = new Set<Piece>();

  /** Marks the pieces of a box for its parent. */
  finish(pieces: Piece[], plane: Plane | undefined): Piece[] {
    if (plane?.isBeside) for (const each of pieces) this.#beside.add(each);
    return pieces;
  }

  /** Puts the pieces of a box into its plane, but those beside it. @param clip  around the box */
  project(pieces: readonly Piece[], { matrix }: Plane, order: number, clip: ClipNode | undefined): Piece[] {
    const result: (Piece | undefined)[] = [];
    let run: Piece[] = [];
    const endRun = () => {
      const tag = commonTag(run);
      if (!matrix) result.push(...run);
      else if (run.length > 0)
        result.push(piece({ kind: 'group', transform: matrix, children: assemble(run, tag) }, order, { tag, clip }));
      run = [];
    };
    for (const each of pieces) {
      if (!this.#beside.has(each)) {
        run.push(each);
        continue;
      }
      endRun();
      result.push(matrix ? piece(each.item, each.order, { tag: each.tag, clip }) : each);
    }
    endRun();
    return result.filter((each) => each !== undefined);
  }
}
