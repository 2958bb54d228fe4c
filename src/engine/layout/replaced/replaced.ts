/**
 * Replaced elements: used sizes from style, natural size and aspect ratio. Lengths in px.
 * Sources: https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width, #min-max-widths;
 * https://drafts.csswg.org/css-sizing-4/#aspect-ratio; steps in the order of Blink's ComputeReplacedSize
 * (length_utils.cc)
 */

import type { Layers, ReplacedBox } from '../../box/tree.js';
import {
  hasPercentage,
  isLengthPercentage,
  type MaxSize,
  resolveLength,
  type Size as SizeValue,
} from '../../css/values/values.js';
import { type ConstraintSpace, constraintSpace } from '../algorithm/constraint-space.js';
import { BreakAppeal } from '../algorithm/early-break.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import type { Edges, MinMax, Size } from '../algorithm/geometry.js';
import type { Algorithm, FloatWidths, LayoutContext } from '../algorithm/layout-context.js';
import { type LayoutResult, layoutResult } from '../algorithm/result.js';
import { MAX_LENGTH, snap } from '../algorithm/units.js';
import { relativeShift } from '../positioned/relative.js';
import {
  horizontal,
  resolveBorderPadding,
  resolveBorders,
  resolveMargins,
  resolvePadding,
  sumEdges,
  vertical,
} from '../sizing/edges.js';
import { NO_HEIGHT, resolvePercentage } from '../sizing/heights.js';
import { toPhysicalBoxStrut, toPhysicalSize } from '../writing-mode/converter.js';
import { layoutLayers } from './layers.js';

export const replacedAlgorithm: Algorithm<ReplacedBox> = { layout: layoutReplaced, intrinsicSizes: replacedMinMax };

/** Default object size. Source: https://drafts.csswg.org/css-images-3/#default-object-size */
const DEFAULT_OBJECT_SIZE: Size = { width: 300, height: 150 };
const defaultObjectSize = ({ style: { zoom } }: ReplacedBox): Size =>
  zoom === 1
    ? DEFAULT_OBJECT_SIZE
    : { width: DEFAULT_OBJECT_SIZE.width * zoom, height: DEFAULT_OBJECT_SIZE.height * zoom };

function layoutReplaced(context: LayoutContext, box: ReplacedBox, space: ConstraintSpace): LayoutResult {
  const border = resolveBorders(box.style);
  const padding = resolvePadding(box.style, space.percentageWidth);
  const { width, height } = usedReplacedSize(box, space, sumEdges(border, padding));
  return layoutResult({
    status: 'done',
    fragment: {
      kind: 'box',
      box,
      style: box.style,
      width,
      height,
      border,
      padding,
      children:
        box.content.type === 'layers' ? layersOf(context, box, box.content, space, sumEdges(border, padding)) : [],
      firstBaseline: undefined,
      lastBaseline: undefined,
      lineBaseline: undefined,
      isFirst: true,
      isLast: true,
      consumed: 0,
      overflow: undefined,
      repeated: false,
      shift: relativeShift(box.style, space, box.style.direction === 'rtl'),
      writingMode: undefined,
      details: undefined,
    },
    breakBefore: box.style['break-before'],
    breakAfter: box.style['break-after'],
    appeal: BreakAppeal.perfect,
    outOfFlow: [],
  });
}

/** The layers are in physical coordinates. */
function layersOf(
  context: LayoutContext,
  box: ReplacedBox,
  content: Layers,
  space: ConstraintSpace,
  edges: Edges,
): Placed<BoxFragment>[] {
  const { width, height } = contentSize(box, space, edges);
  const { writingMode: mode } = content;
  const { top, right, bottom, left } = edges;
  const inner = toPhysicalSize({ inlineSize: width, blockSize: height }, mode);
  const corner = toPhysicalBoxStrut({ blockStart: top, lineRight: right, blockEnd: bottom, lineLeft: left }, mode);
  return layoutLayers(context, content, box.style.zoom, inner, { x: corner.left, y: corner.top });
}

/**
 * Intrinsic border-box widths. Heights transfer through the aspect ratio; with a ratio alone the width is that of the
 * container, to which it contributes nothing. Blink: `ComputeReplacedSize`.
 */
function replacedMinMax(_context: LayoutContext, box: ReplacedBox, _before?: FloatWidths, heights = NO_HEIGHT): MinMax {
  const edges = resolveBorderPadding(box.style, 0);
  const space = constraintSpace({
    availableWidth: 0,
    availableHeight: undefined,
    percentageWidth: 0,
    percentageHeight: heights.percentageHeight,
    fixedHeight: heights.fixedHeight,
  });
  const width = replacedWidth(box, space, edges);
  return { min: width, max: width };
}

