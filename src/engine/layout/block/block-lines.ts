/** What is in a block besides its blocks: floats, static positions, lines, the marker of a list item. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import {
  type BreakAppealValue,
  type BreakToken,
  EMPTY_STRUT,
  type FloatSides,
  NO_SIDES,
  type PlacedFloat,
} from '../algorithm/types.js';
import { hasFloats, opportunities } from '../floats/exclusions.js';
import { placeFloat } from '../floats/floats.js';
import { isForced } from '../fragmentation/breaks.js';
import { emptyLineStart, layoutMarker } from '../inline/inline.js';
import { moved, unite } from '../overflow/overflow.js';
import { staticPosition } from '../positioned/static-position.js';
import { type BlockResume, BlockState } from './block-state.js';
import { type LinesResult, layoutLines } from './lines.js';

/** What to do after a child, or the lines. */
export type Step =
  | 'next'
  /** The rest goes to the next page. */
  | 'stop'
  /** Something was placed on the assumption of another offset of this box: the parent lays it out again. */
  | 'abort'
  /** `builder.earlyBreak` is better. */
  | 'earlier';

export abstract class BlockLines extends BlockState {
  private hasMarker = false;

  // ---- floats and positioned boxes ------------------------------------------------------------------------------

  protected placeFloat(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (!token && this.standsBehindBreak(child)) return 'stop';
    const assumed = this.expected;
    if (this.bfcY === undefined) this.assumeFloats(assumed, sidesOf([child.style]));
    const container = {
      bfcX: this.bfcX + this.frame.left,
      width: this.frame.contentWidth,
      y: token && !token.before ? (this.bfcY ?? assumed) + this.frame.top : this.cursor,
      percentageHeight: this.frame.percentageHeight,
      fragmentainer: this.inner,
    };
    const placement = placeFloat(this.context, child, container, this.exclusions, token);
    const { float } = placement;
    this.exclusions = placement.exclusions;
    if (placement.token) this.builder.tokens.push(placement.token);
    if (!float) return 'next';
    this.builder.followFloat(float);
    this.builder.add(float.fragment, float.bfcX - this.bfcX, float.bfcY - assumed);
    const x = float.bfcX - this.bfcX;
    const y = float.bfcY - assumed;
    for (const item of float.outOfFlow) this.builder.outOfFlow.push({ ...item, x: item.x + x, y: item.y + y });
    return 'next';
  }

  /** What is out of flow cannot ask for a break, but stands behind the one that the box before it asks for. */
  private standsBehindBreak(child: BlockLevelBox): boolean {
    const { fragmentainer } = this.space;
    const between = this.builder.previousBreakAfter;
    if (!fragmentainer || !isForced(between, fragmentainer.kind)) return false;
    this.builder.breakBefore(child, { forced: between });
    return true;
  }

  protected placeOutOfFlow(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (typeof child.style.position === 'object') return 'next';
    if (!token && this.standsBehindBreak(child)) return 'stop';
    const rtl = this.box.style.direction === 'rtl';
    const y = this.bfcY === undefined ? 0 : this.cursor - this.bfcY;
    const inLine = child.wasInline ? this.emptyLineStart(this.expected + y) : undefined;
    const { left, contentWidth } = this.frame;
    const rect =
      inLine === undefined
        ? { x: left, y, width: contentWidth, height: 0 }
        : { x: left + inLine, y, width: 0, height: 0 };
    this.builder.outOfFlow.push(staticPosition(rect, child, this.box.style, rtl));
    return 'next';
  }

  /** Where the text of a line at `y` would start, from the content edge. */
  private emptyLineStart(y: number): number {
    const { contentWidth, left } = this.frame;
    const start = this.bfcX + left;
    // A line above the margins that are still to come would be beside other floats.
    if (this.bfcY === undefined && hasFloats(this.exclusions)) this.assumeFloats(this.expected, NO_SIDES);
    const room = opportunities(this.exclusions, y, start, start + contentWidth).next().value;
    const [from, to] = room ? [room.left - start, room.right - start] : [0, contentWidth];
    return emptyLineStart(this.box.style, from, to, contentWidth);
  }

  // ---- lines ----------------------------------------------------------------------------------------------------

