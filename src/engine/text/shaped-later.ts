/** Shape results of long texts: with all glyphs at once they would take more than 30 bytes for each character. */

import type { GlyphRun, GlyphString, Ligature, ShapedText } from './types.js';

/** UTF-16 units of the results that are kept. */
const RECENT_UNITS = 60_000;
/** Fixed cost of a result, in units. */
const FIXED_UNITS = 16;

/** Makes the results of a shaper: a document has many of them, with an input of their own. */
export interface Makers<Result extends ShapedText, Input> {
  readonly recent: RecentShapes;
  make(text: string, input: Input): Result;
}

/** The results in use: those that were made last. One instance per shaper. */
export class RecentShapes {
  #queue: ShapedLater<ShapedText>[] = [];
  /** Index of the oldest. */
  #first = 0;
  #units = 0;

  add(later: ShapedLater<ShapedText>): void {
    this.#queue.push(later);
    this.#units += later.text.length + FIXED_UNITS;
    // The last one is in use, however long it is.
    while (this.#units > RECENT_UNITS && this.#first < this.#queue.length - 1) {
      const oldest = this.#queue[this.#first++]!;
      this.#units -= oldest.text.length + FIXED_UNITS;
      oldest.drop();
    }
    if (this.#first <= this.#queue.length / 2) return;
    this.#queue = this.#queue.slice(this.#first);
    this.#first = 0;
  }
}

/** A shape result that is made when it is needed, and made again when others were needed meanwhile. */
export class ShapedLater<Result extends ShapedText, Input = unknown> implements ShapedText {
  readonly #input: Input;
  readonly #makers: Makers<Result, Input>;
  #result: Result | undefined;
  #runs: readonly GlyphRun[] | undefined;

  constructor(
    readonly text: string,
    input: Input,
    makers: Makers<Result, Input>,
  ) {
    this.#input = input;
    this.#makers = makers;
  }

  get result(): Result {
    let result = this.#result;
    if (!result) {
      result = this.#makers.make(this.text, this.#input);
      this.#result = result;
      this.#makers.recent.add(this);
    }
    return result;
  }

  /** Fragments that refer to them keep them. */
  get runs(): readonly GlyphRun[] {
    this.#runs ??= this.result.runs.map((run, index) => (run.glyphs ? new RunLater(this, index, run) : run));
    return this.#runs;
  }

  get advances(): readonly number[] {
    return this.result.advances;
  }

  get unsafe(): Uint8Array {
    return this.result.unsafe;
  }

  get ligatures(): readonly Ligature[] | undefined {
    return this.result.ligatures;
  }

  drop(): void {
    this.#result = undefined;
    this.#runs = undefined;
  }
}

/** A run of `ShapedLater`, without the glyphs. */
class RunLater implements GlyphRun {
  readonly start: number;
  readonly end: number;
  readonly face: GlyphRun['face'];
  readonly level: number;
  readonly complete: boolean;
  readonly script: string;

  constructor(
    private readonly shaped: ShapedLater<ShapedText>,
    private readonly index: number,
    { start, end, face, level, complete, script }: GlyphRun,
  ) {
    this.start = start;
    this.end = end;
    this.face = face;
    this.level = level;
    this.complete = complete;
    this.script = script;
  }

  get glyphs(): GlyphString | undefined {
    return this.shaped.result.runs[this.index]!.glyphs;
  }
}