/** Border-box width with width, min-width and max-width ignored. */
export function replacedWidth(box: ReplacedBox, space: ConstraintSpace, borderPadding: Edges): number {
  const style = { ...box.style, 'inline-size': 'auto', 'min-inline-size': 'auto', 'max-inline-size': 'none' } as const;
  return usedReplacedSize({ ...box, style }, space, borderPadding).width;
}

/** Limits of a content-box length. */
interface Limits {
  readonly min: number;
  readonly max: number;
}

const clamp = (length: number, { min, max }: Limits) => Math.max(min, Math.min(length, max));

/** Used size of the border box. */
function usedReplacedSize(box: ReplacedBox, space: ConstraintSpace, borderPadding: Edges): Size {
  const content = contentSize(box, space, borderPadding);
  return { width: content.width + horizontal(borderPadding), height: content.height + vertical(borderPadding) };
}

function contentSize(box: ReplacedBox, space: ConstraintSpace, borderPadding: Edges): Size {
  const { style } = box;
  const ratio = ratioOf(box, borderPadding);
  const natural = naturalSize(box, ratio.value);
  const stretch = Math.max(
    0,
    space.availableWidth - horizontal(resolveMargins(style, space.percentageWidth)) - horizontal(borderPadding),
  );
  const intrinsic = natural?.width ?? (ratio.value ? undefined : (box.naturalWidth ?? defaultObjectSize(box).width));
  const resolver = new LengthResolver(box, space, borderPadding, intrinsic, stretch);
  const widthLimits = resolver.widthLimits();
  const heightLimits = resolver.heightLimits();
  const { 'inline-size': inlineSize } = style;
  // Intrinsic sizes behave as auto: the natural size.
  const specified = inlineSize === 'stretch' || isLengthPercentage(inlineSize) ? inlineSize : 'auto';
  let width = resolver.fixedWidth() ?? limited(resolver.width(specified), widthLimits);
  let height = resolver.fixedHeight() ?? limited(resolver.height(style['block-size']), heightLimits);
  if (width !== undefined && height !== undefined) return { width, height };
  if (width !== undefined) {
    height = ratio.value
      ? ratio.heightOf(width)
      : (natural?.height ?? box.naturalHeight ?? defaultObjectSize(box).height);
    return { width, height: clamp(height, heightLimits) };
  }
  if (height !== undefined) {
    width = ratio.value ? ratio.widthOf(height) : (natural?.width ?? box.naturalWidth ?? defaultObjectSize(box).width);
    return { width: clamp(width, widthLimits), height };
  }
  if (!ratio.value) {
    return {
      width: clamp(box.naturalWidth ?? defaultObjectSize(box).width, widthLimits),
      height: clamp(box.naturalHeight ?? defaultObjectSize(box).height, heightLimits),
    };
  }
  // With an aspect ratio alone, the width is stretch-fit.
  width = natural?.width ?? stretch;
  return constrain({ width, height: natural?.height ?? ratio.heightOf(width) }, widthLimits, heightLimits);
}

const limited = (length: number | undefined, limits: Limits) =>
  length === undefined ? undefined : clamp(length, limits);

/** Natural size; the aspect ratio provides a missing dimension. */
function naturalSize(box: ReplacedBox, ratio: number | undefined): Size | undefined {
  const { naturalWidth: width, naturalHeight: height } = box;
  if (width !== undefined && height !== undefined) {
    // `aspect-ratio` without auto replaces the natural height.
    return { width, height: ratio === undefined ? height : snap(width / ratio) };
  }
  if (ratio === undefined) return undefined;
  if (width !== undefined) return { width, height: snap(width / ratio) };
  return height === undefined ? undefined : { width: snap(height * ratio), height };
}

interface Ratio {
  /** width / height; undefined: none. */
  readonly value: number | undefined;
  readonly widthOf: (height: number) => number;
  readonly heightOf: (width: number) => number;
}

/** `aspect-ratio: auto` prefers the natural ratio; a specified ratio is of the box that `box-sizing` selects. */
function ratioOf(box: ReplacedBox, borderPadding: Edges): Ratio {
  const { auto, ratio } = box.style['logical-aspect-ratio'];
  const natural = positive(box.naturalRatio) ?? naturalRatio(box);
  const value = (auto ? (natural ?? ratio) : ratio) || undefined;
  const isOfBorderBox = !(auto && natural) && box.style['box-sizing'] === 'border-box';
  const x = isOfBorderBox ? horizontal(borderPadding) : 0;
  const y = isOfBorderBox ? vertical(borderPadding) : 0;
  return {
    value,
    widthOf: (height) => Math.max(0, snap((height + y) * (value ?? 1)) - x),
    heightOf: (width) => Math.max(0, snap((width + x) / (value ?? 1)) - y),
  };
}

