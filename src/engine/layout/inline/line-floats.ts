/** The floats met while a line is filled: on the line where there is room, else below it. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { PlacedFloat } from '../algorithm/result.js';
import { clearY, type ExclusionSpace } from '../floats/exclusions.js';
import { floatOuterWidth, placeFloat } from '../floats/floats.js';
import { floatContainer, type LineRoom, type LineStart, roomAt } from './line.js';
import type { LineSpace } from './line-result.js';

/** What there was before a float, to go back to when the line ends before it. */
interface FloatState {
  /** Pieces on the line then. */
  readonly pieces: number;
  readonly floats: number;
  readonly tokens: number;
  readonly later: number;
  readonly exclusions: ExclusionSpace;
  readonly room: LineRoom;
}

export class LineFloats {
  readonly floats: PlacedFloat[] = [];
  /** Of floats that go to the next page as a whole. */
  readonly tokens: BreakToken[] = [];
  /** Floats that go below the line. */
  readonly later: BlockLevelBox[] = [];
  exclusions: ExclusionSpace;
  /** What floats leave of the line. */
  room: LineRoom;
  readonly #states: FloatState[] = [];

  constructor(
    readonly context: LayoutContext,
    readonly space: LineSpace,
    start: LineStart,
  ) {
    this.exclusions = start.exclusions;
    this.room = start.room;
  }

  /**
   * Source: https://www.w3.org/TR/CSS22/visuren.html#float-rules
   * @param pieces  on the line before the float
   * @param left    width the line has left
   */
  place(box: BlockLevelBox, pieces: number, left: number): void {
    const { context, exclusions, room } = this;
    const state = { floats: this.floats.length, tokens: this.tokens.length, later: this.later.length };
    this.#states.push({ pieces, ...state, exclusions, room });
    const container = floatContainer(this.space, room.top);
    const fits =
      this.later.length === 0 &&
      floatOuterWidth(context, box, container) <= left &&
      exclusions.lastTop <= room.top &&
      clearY(exclusions, box.style.clear) <= room.top;
    if (!fits) {
      this.later.push(box);
      return;
    }
    const placed = placeFloat(context, box, container, exclusions);
    if (placed.float) this.floats.push(placed.float);
    else if (placed.token) this.tokens.push(placed.token);
    this.exclusions = placed.exclusions;
    this.room = roomAt(this.space, placed.exclusions, room.top);
  }

  /** Forgets the floats behind the first `pieces` pieces. */
  goBackTo(pieces: number): void {
    while ((this.#states.at(-1)?.pieces ?? -1) >= pieces) {
      const state = this.#states.pop()!;
      this.floats.length = state.floats;
      this.tokens.length = state.tokens;
      this.later.length = state.later;
      this.exclusions = state.exclusions;
      this.room = state.room;
    }
  }
}
