/** Line layout of a block container in one fragmentainer, and the choice of the break between lines. */

import type { BlockBox } from '../../box/tree.js';
import type { FragmentainerSpace, LineClamp, TextBoxTrim } from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue, type EarlyBreak } from '../algorithm/early-break.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { clearY, type ExclusionSpace } from '../floats/exclusions.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { inlineContent, layoutLine } from '../inline/inline.js';
import type { InlineToken, LeadingFloats, LineResult, LineSpace } from '../inline/line-result.js';
import { lineTrim } from '../inline/text-box.js';

interface LinesInput {
  readonly availableWidth: number;
  readonly percentageHeight: number | undefined;
  /** BFC offsets of the content's left edge and of the first line's top. */
  readonly bfcX: number;
  readonly bfcY: number;
  readonly exclusions: ExclusionSpace;
  readonly fragmentainer: FragmentainerSpace | undefined;
  /** The first line stays in this fragmentainer, even if it overflows: see `FragmentainerSpace`. */
  readonly requiresContent: boolean;
  /** Where the previous fragmentainer ended. */
  readonly start: InlineToken | undefined;
  /** Number of lines before the early break of the first pass; undefined: none. */
  readonly keep: number | undefined;
  readonly clamp: LineClamp | undefined;
  /** `text-box-trim` of the box and its ancestors. */
  readonly trim: TextBoxTrim;
}

export interface PlacedLine {
  readonly result: LineResult;
  /** Top of the line box from `bfcY`, px. */
  readonly y: number;
}

/** A break between two lines, as an early break of their block. */
type LineBreakPoint = Pick<EarlyBreak, 'appeal' | 'line'>;

export interface LinesResult {
  readonly lines: readonly PlacedLine[];
  /** Block-end edge from `bfcY`, px, with clearance of a `<br clear>` on the last line. */
  readonly clearedTo: number;
  /** Only floats and out-of-flow boxes: margins collapse through. */
  readonly empty: boolean;
  readonly exclusions: ExclusionSpace;
  /** Floats before the first line, which is pushed to the next fragmentainer. */
  readonly leading: LeadingFloats | undefined;
  /** Where the next fragmentainer resumes; undefined: the content is finished. */
  readonly next: { readonly token: InlineToken | undefined } | undefined;
  readonly appeal: BreakAppealValue;
  /** The last break point with the highest appeal, if all lines fit. */
  readonly earlyBreak: LineBreakPoint | undefined;
  readonly shortage: number | undefined;
  /** Overflow of the last line past the fragmentainer's end, px, if not even one line fits. */
  readonly monolithicOverflow: number;
}

interface Candidate extends PlacedLine {
  readonly start: InlineToken | undefined;
  readonly exclusionsBefore: ExclusionSpace;
  readonly bottom: number;
}

/** The lines before the choice of the break. */
interface Candidates {
  readonly lines: readonly Candidate[];
  /** Space for lines in the fragmentainer, px; Infinity: there is no fragmentation. */
  readonly limit: number;
  /** Number of lines within `limit`. */
  readonly fitting: number;
  /** The last line ends the content, or is the last one of `line-clamp`. */
  readonly finished: boolean;
  /** Block-end edge with the clearance after the last line, px. */
  readonly clearedTo: number;
  /** With the floats of all lines. */
  readonly exclusions: ExclusionSpace;
}

/**
 * Lays out lines until the content ends or the fragmentainer is full. After the first line that does not fit, layout
 * continues for `widows` lines, to determine how many lines remain.
 */
export function layoutLines(context: LayoutContext, box: BlockBox, input: LinesInput): LinesResult {
  const limit = input.fragmentainer ? spaceLeft(input.fragmentainer, input.bfcY) : Number.POSITIVE_INFINITY;
  const { widows } = box.style;
  const clamp = input.clamp?.lines;
  const lines: Candidate[] = [];
  let { start, exclusions } = input;
  let y = 0;
  let clearedTo = 0;
  let fitting = 0;
  let finished = false;
  let trimsStart = input.trim.start && (input.start === undefined || input.trim.columns === true);
  while (!finished) {
    const space: LineSpace = {
      availableWidth: input.availableWidth,
      percentageHeight: input.percentageHeight,
      bfcX: input.bfcX,
      bfcY: input.bfcY + y,
      exclusions,
      fragmentainer: input.fragmentainer,
      clamped: lines.length + 1 === clamp ? (input.clamp?.isFollowed ? 'always' : 'before-more') : undefined,
    };
    let result = layoutLine(context, box, space, start);
    if (trimsStart && !result.empty) {
      const { over } = trimOf(context, box, result, start);
      y -= over;
      result = layoutLine(context, box, { ...space, bfcY: input.bfcY + y }, start);
      trimsStart = false;
    }
    context.budgets?.lines.take(1, box.element);
    context.budgets?.fragments.take(result.line.children.length, box.element);
    finished = result.next === undefined || lines.length + 1 === clamp;
    if (finished && input.trim.end && !result.empty) {
      result = cutUnder(result, trimOf(context, box, result, start).under);
    }
    const bottom = y + result.y + result.height;
    lines.push({ result, y: y + result.y, start, exclusionsBefore: exclusions, bottom });
    if (bottom <= limit && fitting === lines.length - 1) fitting = lines.length;
    exclusions = result.exclusions;
    start = result.next;
    y = bottom;
    clearedTo = y;
    if (result.clearAfter !== 'none') {
      const cleared = clearY(exclusions, result.clearAfter) - input.bfcY;
      if (finished) clearedTo = Math.max(y, cleared);
      else y = Math.max(y, cleared);
    }
    if (input.keep !== undefined && lines.length === input.keep) break;
    if (fitting < lines.length && lines.length - fitting >= widows && lines.length > 1) break;
  }
  const candidates = { lines, limit, fitting, finished, clearedTo, exclusions };
  return collect(candidates, chooseBreak(box, input, candidates), input);
}