function naturalRatio({ naturalWidth, naturalHeight }: ReplacedBox): number | undefined {
  return naturalWidth && naturalHeight ? naturalWidth / naturalHeight : undefined;
}

const positive = (value: number | undefined) => (value && value > 0 && Number.isFinite(value) ? value : undefined);

/**
 * Applies limits and keeps the aspect ratio where possible.
 * Source: the table of https://www.w3.org/TR/CSS22/visudet.html#min-max-widths
 */
function constrain({ width: w, height: h }: Size, widths: Limits, heights: Limits): Size {
  const minWidth = widths.min;
  const maxWidth = Math.max(widths.min, widths.max);
  const minHeight = heights.min;
  const maxHeight = Math.max(heights.min, heights.max);
  if (w <= 0 || h <= 0) return { width: clamp(w, widths), height: clamp(h, heights) };
  const tooWide = w > maxWidth;
  const tooNarrow = w < minWidth;
  const tooHigh = h > maxHeight;
  const tooLow = h < minHeight;
  const heightFor = (width: number) => snap((width * h) / w);
  const widthFor = (height: number) => snap((height * w) / h);
  if (tooWide && tooHigh) {
    if (maxWidth / w <= maxHeight / h) return { width: maxWidth, height: Math.max(minHeight, heightFor(maxWidth)) };
    return { width: Math.max(minWidth, widthFor(maxHeight)), height: maxHeight };
  }
  if (tooNarrow && tooLow) {
    if (minWidth / w <= minHeight / h) return { width: Math.min(maxWidth, widthFor(minHeight)), height: minHeight };
    return { width: minWidth, height: Math.min(maxHeight, heightFor(minWidth)) };
  }
  if (tooNarrow && tooHigh) return { width: minWidth, height: maxHeight };
  if (tooWide && tooLow) return { width: maxWidth, height: minHeight };
  if (tooWide) return { width: maxWidth, height: Math.max(heightFor(maxWidth), minHeight) };
  if (tooNarrow) return { width: minWidth, height: Math.min(heightFor(minWidth), maxHeight) };
  if (tooHigh) return { width: Math.max(widthFor(maxHeight), minWidth), height: maxHeight };
  if (tooLow) return { width: Math.min(widthFor(minHeight), maxWidth), height: minHeight };
  return { width: w, height: h };
}

/** Resolves sizing properties to content-box px; undefined: auto. */
class LengthResolver {
  constructor(
    readonly box: ReplacedBox,
    readonly space: ConstraintSpace,
    readonly borderPadding: Edges,
    /** Min- and max-content width; undefined for an aspect ratio alone: intrinsic limits behave as auto. */
    readonly intrinsic: number | undefined,
    readonly stretch: number,
  ) {}

  fixedWidth(): number | undefined {
    const { fixedWidth } = this.space;
    return fixedWidth === undefined ? undefined : Math.max(0, fixedWidth - horizontal(this.borderPadding));
  }

  fixedHeight(): number | undefined {
    const { fixedHeight } = this.space;
    return fixedHeight === undefined ? undefined : Math.max(0, fixedHeight - vertical(this.borderPadding));
  }

  widthLimits(): Limits {
    const { style } = this.box;
    return { min: this.width(style['min-inline-size']) ?? 0, max: this.width(style['max-inline-size']) ?? MAX_LENGTH };
  }

  heightLimits(): Limits {
    const { style } = this.box;
    return { min: this.height(style['min-block-size']) ?? 0, max: this.height(style['max-block-size']) ?? MAX_LENGTH };
  }

  width(value: SizeValue | MaxSize): number | undefined {
    if (value === 'auto' || value === 'none') return undefined;
    if (value === 'stretch') return this.stretch;
    // As the min- and max-content widths are equal, fit-content widths are the same.
    if (!isLengthPercentage(value)) return this.intrinsic;
    return this.#contentBox(resolveLength(value, this.space.percentageWidth), horizontal(this.borderPadding));
  }

  height(value: SizeValue | MaxSize): number | undefined {
    if (this.space.contentHeight) return undefined;
    const edges = vertical(this.borderPadding);
    if (value === 'stretch') {
      const { percentageHeight } = this.space;
      return percentageHeight === undefined ? undefined : Math.max(0, percentageHeight - edges);
    }
    if (!isLengthPercentage(value)) return undefined;
    // Heights of cells are indefinite while a table measures them.
    if (this.space.tableCell?.phase === 'measure' && hasPercentage(value)) return undefined;
    const length = resolvePercentage(value, this.space.percentageHeight);
    return length === undefined ? undefined : this.#contentBox(length, edges);
  }

  #contentBox(length: number, edges: number): number {
    return Math.max(0, snap(length) - (this.box.style['box-sizing'] === 'border-box' ? edges : 0));
  }
}
