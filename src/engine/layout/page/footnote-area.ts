/** The footnote area of a page. Source: https://drafts.csswg.org/css-gcpm-3/#footnote-area */

import { buildFootnoteArea, buildFootnotes } from '../../box/footnotes.js';
import type { Footnote } from '../../box/raw.js';
import type { BlockBox } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import type { StyledDocument } from '../../css/compute/styled-document.js';
import type { WritingMode } from '../../css/compute/writing-mode.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import { type BreakToken, makeBreakToken } from '../algorithm/break-token.js';
import { constraintSpace, type FragmentainerSpace, fragmentainerSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Size } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { overflowOf } from '../overflow/overflow.js';
import { horizontal, resolveBorders, resolveMargins, resolvePadding, sumEdges, vertical } from '../sizing/edges.js';
import { clampHeight, usedHeight } from '../sizing/heights.js';
import { intrinsicSizes } from '../sizing/intrinsic.js';
import { usedWidth } from '../sizing/sizes.js';

/** Footnotes for the next page: one, or several that share lines. */
export interface PendingNotes {
  readonly notes: readonly Footnote[];
  readonly box: BlockBox;
  /** Their break token; undefined: nothing of them is laid out. */
  readonly resume?: BreakToken;
}

interface Group extends PendingNotes {
  readonly area: ComputedStyle;
}

export interface FootnoteArea {
  /** undefined: the area is empty. */
  readonly fragment: BoxFragment | undefined;
  readonly x: number;
  /** Offset of the border edge from the margin edge, px. */
  readonly top: number;
  /** Margin-box height, px. */
  readonly height: number;
  /** Footnotes that continue on the next page. */
  readonly rest: readonly PendingNotes[];
}

export interface AreaPage extends Size {
  /** Style of its footnote area. */
  readonly style: ComputedStyle;
}

/** Lays out the footnote areas of all pages; caches the boxes, which are laid out repeatedly. */
export class FootnoteAreas {
  readonly #areas = new Map<ComputedStyle, BlockBox>();
  /** The latest group that starts with each footnote. */
  readonly #groups = new Map<Footnote, Group>();

  /** @param mode  writing mode of the pages' content */
  constructor(
    private readonly context: LayoutContext,
    private readonly styled: StyledDocument,
    private readonly mode: WritingMode,
  ) {}

  /**
   * Lays out the footnote area of a page.
   * @param carried  footnotes that continue from the previous page
   * @param notes    footnotes with calls on this page
   * @param available  maximum height of the area's margin box, px
   */
  layout(
    page: AreaPage,
    carried: readonly PendingNotes[],
    notes: readonly Footnote[],
    available: number,
  ): FootnoteArea {
    if (carried.length === 0 && notes.length === 0)
      return { fragment: undefined, x: 0, top: 0, height: 0, rest: carried };
    const { context } = this;
    const box = getOrMake(this.#areas, page.style, () =>
      buildFootnoteArea(page.style, this.mode, this.styled, this.context.fonts),
    );
    const { style } = box;
    const margin = resolveMargins(style, page.width);
    const [border, padding] = [resolveBorders(style), resolvePadding(style, page.width)];
    const edges = sumEdges(border, padding);
    const space = constraintSpace({
      availableWidth: page.width,
      availableHeight: page.height,
      percentageWidth: page.width,
      percentageHeight: page.height,
    });
    const width = usedWidth(context, box, space, margin, edges);
    const contentWidth = Math.max(0, width - horizontal(edges));
    const maxHeight = clampHeight(box, space, vertical(edges), Math.max(0, available - vertical(margin)));
    const groups = [...carried, ...this.#grouped(page, notes, contentWidth)];
    const mustProgress = notes.length === 0 && available >= page.height;
    const { result, content } = this.#layoutNotes(
      page,
      groups,
      contentWidth,
      fragmentainerSpace({
        kind: 'page',
        size: Math.max(0, maxHeight - vertical(edges)),
        offset: 0,
        pageName: '',
        mustProgress,
      }),
    );
    const auto = vertical(edges) + (result.breakToken ? lowest(result.fragment.children) : result.fragment.height);
    const height = Math.max(usedHeight(box, space, edges, width, auto), auto);
    const children = [{ fragment: result.fragment, x: edges.left, y: edges.top }];
    const fragment: BoxFragment = {
      kind: 'box',
      box,
      style,
      width,
      height,
      border,
      padding,
      children,
      firstBaseline: undefined,
      lastBaseline: undefined,
      lineBaseline: undefined,
      isFirst: true,
      isLast: true,
      consumed: 0,
      overflow: overflowOf(style, width, height, border, children, undefined),
      repeated: false,
      shift: undefined,
      writingMode: undefined,
      details: undefined,
    };
    const rest = result.breakToken ? restOf(groups, content, result.breakToken) : [];
    return { fragment, x: margin.left, top: margin.top, height: height + vertical(margin), rest };
  }

