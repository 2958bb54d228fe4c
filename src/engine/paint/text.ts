/** Paints text fragments and their decorations. */

import { uprightCharacters } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Color } from '../css/values/values.js';
import type { Deadline } from '../deadline.js';
import type { MarkerSymbol, PhysicalTextFragment, TextRun } from '../layout/algorithm/fragment.js';
import { runsOf } from '../layout/inline/text-runs.js';
import { fontFeatures } from '../text/shape-style.js';
import type { FontFace, UprightCluster } from '../text/types.js';
import { NO_DECORATIONS, type PaintedDecorations, paintDecorations } from './decoration.js';
import type { DisplayItem, GroupItem, PathCommand, Radii, TextItem } from './display-list.js';
import { type GlyphSource, outlinesOf, shapesOnly } from './drawings.js';
import { shadowOf } from './filters.js';
import { outline } from './rounded.js';
import { snapRect } from './snap.js';
import { rotatedGroup, rotateItems, transformedPath, unrotatedLine } from './text-rotation.js';

/** Baselines of the boxes around a text, in page coordinates. */
export interface LineBaselines {
  /** Baseline of the root inline box, for decorations of block containers. */
  readonly line: number;
  /** Baselines of inline boxes with decorations, outermost first; undefined where unknown. */
  readonly boxes: readonly (number | undefined)[];
}

/** @param fromEnd index of the decoration from the end; -1 is the innermost */
function decorationBaseline({ line, boxes }: LineBaselines, fromEnd: number, own: number): number {
  const baseline = -fromEnd <= boxes.length ? boxes.at(fromEnd) : line;
  return baseline === undefined ? own : Math.round(baseline);
}

/** The text of lines that stand for missing text, as in buttons without a label. */
const ZERO_WIDTH_SPACE = '\u200b';

/** Paints the text of a document and collects its faces. */
export class TextPainter {
  /** Every face used so far. */
  readonly faces = new Set<FontFace>();
  readonly #features = new WeakMap<ComputedStyle, readonly string[]>();

  /** @param language of the document; text in the same language needs none of its own */
  constructor(
    private readonly language: string | undefined,
    private readonly glyphs: GlyphSource,
    private readonly deadline?: Deadline | undefined,
  ) {}

  /**
   * @param x, y   the fragment's top left
   * @param lines  baselines of the boxes around the text
   * @param paintTransparent whether transparent text is painted, because a background shows through it
   * @returns items in painting order
   */
  paint(
    fragment: PhysicalTextFragment,
    x: number,
    y: number,
    lines: LineBaselines,
    paintTransparent = false,
  ): DisplayItem[] {
    const { style, box } = fragment;
    if (style.visibility !== 'visible') return [];
    const place = unrotatedLine(fragment, x, y);
    if (fragment.symbol)
      return [...rotateItems(paintSymbol(fragment.symbol, place.x, place.y, fillColor(style)), fragment.rotation)];
    const baseline = Math.round(place.y + fragment.baseline);
    const runs = runsOf(fragment);
    const [first] = runs;
    if (!first) return [];
    const decorations =
      box.decorations.length === 0
        ? NO_DECORATIONS
        : paintDecorations(box.decorations, {
            x: place.x,
            width: place.width,
            baseline,
            ascent: fragment.baseline,
            face: first.face,
            crossed: runs.every(({ uprights }) => uprights === undefined) && crossesBaseline(fragment.text),
            vertical: uprightCharacters(style) ? { language: box.element.language ?? '' } : undefined,
            baselineOf: (index) => decorationBaseline(lines, index - box.decorations.length, baseline),
          });
    const shadows = style['text-shadow'];
    const isEmpty = fragment.text === ZERO_WIDTH_SPACE;
    const hasInk = !isEmpty && (fillColor(style).a > 0 || style['-webkit-text-stroke-width'] > 0 || shadows.length > 0);
    const text =
      hasInk || paintTransparent || decorations.skipping.length > 0
        ? this.#items(fragment, runs, place.x, baseline, decorations)
        : [];
    if (decorations === NO_DECORATIONS && shadows.length === 0) return text;
    const { below, above } = decorations;
    const items = [...rotateItems(below, fragment.rotation), ...text, ...rotateItems(above, fragment.rotation)];
    return shadows.length > 0 ? [...this.#shadows(shadows, items), ...items] : items;
  }

  /** The outlines of all text in a fragment. */
  outlines(fragment: PhysicalTextFragment, x: number, y: number): PathCommand[] {
    if (fragment.style.visibility !== 'visible' || fragment.symbol) return [];
    const place = unrotatedLine(fragment, x, y);
    const items = this.#items(
      fragment,
      runsOf(fragment),
      place.x,
      Math.round(place.y + fragment.baseline),
      NO_DECORATIONS,
    );
    return items.flatMap((item) => {
      if (item.kind === 'text') return outlinesOf(item, this.glyphs);
      const rotated = item.children.flatMap((child) => (child.kind === 'text' ? outlinesOf(child, this.glyphs) : []));
      return item.transform ? transformedPath(rotated, item.transform) : rotated;
    });
  }