  protected layoutInlineContent(): Step {
    const data = this.resume?.data as BlockResume | undefined;
    if (this.resume?.seenAll) {
      this.seenAll = true;
      return this.resumeFloats();
    }
    const step = this.resumeFloats();
    if (step !== 'next') return step;
    const top = this.cursor;
    const lines = layoutLines(this.context, this.box, {
      availableWidth: this.frame.contentWidth,
      percentageHeight: this.frame.percentageHeight,
      bfcX: this.bfcX + this.frame.left,
      bfcY: top,
      exclusions: this.exclusions,
      fragmentainer: this.inner,
      start: data?.line,
      keep: this.early?.box === this.box ? this.early.line : undefined,
    });
    const floats = lines.lines.flatMap(({ result }) => result.floats);
    const hasTokens = lines.lines.some(({ result }) => result.floatTokens.length > 0);
    if (this.bfcY === undefined && (floats.length > 0 || hasTokens)) {
      this.assumeFloats(top, sidesOf(floats.map(({ fragment }) => fragment.style)));
    }
    if (!lines.empty && !this.resolveHere()) return 'abort';
    this.addLines(lines, top);
    return this.afterLines(lines);
  }

  /** Floats of earlier pages' lines that go on here. */
  private resumeFloats(): Step {
    for (const token of this.resume?.children ?? []) {
      const step = this.placeFloat(token.box as BlockLevelBox, token);
      if (step !== 'next') return step;
    }
    return 'next';
  }

  private addLines(lines: LinesResult, top: number): void {
    const { builder, frame } = this;
    const origin = this.bfcY ?? this.expected;
    const first = top - origin;
    for (const { result, y } of lines.lines) {
      const lineTop = first + y;
      builder.tokens.push(...result.floatTokens);
      for (const float of result.floats) this.addFloat(float, float.bfcX - this.bfcX, float.bfcY - origin);
      for (const item of result.outOfFlow) {
        builder.outOfFlow.push({ ...item, x: item.x + frame.left, y: item.y + lineTop - result.y });
      }
      if (result.empty && result.line.children.length === 0) continue;
      builder.add(result.line, frame.left, lineTop);
      if (result.overflow) this.linesOverflow = unite(this.linesOverflow, moved(result.overflow, frame.left, lineTop));
      if (result.empty) continue;
      this.firstBaseline ??= lineTop + result.line.baseline;
      this.lastBaseline = lineTop + result.line.baseline;
      this.lineBaseline = this.lastBaseline;
    }
  }

  private addFloat(float: PlacedFloat, x: number, y: number): void {
    this.builder.followFloat(float);
    this.builder.add(float.fragment, x, y);
    if (float.breakToken) this.builder.tokens.push(float.breakToken);
    for (const item of float.outOfFlow) this.builder.outOfFlow.push({ ...item, x: item.x + x, y: item.y + y });
  }

  private afterLines(lines: LinesResult): Step {
    const { builder } = this;
    this.exclusions = lines.exclusions;
    builder.noteShortage(lines.shortage);
    builder.monolithicOverflow = lines.monolithicOverflow;
    if (lines.earlyBreak) builder.offerEarlyBreak({ ...lines.earlyBreak, box: this.box });
    if (!lines.empty) {
      this.offset += lines.clearedTo;
      this.strut = EMPTY_STRUT;
    }
    if (!lines.next) {
      this.seenAll = true;
      return 'next';
    }
    builder.brokeInFlow = true;
    builder.appeal = Math.min(builder.appeal, lines.appeal) as BreakAppealValue;
    this.nextLine = { line: lines.next.token };
    return 'stop';
  }

  /** Puts the outside marker beside the first line, once it is there; a list item without one is as high as its marker. */
  protected placeMarker(): void {
    const { marker } = this.box;
    if (!marker || this.resume || this.hasMarker) return;
    this.hasMarker = true;
    const { fragment, x, baseline } = layoutMarker(this.context, marker, this.box, this.frame.contentWidth);
    let top = this.offset;
    if (this.firstBaseline !== undefined) {
      // A marker that rises higher than the first line pushes the content down, as in Blink.
      this.moveContent(Math.max(0, baseline + this.frame.top - this.firstBaseline));
      top = this.firstBaseline - baseline;
    } else if (!this.builder.brokeInFlow) {
      if (!this.resolveHere()) return;
      top = this.offset;
      this.offset += fragment.height;
      this.firstBaseline = top + baseline;
      this.lastBaseline = this.firstBaseline;
      this.lineBaseline = this.firstBaseline;
    }
    this.builder.add(fragment, this.frame.left + x, top);
  }
}

/** On which sides floats of these styles are. */
export const sidesOf = (styles: readonly ComputedStyle[]): FloatSides => ({
  left: styles.some(({ float }) => float !== 'right'),
  right: styles.some(({ float }) => float === 'right'),
});
