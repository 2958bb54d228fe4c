/**
 * Where a box is in the block formatting context that it continues. Margins that collapse through its block-start edge
 * keep that open until something (a line, a border, a child with a place of its own) resolves it.
 * Blink: `BlockLayoutAlgorithm::ResolveBfcBlockOffset`.
 */

import { type FloatSides, type FlowSpace, NO_SIDES } from '../algorithm/constraint-space.js';
import type { FlowResult } from '../algorithm/result.js';
import { type ExclusionSpace, NO_EXCLUSIONS } from '../floats/exclusions.js';
import type { PreviousInflowPosition } from './inflow-position.js';
import { collapsed, EMPTY_STRUT } from './margins.js';

/** Offsets are those of the box's border edges. */
export class BfcOffset {
  /** Inline offset. */
  readonly x: number;
  /** Block offset; undefined: not resolved yet. */
  y: number | undefined;
  /** At which offset floats were placed while it was open; NaN: at several. */
  #assumedByFloats: number | undefined;
  #floatSides: FloatSides = NO_SIDES;
  /** What it turned out to be, where floats assumed another one. */
  #contradicted = 0;

  /** @param flow  undefined: the box establishes the formatting context */
  constructor(
    private readonly flow: FlowSpace | undefined,
    private readonly position: PreviousInflowPosition,
  ) {
    this.x = flow ? flow.bfcX : 0;
    if (!flow) this.y = 0;
  }

  /** The block offset, or what it is if nothing further collapses with the margins so far. */
  get expected(): number {
    if (this.y !== undefined) return this.y;
    const { flow, position } = this;
    if (!flow) return 0;
    if (flow.forcedBfcY !== undefined) return flow.forcedBfcY;
    return Math.max(flow.bfcY + collapsed(position.marginStrut), flow.clearanceY ?? Number.NEGATIVE_INFINITY);
  }

  /** Where the next child goes without the margins before it. */
  get nextWithoutMargins(): number {
    return this.y === undefined ? (this.flow?.bfcY ?? 0) : this.y + this.position.blockOffset;
  }

  /** Where the next child goes, with the margins before it. */
  get next(): number {
    const { position } = this;
    return this.y === undefined ? this.expected : this.y + position.blockOffset + collapsed(position.marginStrut);
  }

  /** The offset that the parent has found for the box, or clearance that it asks of it, holds for its first child, too. */
  get forced(): number | undefined {
    return this.y === undefined ? this.flow?.forcedBfcY : undefined;
  }

  get clearance(): number | undefined {
    return this.y === undefined ? this.flow?.clearanceY : undefined;
  }

  /** Floats whose block offset still depends on the margins that collapse with the box's. */
  get adjoiningFloats(): FloatSides {
    if (this.y !== undefined) return NO_SIDES;
    const before = this.flow?.adjoiningFloats;
    if (!before) return this.#floatSides;
    return { left: before.left || this.#floatSides.left, right: before.right || this.#floatSides.right };
  }

  /** Floats are placed as if the block offset were `y`. Where they differ in that, it is wrong for some in any case. */
  assumeForFloats(y: number, { left, right }: FloatSides): void {
    this.#assumedByFloats = this.#assumedByFloats === undefined || this.#assumedByFloats === y ? y : Number.NaN;
    const sides = this.#floatSides;
    this.#floatSides = { left: left || sides.left, right: right || sides.right };
  }

  /** @returns false: floats in the box were placed for another offset, so its layout has to be aborted */
  resolve(y: number): boolean {
    if (this.y !== undefined) return true;
    if (this.#assumedByFloats !== undefined && this.#assumedByFloats !== y) {
      this.#contradicted = y;
      return false;
    }
    this.y = y;
    this.position.marginStrut = EMPTY_STRUT;
    return true;
  }

  /** Resolves it where the margins so far end. */
  resolveHere(): boolean {
    if (this.y !== undefined) return true;
    const y = (this.flow?.bfcY ?? 0) + collapsed(this.position.marginStrut);
    return this.resolve(Math.max(y, this.flow?.clearanceY ?? Number.NEGATIVE_INFINITY));
  }

  /** Forgets an offset that a child turned out not to have. */
  reopen(): void {
    this.y = undefined;
  }

  /**
   * Whether clearance parts the margins of a first child from the box's: they end where those before the child do, and
   * the child is right below the floats. Source: https://www.w3.org/TR/CSS22/visuren.html#flow-control
   * @param y  where the child would be without
   */
  isPartedBy(clearance: number, y: number): boolean {
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
      floatsAssume: this.#assumedByFloats,
      floatSides: this.#floatSides,
    };
  }

  /** A self-collapsing box that clears has an offset after all, when floats are in its way. */
  #clearedOffset(): number | undefined {
    const { flow, position } = this;
    if (flow?.clearanceY === undefined) return undefined;
    return flow.bfcY + collapsed(position.marginStrut) < flow.clearanceY ? flow.clearanceY : undefined;
  }
}
