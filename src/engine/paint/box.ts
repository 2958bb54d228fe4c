/** Paints the parts of a single box: background, border, outline, replaced content, table layers. */

import type { ReplacedBox } from '../box/tree.js';
import type { Deadline } from '../deadline.js';
import type { ElementNode } from '../html/dom.js';
import type {
  CollapsedBorder,
  LegendGap,
  PhysicalBoxFragment,
  PhysicalLineFragment,
} from '../layout/algorithm/fragment.js';
import { NO_EDGES, type Rect } from '../layout/algorithm/geometry.js';
import { sumEdges } from '../layout/sizing/edges.js';
import { type BackgroundArea, hasBackground, type ImageSource, type Picture, paintBackground } from './background.js';
import { paintBorderImage } from './border-image.js';
import { paintBorders, paintCollapsedBorder, paintOutline } from './borders.js';
import { type DisplayItem, type GroupItem, type PathCommand, type Radii, rectItem } from './display-list.js';
import { paintMasks } from './masks.js';
import { type Drawings, paintReplaced } from './replaced.js';
import { insetRadii, insetRect, usedRadii } from './rounded.js';
import { checkShadows, paintInnerShadows, paintOuterShadows } from './shadows.js';
import { type BoxHeights, type InlineSlices, isSlicedInline, joinedRect } from './slices.js';
import { snapped, snapRect } from './snap.js';
import type { CellLayer } from './table-layers.js';
import type { TextPainter } from './text.js';

/** The canvas of a page: the box whose background is propagated to it. */
export interface Canvas {
  /** The box whose background the canvas shows; the box itself does not paint it again. */
  readonly source: PhysicalBoxFragment['box'] | undefined;
  /** The page area, in the coordinate space of the boxes. */
  readonly viewport?: Rect;
  /** Whether an element is transformed, or inside of one that is. Default: none is. */
  readonly isTransformed?: (element: ElementNode) => boolean;
}

export class BoxPainter {
  constructor(
    /** @param box owner of the background, for diagnostics */
    private readonly images: (box: PhysicalBoxFragment['box']) => ImageSource,
    private readonly drawings: Drawings,
    private readonly canvas: Canvas,
    private readonly heights: BoxHeights,
    private readonly inlineSlices: InlineSlices,
    private readonly text: TextPainter,
    /** Receives the elements of visible images without alternative text. */
    private readonly undescribed?: Set<ElementNode>,
    private readonly deadline?: Deadline | undefined,
  ) {}

  /** Shadows, background and border, from back to front. */
  decorations(fragment: PhysicalBoxFragment, x: number, y: number): readonly DisplayItem[] {
    const { style, box, details } = fragment;
    if (details?.kind === 'hidden-table-cell') return NOTHING;
    const shadows = style['box-shadow'];
    // The background of rows and row groups is painted in their cells.
    const inCells = box.kind === 'table-row' || box.kind === 'table-section';
    const showsBackground = box !== this.canvas.source && !inCells && hasBackground(style);
    const image = this.#borderImage(fragment);
    const showsBorder = image !== undefined || hasBorder(fragment);
    if (
      !showsBackground &&
      !showsBorder &&
      shadows.length === 0 &&
      details?.kind !== 'multicol' &&
      details?.kind !== 'math'
    )
      return NOTHING;
    const border = decoratedRect(fragment, x, y);
    const radii = usedRadii(style, border, fragment);
    const items: DisplayItem[] = [];
    if (shadows.length > 0) {
      const opaque = style['background-color'].a === 1 && style.opacity === 1;
      checkShadows(shadows, box.element);
      for (const item of paintOuterShadows(shadows, { rect: border, radii }, opaque, this.deadline)) items.push(item);
    }
    // The legend of a fieldset is in a gap of its background and its border.
    const outside = (painted: DisplayItem[]) =>
      details?.kind === 'fieldset' ? aroundLegend(painted, fragment, details.legendGap, border, { x, y }) : painted;
    if (showsBackground) {
      const area = this.#backgroundArea(fragment, border, radii, x, y);
      items.push(...outside(paintBackground(style, area, this.images(box))));
    }
    if (shadows.length > 0) {
      const rect = insetRect(border, fragment.border);
      const padding = { rect, radii: radii && insetRadii(radii, fragment.border) };
      for (const item of paintInnerShadows(shadows, padding, this.deadline)) items.push(item);
    }
    if (showsBorder) {
      const sides = image
        ? paintBorderImage(style, image, border, fragment.border)
        : paintBorders(style, border, fragment.border, radii);
      items.push(...outside(sides));
    }
    if (details?.kind === 'math') items.push(...mathBars(fragment, details.bars, x, y));
    if (details?.kind === 'multicol') items.push(...columnRules(fragment, details.columnRules, x, y));
    return items;
  }