  /** @param x, baseline offsets along and across the line, before it is rotated */
  #items(
    fragment: PhysicalTextFragment,
    runs: readonly TextRun[],
    x: number,
    baseline: number,
    { skipping }: PaintedDecorations,
  ): (TextItem | GroupItem)[] {
    const { style, box, rotation } = fragment;
    const language = box.element.language;
    const underlines = skipping.length > 0 ? skipping : undefined;
    const [first] = runs;
    if (runs.length === 1 && first && !first.uprights && !rotation)
      return [this.#item(first, style, x + first.x, baseline, language, underlines)];
    const items: (TextItem | GroupItem)[] = [];
    // Runs are in visual order; a fragment has a single direction.
    for (const run of runs[0]?.rtl ? runs.toReversed() : runs) {
      if (run.uprights) items.push(...this.#uprightItems(fragment, run, run.uprights(), x, baseline));
      else {
        const item = this.#item(run, style, x + run.x, baseline, language, underlines);
        items.push(rotation ? rotatedGroup([item], rotation) : item);
      }
    }
    return items;
  }

  /** One item for each upright cluster, centred on the line. */
  #uprightItems(
    { style, width, baseline: ascent, box }: PhysicalTextFragment,
    run: TextRun,
    clusters: readonly UprightCluster[],
    x: number,
    baseline: number,
  ): TextItem[] {
    const language = box.element.language;
    const middle = -baseline + ascent - width / 2;
    const features = [...this.#featuresOf(style), 'vert=1'];
    return clusters.map(({ text, start, baseline: down, across }) => ({
      ...this.#item(run, style, middle - across / 2, x + run.x + start + down, language),
      text,
      width: across,
      letterSpacing: 0,
      wordSpacing: 0,
      features,
    }));
  }

  /** Paints shadows back to front; the first of the list is on top. Source: https://drafts.csswg.org/css-text-decor-4/#text-shadow-property */
  #shadows(shadows: ComputedStyle['text-shadow'], items: readonly DisplayItem[]): DisplayItem[] {
    const cast = shapesOnly(items.map(opaque), this.glyphs);
    return shadows.toReversed().flatMap((shadow) => {
      this.deadline?.checkNow(); // each has the outlines of the whole text
      const look = { x: shadow.x, y: shadow.y, deviation: shadow.blur / 2, color: shadow.color };
      return shadow.color.a > 0 ? [shadowOf(cast, look, this.glyphs)] : [];
    });
  }

  #item(
    run: TextRun,
    style: ComputedStyle,
    x: number,
    y: number,
    language: string | undefined,
    underlines?: TextItem['underlines'],
  ): TextItem {
    this.faces.add(run.face);
    return {
      kind: 'text',
      x,
      y,
      width: run.width,
      text: run.text,
      face: run.face,
      size: style['font-size'],
      color: fillColor(style),
      stroke: strokeOf(style),
      letterSpacing: style['letter-spacing'],
      wordSpacing: style['word-spacing'] + run.justify,
      features: run.features ? [...this.#featuresOf(style), ...run.features] : this.#featuresOf(style),
      rtl: run.rtl,
      language: language === this.language ? undefined : language,
      underlines,
      shaped: run.shaped && [run.shaped],
      clusters: run.clusters?.(),
    };
  }

  #featuresOf(style: ComputedStyle): readonly string[] {
    let features = this.#features.get(style);
    if (!features) {
      // Letter spacing disables optional ligatures, as in shaping. Source: css-text-3/#letter-spacing-property
      features = [...(style['letter-spacing'] === 0 ? [] : ['liga=0', 'clig=0']), ...fontFeatures(style)];
      this.#features.set(style, features);
    }
    return features;
  }
}

