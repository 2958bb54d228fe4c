/**
 * The BFC offset of a box: its offset in the block formatting context in which it participates. Margins that collapse
 * through its block-start edge leave it unresolved until a line, a border, or a child with an offset resolves it.
 * Blink: `BlockLayoutAlgorithm::ResolveBfcBlockOffset`.
 */

import { type FloatSides, type FlowSpace, NO_SIDES } from '../algorithm/constraint-space.js';
import type { FlowResult } from '../algorithm/result.js';
import { type ExclusionSpace, NO_EXCLUSIONS } from '../floats/exclusions.js';
import type { PreviousInflowPosition } from './inflow-position.js';
import { collapsed, EMPTY_STRUT } from './margins.js';

/** Offsets are those of the box's border edges, px. */
export class BfcOffset {
  /** Inline offset. */
  readonly x: number;
  /** Block offset; undefined: unresolved. */
  y: number | undefined;
  /** Block offset assumed for floats while it was unresolved; NaN: different ones. */
  #assumedByFloats: number | undefined;
  #floatSides: FloatSides = NO_SIDES;
  /** The actual block offset, if it differs from that assumed for floats. */
  #contradicted = 0;

  /** @param flow  undefined: the box establishes the formatting context */
  constructor(
    private readonly flow: FlowSpace | undefined,
    private readonly position: PreviousInflowPosition,
  ) {
    this.x = flow ? flow.bfcX : 0;
    if (!flow) this.y = 0;
  }

  /** The block offset, or its value if no further margins collapse with those so far. */
  get expected(): number {
    if (this.y !== undefined) return this.y;
    const { flow, position } = this;
    if (!flow) return 0;
    if (flow.clearedY !== undefined) return flow.clearedY;
    if (flow.forcedBfcY !== undefined) return flow.forcedBfcY;
    return Math.max(flow.bfcY + collapsed(position.marginStrut), flow.clearanceY ?? Number.NEGATIVE_INFINITY);
  }

  /** Block offset of the next child without the margins before it. */
  get nextWithoutMargins(): number {
    return this.y === undefined ? (this.flow?.bfcY ?? 0) : this.y + this.position.blockOffset;
  }

  /** Block offset of the next child, with the margins before it. */
  get next(): number {
    const { position } = this;
    return this.y === undefined ? this.expected : this.y + position.blockOffset + collapsed(position.marginStrut);
  }

  /** `forcedBfcY` of the constraint space, which applies to the first child, too. */
  get forced(): number | undefined {
    return this.y === undefined ? this.flow?.forcedBfcY : undefined;
  }

  /** `clearedY` of the constraint space, which applies to the first child, too. */
  get cleared(): number | undefined {
    return this.y === undefined ? this.flow?.clearedY : undefined;
  }

  /** `clearanceY` of the constraint space, which applies to the first child, too. */
  get clearance(): number | undefined {
    return this.y === undefined ? this.flow?.clearanceY : undefined;
  }

  /** Sides of floats whose block offset depends on margins that collapse with the box's. */
  get adjoiningFloats(): FloatSides {
    if (this.y !== undefined) return NO_SIDES;
    const before = this.flow?.adjoiningFloats;
    if (!before) return this.#floatSides;
    return { left: before.left || this.#floatSides.left, right: before.right || this.#floatSides.right };
  }

  /** Records that floats are placed for the block offset `y`. Different assumptions always cause another layout. */
  assumeForFloats(y: number, { left, right }: FloatSides): void {
    this.#assumedByFloats = this.#assumedByFloats === undefined || this.#assumedByFloats === y ? y : Number.NaN;
    const sides = this.#floatSides;
    this.#floatSides = { left: left || sides.left, right: right || sides.right };
  }

  /** @returns false: floats in the box are placed for another offset, so its layout must be aborted */
  resolve(y: number): boolean {
    if (this.y !== undefined) return true;
    const at = this.flow?.clearedY ?? y;
    if (this.#assumedByFloats !== undefined && this.#assumedByFloats !== at) {
      this.#contradicted = at;
      return false;
    }
    this.y = at;
    this.position.marginStrut = EMPTY_STRUT;
    return true;
  }

  /** Resolves the offset with the margins collapsed so far. */
  resolveHere(): boolean {
    if (this.y !== undefined) return true;
    const y = (this.flow?.bfcY ?? 0) + collapsed(this.position.marginStrut);
    return this.resolve(Math.max(y, this.flow?.clearanceY ?? Number.NEGATIVE_INFINITY));
  }

  /** Resets an offset that a second layout of a child revises. */
  reopen(): void {
    this.y = undefined;
  }

  /**
   * Whether clearance prevents the margins of a first child from collapsing with the box's.
   * Source: https://www.w3.org/TR/CSS22/visuren.html#flow-control
   * @param y  block offset of the child without clearance
   */
  separatesMargins(clearance: number, y: number): boolean {
    return this.y === undefined && clearance > Math.max(y, this.flow?.clearanceY ?? y);
  }

  abortedResult(): FlowResult {
    return { bfcY: this.#contradicted, endStrut: EMPTY_STRUT, exclusions: NO_EXCLUSIONS, selfCollapsing: false };
  }

  result(exclusions: ExclusionSpace): FlowResult {
    const { y, position } = this;
    if (y !== undefined) return { bfcY: y, endStrut: position.marginStrut, exclusions, selfCollapsing: false };
    const cleared = this.#clearedOffset();
    if (cleared !== undefined) return { bfcY: cleared, endStrut: EMPTY_STRUT, exclusions, selfCollapsing: true };
    return {
      bfcY: undefined,
      endStrut: position.marginStrut,
      exclusions,
      selfCollapsing: true,
      floatsAssumedBfcY: this.#assumedByFloats,
      floatSides: this.#floatSides,
    };
  }

  /** A self-collapsing box with clearance has a resolved offset, that of the clearance. */
  #clearedOffset(): number | undefined {
    const { flow, position } = this;
    if (flow?.clearanceY === undefined || flow.clearedY !== undefined) return undefined;
    return flow.bfcY + collapsed(position.marginStrut) < flow.clearanceY ? flow.clearanceY : undefined;
  }
}