  /** Paints the background of a row, row group or column in one cell. */
  cellLayer({ style, cell, part }: CellLayer, box: PhysicalBoxFragment['box']): DisplayItem[] {
    const area = { border: cell, borderWidths: NO_EDGES, padding: NO_EDGES, radii: undefined, positioning: part };
    return paintBackground(style, area, this.images(box));
  }

  /** The image that replaces the borders. Collapsed borders belong to no box, so none replaces them. */
  #borderImage({ style, box }: PhysicalBoxFragment): Picture | undefined {
    const source = style['border-image-source'];
    const isCell = style.display === 'table-cell' || box.kind === 'table';
    if (source === 'none' || (isCell && style['border-collapse'] === 'collapse')) return undefined;
    return source.type === 'url' ? this.images(box)(source) : source;
  }

  masks(fragment: PhysicalBoxFragment, x: number, y: number): NonNullable<GroupItem['mask']>[] {
    const { style, box } = fragment;
    if (style['mask-image'].every((image) => image === 'none')) return [];
    const border = decoratedRect(fragment, x, y);
    const radii = usedRadii(style, border, fragment);
    return paintMasks(style, this.#backgroundArea(fragment, border, radii, x, y), this.images(box));
  }

  #backgroundArea(
    fragment: PhysicalBoxFragment,
    border: Rect,
    radii: Radii | undefined,
    x: number,
    y: number,
  ): BackgroundArea {
    const { viewport, isTransformed } = this.canvas;
    // There, `background-attachment: fixed` is as `scroll`: https://drafts.csswg.org/css-transforms-1/#transform-rendering
    const isFixed = fragment.style['background-attachment'].includes('fixed') && !isTransformed?.(fragment.box.element);
    return {
      border,
      borderWidths: fragment.border,
      padding: fragment.padding,
      radii,
      positioning: isSlicedInline(fragment)
        ? this.inlineSlices.joinedRect(border, fragment)
        : joinedRect(border, fragment, this.heights),
      ...(isFixed && viewport && { viewport }),
      text: () => this.#textOutlines(fragment, x, y),
    };
  }

  #textOutlines(fragment: PhysicalBoxFragment | PhysicalLineFragment, x: number, y: number): PathCommand[] {
    return fragment.children.flatMap(({ fragment: child, x: dx, y: dy }): PathCommand[] => {
      if (child.kind === 'text') return this.text.outlines(child, x + dx, y + dy);
      const shift = child.kind === 'box' ? child.shift : undefined;
      return this.#textOutlines(child, x + dx + (shift?.x ?? 0), y + dy + (shift?.y ?? 0));
    });
  }

  outline(fragment: PhysicalBoxFragment, x: number, y: number): readonly DisplayItem[] {
    if (fragment.style['outline-style'] === 'none') return NOTHING;
    const border = decoratedRect(fragment, x, y);
    return paintOutline(fragment.style, border, usedRadii(fragment.style, border, fragment));
  }

  collapsedBorders(borders: readonly CollapsedBorder[], x: number, y: number): DisplayItem[] {
    const items: DisplayItem[] = [];
    for (const border of borders) {
      const { rect } = border;
      const edge = snapRect(x + rect.x, y + rect.y, rect.width, rect.height);
      for (const item of paintCollapsedBorder(border, edge)) items.push(item);
    }
    return items;
  }

  replaced(fragment: PhysicalBoxFragment, box: ReplacedBox, x: number, y: number): DisplayItem[] {
    const { style, border, padding } = fragment;
    const outer = snapRect(x, y, fragment.width, fragment.height);
    const edges = sumEdges(border, padding);
    const content = snapped(insetRect({ x, y, width: fragment.width, height: fragment.height }, edges));
    const radii = usedRadii(style, outer, fragment);
    const physicalBox = fragment.writingMode ? inPhysicalSize(box) : box;
    const items = paintReplaced(physicalBox, style, content, radii && insetRadii(radii, edges), this.drawings);
    if (this.undescribed && items.length > 0 && box.content.type !== 'blank' && box.content.alt === undefined)
      this.undescribed.add(box.element);
    return items;
  }
}

