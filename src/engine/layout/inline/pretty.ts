/**
 * `text-wrap: pretty`: a paragraph that ends with a short word alone on its line gets other breaks on its last lines,
 * without further lines. The breaks are those of least squared space at the ends of the lines.
 * Source: https://drafts.csswg.org/css-text-4/#valdef-text-wrap-style-pretty
 */

import type { BlockBox } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { breakLine } from './break-line.js';
import type { InlineContent } from './inline-items.js';
import { type BrokenLine, CONTENT_START, type LinePosition } from './line.js';
import type { LineSpace } from './line-result.js';

/** A word below this part of the available width is short. */
const SHORT = 1 / 3;
/** Lines at the end of a paragraph that are broken anew. Blink: `kMaxLinesForOptimal` in score_line_break_context.h. */
const LAST_LINES = 4;
/** Ways to end a line that are tried, the longest line first. */
const MAX_ENDS = 8;
/** Reduction of a line that no longer fits then, px: more than the tolerance of line breaking. */
const STEP = 1 / 4;
/** Cost of a short word alone on the last line, and of a hyphen; a line that is half empty costs 1/4. */
const ALONE = 4;
const HYPHEN = 0.01;

/**
 * The amount to reduce the available width of a line by, px. 0 next to floats, and in paragraphs with a
 * `::first-line` style.
 * @param indentAt  of the line that starts there, px
 */
export function prettyInset(
  context: LayoutContext,
  box: BlockBox,
  content: InlineContent,
  space: LineSpace,
  position: LinePosition,
  indentAt: (position: LinePosition) => number,
): number {
  if (box.firstLine !== undefined || content.items.some(({ type }) => type === 'float')) return 0;
  if (Math.max(space.exclusions.leftBottom, space.exclusions.rightBottom) > space.bfcY) return 0;
  const cache = cacheOf<BlockBox, Pretty>(context, 'inline/pretty');
  let known = cache.get(box);
  if (known?.width !== space.availableWidth) {
    const breaker = new LastLinesBreaker(context, content, space, indentAt);
    known = { width: space.availableWidth, insets: breaker.insets() };
    cache.set(box, known);
  }
  return known.insets.get(keyOf(position)) ?? 0;
}

interface Pretty {
  readonly width: number;
  /** By the starts of lines. */
  readonly insets: ReadonlyMap<string, number>;
}

const keyOf = ({ index, offset }: LinePosition): string => `${index} ${offset}`;

/** Breaks from one position to the end of the paragraph. */
interface Breaks {
  readonly cost: number;
  /** The first line. */
  readonly start: LinePosition;
  readonly inset: number;
  readonly rest: Breaks | null;
}

class LastLinesBreaker {
  readonly #insets = new Map<string, number>();
  /** By number of lines and start. */
  readonly #known = new Map<string, Breaks | null>();

  constructor(
    private readonly context: LayoutContext,
    private readonly content: InlineContent,
    private readonly space: LineSpace,
    private readonly indentAt: (position: LinePosition) => number,
  ) {}

  insets(): ReadonlyMap<string, number> {
    /** Starts of the last lines since the last forced break. */
    let starts: LinePosition[] = [];
    for (let position: LinePosition | undefined = CONTENT_START; position; ) {
      const line = this.#line(position, 0);
      starts = [...starts.slice(1 - LAST_LINES), position];
      if (isLast(line)) {
        if (starts.length > 1 && this.#isShortWord(line, position)) this.#improve(starts);
        starts = [];
      }
      position = line.next;
    }
    return this.#insets;
  }

  #improve(starts: readonly LinePosition[]): void {
    let breaks = this.#best(starts[0]!, starts.length);
    for (; breaks; breaks = breaks.rest) if (breaks.inset > 0) this.#insets.set(keyOf(breaks.start), breaks.inset);
  }

  /** The breaks of least cost into that number of lines; null: there are none without overflow. */
  #best(start: LinePosition, lines: number): Breaks | null {
    return getOrMake(this.#known, `${lines} ${keyOf(start)}`, () => {
      let best: Breaks | null = null;
      let inset = 0;
      for (let tries = 0; tries < MAX_ENDS; tries++) {
        const line = this.#line(start, inset);
        if (!line.fits) break;
        const rest = isLast(line) || lines === 1 ? null : this.#best(line.next!, lines - 1);
        const cost = this.#cost(line, start) + (rest?.cost ?? 0);
        const isWhole = lines === 1 ? isLast(line) : rest !== null;
        if (isWhole && (!best || cost < best.cost)) best = { cost, start, inset, rest };
        // The next narrower line ends at an earlier opportunity.
        inset = this.space.availableWidth - line.width + STEP;
        if (lines === 1 || line.width <= STEP) break;
      }
      return best;
    });
  }

  /** Whether the line is short and has no break opportunity. */
  #isShortWord({ width }: BrokenLine, start: LinePosition): boolean {
    const { availableWidth } = this.space;
    return width < availableWidth * SHORT && !this.#line(start, availableWidth - width + STEP).fits;
  }

  #cost(line: BrokenLine, start: LinePosition): number {
    const { availableWidth } = this.space;
    if (isLast(line)) return this.#isShortWord(line, start) ? ALONE : 0;
    const hyphens = line.pieces.some((piece) => piece.type === 'text' && piece.hyphen) ? HYPHEN : 0;
    return ((availableWidth - line.width) / availableWidth) ** 2 + hyphens;
  }

  #line(position: LinePosition, inset: number): BrokenLine {
    const { bfcX, bfcY, availableWidth, exclusions } = this.space;
    return breakLine(this.context, this.content, this.space, {
      position,
      indent: this.indentAt(position),
      floatsPlacedBefore: 0,
      exclusions,
      opportunity: { left: bfcX, right: bfcX + availableWidth - inset, top: bfcY },
    });
  }
}

const isLast = ({ next, endsWithForcedBreak }: BrokenLine): boolean => next === undefined || endsWithForcedBreak;