/** @param start  of the line: the first one of the content has the styles of `::first-line` */
function trimOf(context: LayoutContext, box: BlockBox, { line }: LineResult, start: InlineToken | undefined) {
  const styled = start === undefined ? (box.firstLine ?? box) : box;
  return lineTrim(line, inlineContent(context, styled).style);
}

function cutUnder(result: LineResult, under: number): LineResult {
  const height = result.height - under;
  return { ...result, height, line: { ...result.line, height } };
}

/** A block-in-inline counts as one line of the inline formatting context, after at least one other line. */
const LINES_BEFORE_CONTINUED = 2;

/** Minimum number of lines before a break. */
function linesBefore({ style, continuesLines }: BlockBox, isResumed: boolean): number {
  const { orphans } = style;
  if (isResumed) return orphans;
  return continuesLines ? Math.max(1, orphans - LINES_BEFORE_CONTINUED) : orphans;
}

interface Choice {
  readonly keep: number;
  /** Floats push the first line to the next fragmentainer. */
  readonly pushed?: boolean;
  /** The first line stays in a box that fits, and overflows it. */
  readonly isRequired?: boolean;
  readonly appeal: BreakAppealValue;
  readonly earlyBreak: LineBreakPoint | undefined;
}

function chooseBreak(box: BlockBox, input: LinesInput, { lines, limit, fitting, finished }: Candidates): Choice {
  const { widows } = box.style;
  const orphans = linesBefore(box, input.start !== undefined);
  // A last line with nothing but positioned boxes and floats is no line.
  const total = finished && lines.at(-1)!.result.empty ? lines.length - 1 : lines.length;
  if (input.keep !== undefined) return { keep: input.keep, appeal: BreakAppeal.perfect, earlyBreak: undefined };
  if (fitting === lines.length && finished) {
    return {
      keep: fitting,
      appeal: BreakAppeal.perfect,
      earlyBreak: input.fragmentainer && lastBreak(box, total, input.start !== undefined),
    };
  }
  // `orphans` takes precedence if there are not enough lines for both.
  const wanted = finished ? Math.max(total - widows, Math.min(total, orphans)) : fitting;
  if (wanted <= fitting && wanted >= orphans) {
    // Lines between two breaks are subject to `widows`, too, but move on to satisfy it after the second.
    const isEnough = input.start === undefined || wanted >= widows;
    const appeal = isEnough ? BreakAppeal.perfect : BreakAppeal.violatesOrphansAndWidows;
    return { keep: wanted, appeal, earlyBreak: undefined };
  }
  if (fitting > 0) return { keep: fitting, appeal: BreakAppeal.violatesOrphansAndWidows, earlyBreak: undefined };
  // Floats push the first line past the end: the space before it makes this a class C break point.
  const pushed = (lines[0]?.result.y ?? 0) > 0 && !input.fragmentainer?.mustProgress;
  if (pushed) return { keep: 0, pushed, appeal: BreakAppeal.perfect, earlyBreak: undefined };
  // No line fits. At the start of a fragmentainer the first line stays, to guarantee progress.
  const { fragmentainer } = input;
  const atTop =
    fragmentainer !== undefined &&
    (limit - (lines[0]?.y ?? 0) >= fragmentainer.size || fragmentainer.mustProgress === true);
  if (atTop || !input.requiresContent) return { keep: atTop ? 1 : 0, appeal: BreakAppeal.last, earlyBreak: undefined };
  const appeal = orphans > 1 ? BreakAppeal.violatesOrphansAndWidows : BreakAppeal.perfect;
  return { keep: 1, isRequired: true, appeal, earlyBreak: undefined };
}

/** The break point with the highest appeal if all lines fit, as an early break for the content that follows. */
function lastBreak(box: BlockBox, total: number, isResumed: boolean): LineBreakPoint | undefined {
  if (total < 2) return undefined;
  const { widows } = box.style;
  const orphans = linesBefore(box, isResumed);
  const line = Math.max(total - widows, Math.min(total - 1, orphans));
  if (line >= orphans && total - line >= widows) return { appeal: BreakAppeal.perfect, line };
  // A break before the last line leaves as much as possible. Blink: `UpdateEarlyBreakBetweenLines`
  return { appeal: BreakAppeal.violatesOrphansAndWidows, line: total - 1 };
}

function collect(
  { lines, limit, finished, clearedTo, exclusions }: Candidates,
  choice: Choice,
  input: LinesInput,
): LinesResult {
  const all = choice.keep >= lines.length;
  const kept = all ? lines : lines.slice(0, choice.keep);
  const cut = all ? undefined : lines[choice.keep];
  const last = kept.at(-1);
  const done = all && finished;
  const height = last?.bottom ?? 0;
  const leading = choice.pushed ? cut?.result.leading : undefined;
  return {
    lines: kept,
    clearedTo: done ? clearedTo : height,
    empty: done && kept.every((line) => line.result.empty),
    exclusions: leading?.exclusions ?? cut?.exclusionsBefore ?? exclusions,
    leading,
    next: done ? undefined : { token: leading?.resume ?? (cut ? cut.start : last?.result.next) },
    appeal: choice.appeal,
    earlyBreak: choice.earlyBreak,
    shortage: shortageOf(lines, limit),
    monolithicOverflow: Math.max(0, input.keep === undefined && !choice.isRequired ? height - limit : 0),
  };
}

/** Space shortage of the first line that does not fit, px. */
function shortageOf(lines: readonly Candidate[], limit: number): number | undefined {
  const first = lines.find(({ bottom }) => bottom > limit);
  return first && first.bottom - limit;
}