  /** All footnotes, postponed to the next page. */
  pending(page: AreaPage, carried: readonly PendingNotes[], notes: readonly Footnote[]): readonly PendingNotes[] {
    return [...carried, ...this.#grouped(page, notes, page.width)];
  }

  #layoutNotes(
    page: AreaPage,
    groups: readonly PendingNotes[],
    width: number,
    fragmentainer: FragmentainerSpace,
  ): { readonly result: LayoutResult; readonly content: BlockBox } {
    const children = groups.map(({ box }) => box);
    const content: BlockBox = {
      ...buildFootnotes([], page.style, this.mode, this.styled, this.context.fonts),
      content: { type: 'blocks', children },
    };
    const resumeTokens = groups.flatMap(({ resume }) => resume ?? []);
    const resume: BreakToken | undefined =
      resumeTokens.length === 0 ? undefined : makeBreakToken(content, { childBreakTokens: resumeTokens });
    const space = constraintSpace({
      availableWidth: width,
      availableHeight: undefined,
      percentageWidth: width,
      percentageHeight: undefined,
      fragmentainer,
    });
    return { result: layout(this.context, content, space, resume), content };
  }

  /** Groups footnotes: `footnote-display: inline` ones share lines, as do `compact` ones that fit on one line. */
  #grouped(page: AreaPage, notes: readonly Footnote[], width: number): PendingNotes[] {
    const groups: (readonly Footnote[])[] = [];
    for (const note of notes) {
      const last = groups.at(-1);
      const display = note.style['footnote-display'];
      const isAlike = display !== 'block' && last?.[0]?.style['footnote-display'] === display;
      if (last && isAlike && (display === 'inline' || this.#fitOnLine(page, [...last, note], width)))
        groups[groups.length - 1] = [...last, note];
      else groups.push([note]);
    }
    return groups.map((group) => this.#group(page, group));
  }

  #fitOnLine(page: AreaPage, notes: readonly Footnote[], width: number): boolean {
    return intrinsicSizes(this.context, this.#group(page, notes).box).max <= width;
  }

  #group({ style }: AreaPage, notes: readonly Footnote[]): Group {
    const first = notes[0]!;
    const known = this.#groups.get(first);
    const isSame = known?.area === style && known.notes.length === notes.length;
    if (isSame && known.notes.every((note, i) => note === notes[i])) return known;
    const group = { notes, area: style, box: buildFootnotes(notes, style, this.mode, this.styled, this.context.fonts) };
    this.#groups.set(first, group);
    return group;
  }
}

/** Block-end edge of the content, px. Boxes that continue fill the fragmentainer, so only their children count. */
function lowest(children: readonly Placed[]): number {
  return Math.max(
    0,
    ...children.map((child) => {
      const { fragment } = child;
      if (fragment.kind !== 'box' || fragment.isLast) return child.y + child.fragment.height;
      return child.y + lowest(fragment.children);
    }),
  );
}

function restOf(groups: readonly PendingNotes[], content: BlockBox, token: BreakToken): PendingNotes[] {
  const rest: PendingNotes[] = [];
  let next = 0;
  for (const child of token.childBreakTokens) {
    const index = groups.findIndex(({ box }) => box === child.box);
    const group = groups[index];
    if (!group) continue;
    const { notes, box } = group;
    rest.push(child.isBreakBefore ? { notes, box } : { notes, box, resume: child });
    next = index + 1;
  }
  return token.box === content && token.hasVisitedAllChildren ? rest : [...rest, ...groups.slice(next)];
}