function opaque(item: DisplayItem): DisplayItem {
  if (item.kind === 'group') return { ...item, children: item.children.map(opaque) };
  return item.kind === 'text' ? { ...item, color: { ...item.color, a: 1 } } : item;
}

function fillColor(style: ComputedStyle): Color {
  const color = style['-webkit-text-fill-color'];
  return color === 'currentcolor' ? style.color : color;
}

function strokeOf(style: ComputedStyle): TextItem['stroke'] {
  const width = style['-webkit-text-stroke-width'];
  if (width <= 0) return undefined;
  const color = style['-webkit-text-stroke-color'];
  return { width, color: color === 'currentcolor' ? style.color : color };
}

/** Paints a list bullet. Source: Blink's ListMarkerPainter (core/paint/list_marker_painter.cc) */
function paintSymbol({ shape, rect, rtl }: MarkerSymbol, x: number, y: number, color: Color): DisplayItem[] {
  if (shape === 'disclosure-open' || shape === 'disclosure-closed') {
    const top = Math.round(y + rect.y + rect.height) - rect.height;
    return [{ kind: 'path', commands: triangle(shape, x + rect.x, top, rect.width, rtl), fill: color }];
  }
  const box = snapRect(x + rect.x, y + rect.y, rect.width, rect.height);
  if (shape === 'square') return [{ kind: 'rect', ...box, fill: color }];
  const radius = [box.width / 2, box.height / 2] as const;
  const radii: Radii = [radius, radius, radius, radius];
  if (shape === 'disc') return [{ kind: 'rect', ...box, fill: color, radii }];
  return [{ kind: 'path', commands: outline(box, radii), stroke: { color, width: 1 } }];
}

/** Points down, or in the inline direction. Source: GetCanonicalPath in Blink's list_marker_painter.cc */
function triangle(
  shape: 'disclosure-open' | 'disclosure-closed',
  x: number,
  y: number,
  size: number,
  rtl: boolean,
): PathCommand[] {
  const point = (across: number, down: number) => [x + across * size, y + down * size] as const;
  const [tip, first, second] =
    shape === 'disclosure-open'
      ? [point(0.5, 0.93), point(0, 0.07), point(1, 0.07)]
      : rtl
        ? [point(0.14, 0.5), point(1, 0), point(1, 1)]
        : [point(0.86, 0.5), point(0, 0), point(0, 1)];
  return [['M', ...first], ['L', ...tip], ['L', ...second], ['Z']];
}

/** Text whose glyphs stay above the underline in common fonts. */
const ABOVE_BASELINE =
  /^[A-IK-PR-Za-fh-ik-or-xz0-9 .:!?'"*+\-=<>#%&^~\u00a0–—‘’“”·°ÄÖÜäöüéèêëáàâåíìîïóòôúùûñÉÈÀÁÂÍÓÚÑ]*$/;

const crossesBaseline = (text: string) => !ABOVE_BASELINE.test(text);
