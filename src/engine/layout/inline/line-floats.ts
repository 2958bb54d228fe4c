/** Floats of a line: those that fit are placed next to it, the others below it. Blink: `LineBreaker::HandleFloat`. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { PlacedFloat } from '../algorithm/result.js';
import { clearY, type ExclusionSpace } from '../floats/exclusions.js';
import { floatOuterWidth, placeFloat } from '../floats/floats.js';
import { floatContainer, type LineLayoutOpportunity, type LineStart, opportunityAt } from './line.js';
import type { LineSpace } from './line-result.js';

/** The state before a float, restored if the line ends before it. */
interface FloatState {
  /** Number of pieces before the float. */
  readonly pieces: number;
  readonly floats: number;
  readonly tokens: number;
  readonly later: number;
  readonly exclusions: ExclusionSpace;
  readonly opportunity: LineLayoutOpportunity;
}

export class LineFloats {
  readonly floats: PlacedFloat[] = [];
  /** Break tokens of floats pushed to the next fragmentainer. */
  readonly tokens: BreakToken[] = [];
  /** Floats to place below the line. */
  readonly later: BlockLevelBox[] = [];
  exclusions: ExclusionSpace;
  /** The line's layout opportunity. */
  opportunity: LineLayoutOpportunity;
  readonly #states: FloatState[] = [];

  constructor(
    private readonly context: LayoutContext,
    private readonly space: LineSpace,
    start: LineStart,
  ) {
    this.exclusions = start.exclusions;
    this.opportunity = start.opportunity;
  }

  /**
   * Places a float next to the line if it fits, else records it for placement below.
   * Source: https://www.w3.org/TR/CSS22/visuren.html#float-rules
   * @param pieces          number of pieces before the float
   * @param remainingWidth  of the line, px
   */
  place(box: BlockLevelBox, pieces: number, remainingWidth: number): void {
    const { context, exclusions, opportunity } = this;
    const state = { floats: this.floats.length, tokens: this.tokens.length, later: this.later.length };
    this.#states.push({ pieces, ...state, exclusions, opportunity });
    const container = floatContainer(this.space, opportunity.top);
    const fits =
      this.later.length === 0 &&
      floatOuterWidth(context, box, container) <= remainingWidth &&
      exclusions.lastTop <= opportunity.top &&
      clearY(exclusions, box.style.clear) <= opportunity.top;
    if (!fits) {
      this.later.push(box);
      return;
    }
    const placed = placeFloat(context, box, container, exclusions);
    if (placed.float) this.floats.push(placed.float);
    else if (placed.token) this.tokens.push(placed.token);
    this.exclusions = placed.exclusions;
    this.opportunity = opportunityAt(
      this.space,
      placed.exclusions,
      opportunity.top,
      opportunity.shaped?.lineHeight ?? 0,
    );
  }

  /** Removes the floats after the first `pieces` pieces. */
  rewindTo(pieces: number): void {
    while ((this.#states.at(-1)?.pieces ?? -1) >= pieces) {
      const state = this.#states.pop()!;
      this.floats.length = state.floats;
      this.tokens.length = state.tokens;
      this.later.length = state.later;
      this.exclusions = state.exclusions;
      this.opportunity = state.opportunity;
    }
  }
}