const NOTHING: readonly DisplayItem[] = [];

/** Swaps the natural sizes of a vertical box, which are stored in logical axes. */
function inPhysicalSize(box: ReplacedBox): ReplacedBox {
  const { naturalWidth, naturalHeight, naturalRatio } = box;
  const ratio = naturalRatio && 1 / naturalRatio;
  return { ...box, naturalWidth: naturalHeight, naturalHeight: naturalWidth, naturalRatio: ratio };
}

/** Painted like collapsed borders. Source: https://drafts.csswg.org/css-multicol-1/#column-gaps-and-rules */
function columnRules(
  { style, writingMode }: PhysicalBoxFragment,
  rules: readonly Rect[],
  x: number,
  y: number,
): DisplayItem[] {
  const side = writingMode ? 'horizontal' : 'vertical';
  return rules.flatMap(({ width, height, ...at }) => {
    const rect = snapRect(x + at.x, y + at.y, width, height);
    return paintCollapsedBorder(
      { side, style: style['column-rule-style'], color: style['column-rule-color'], rect },
      rect,
    );
  });
}

/** Bars in whole px, centred on their top edge. Source: Blink's MathMLPainter::PaintBar */
function mathBars({ style }: PhysicalBoxFragment, bars: readonly Rect[], x: number, y: number): DisplayItem[] {
  return bars.flatMap((bar) => {
    const { width, height, ...at } = snapRect(x + bar.x, y + bar.y, bar.width, bar.height);
    if (width <= 0 || height <= 0) return [];
    return [rectItem(at.x, at.y - Math.floor(height / 2), width, height, style.color)];
  });
}

/** Clips the area behind the legend out of a fieldset's background or border. */
function aroundLegend(
  painted: DisplayItem[],
  { border }: PhysicalBoxFragment,
  { x, width, side = 'top' }: LegendGap,
  rect: Rect,
  corner: { readonly x: number; readonly y: number },
): DisplayItem[] {
  const thickness = border[side];
  const isAbove = side === 'top';
  // Offsets along the side with the legend, from the start of the rectangle.
  const start = isAbove ? corner.x + x - rect.x : corner.y + x - rect.y;
  const end = start + width;
  const edge = side === 'right' ? rect.x + rect.width - thickness : rect.x;
  const parts = isAbove
    ? [
        { ...rect, width: start, height: thickness },
        { ...rect, x: rect.x + end, width: rect.width - end, height: thickness },
        { ...rect, y: rect.y + thickness, height: rect.height - thickness },
      ]
    : [
        { ...rect, x: edge, width: thickness, height: start },
        { ...rect, x: edge, width: thickness, y: rect.y + end, height: rect.height - end },
        { ...rect, x: side === 'left' ? rect.x + thickness : rect.x, width: rect.width - thickness },
      ];
  return parts
    .filter((part) => part.width > 0 && part.height > 0)
    .map((clip) => ({ kind: 'group', clip, children: painted }));
}

/** The border box; for a table with captions that of its grid, for a fieldset the part from its border down. */
function decoratedRect({ details, width, height }: PhysicalBoxFragment, x: number, y: number): Rect {
  if (details?.kind === 'fieldset') {
    const { borderOutset, side = 'top' } = details.legendGap;
    if (side === 'top') return snapRect(x, y + borderOutset, width, height - borderOutset);
    return snapRect(side === 'left' ? x + borderOutset : x, y, width - borderOutset, height);
  }
  const gridRect = details?.kind === 'table' ? details.gridRect : undefined;
  return gridRect
    ? snapRect(x + gridRect.x, y + gridRect.y, gridRect.width, gridRect.height)
    : snapRect(x, y, width, height);
}

function hasBorder({ border, box, style, details }: PhysicalBoxFragment): boolean {
  const collapsedBorders = details?.kind === 'table' && details.collapsedBorders;
  // The table paints collapsed borders; rows and row groups have no borders of their own.
  const collapsed = style['border-collapse'] === 'collapse' && style.display === 'table-cell';
  if (collapsed || collapsedBorders || box.kind === 'table-row' || box.kind === 'table-section') return false;
  return border.top > 0 || border.right > 0 || border.bottom > 0 || border.left > 0;
}
