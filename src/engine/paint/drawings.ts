/**
 * Turns groups with effects that Typst supports in SVG images only into drawings. Invisible copies of their text and
 * links lie on top, so that readers can still find, copy, click and read them aloud.
 */

import type { Matrix } from '../css/compute/transform-matrix.js';
import type { PathCommand } from '../css/values/values.js';
import type { Deadline } from '../deadline.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { EMBOLDENING, type GlyphShape, type GlyphText, joinOutlines } from '../text/outlines.js';
import { boundsOf } from './bounds.js';
import type { DisplayItem, DrawingItem, GroupItem, ImageItem, PathItem, TextItem } from './display-list.js';
import { blurredImage } from './raster.js';

/** Gives the glyphs of a text as shapes. */
export type GlyphSource = (text: GlyphText) => readonly GlyphShape[];

/** Whether a group has effects beyond clip, transform and the opacity of its items. */
export function needsDrawing({
  shape,
  mask,
  filter,
  svgEffect,
  blend,
  isolated,
  compositeAsGroup,
}: GroupItem): boolean {
  return Boolean(shape || mask || filter || svgEffect || blend || isolated || compositeAsGroup);
}

export function hasDrawing(item: DisplayItem): boolean {
  if (item.kind === 'tag') return item.children.some(hasDrawing);
  return item.kind === 'group' && (needsDrawing(item) || item.children.some(hasDrawing));
}

/**
 * Replaces every group that needs a drawing.
 * @param visible   what can be seen of the plane that the items are in; undefined: not known
 * @param deadline  checked for each of them
 */
export function resolveDrawings(
  items: readonly DisplayItem[],
  glyphs: GlyphSource,
  visible: Rect | undefined,
  deadline?: Deadline,
): readonly DisplayItem[] {
  return items.flatMap((item): readonly DisplayItem[] => {
    if (item.kind === 'tag') return [{ ...item, children: resolveDrawings(item.children, glyphs, visible, deadline) }];
    if (item.kind !== 'group') return [item];
    const inside = visible && item.transform ? inverseOf(visible, item.transform) : visible;
    if (!needsDrawing(item)) return [{ ...item, children: resolveDrawings(item.children, glyphs, inside, deadline) }];
    deadline?.checkNow(); // it may be rasterized
    return item.opacity === 0 ? [] : drawn(item, glyphs, inside);
  });
}

/** The rectangle that a transform maps to `rect`; undefined when that has another orientation. */
function inverseOf(rect: Rect, [a, b, c, d, e, f]: Matrix): Rect | undefined {
  if (b !== 0 || c !== 0 || !(a > 0) || !(d > 0)) return undefined;
  return { x: (rect.x - e) / a, y: (rect.y - f) / d, width: rect.width / a, height: rect.height / d };
}

/** The group's own transform and clip stay outside the drawing, where Typst applies them. */
function drawn(group: GroupItem, glyphs: GlyphSource, part: Rect | undefined): DisplayItem[] {
  const { transform, clip, ...effects } = group;
  const shapes = asShapes(effects, glyphs);
  const alts: string[] = [];
  const invisible = asInvisible(group.children, alts);
  const visible = blurred(shapes, part) ?? drawingOf(shapes, alts.length > 0 ? alts.join(' ') : undefined);
  if (!visible) return [];
  const children = [visible, ...invisible];
  if (!transform && !clip) return children;
  return [{ kind: 'group', ...(transform && { transform }), ...(clip && { clip }), children }];
}

function drawingOf(group: GroupItem, alt: string | undefined): DrawingItem | undefined {
  const { x, y, width, height } = wholePx(boundsOf(group));
  return width > 0 && height > 0 ? { kind: 'drawing', x, y, width, height, group, alt } : undefined;
}

function wholePx({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

/** The image of a group whose only effect is a blur; undefined for others and for what only Typst can draw. */
function blurred(group: GroupItem, visible?: Rect): ImageItem | undefined {
  const { filter, shape, mask, blend, isolated, opacity = 1 } = group;
  if (filter?.blur === undefined || filter.matrix || shape || mask || blend || isolated || opacity !== 1)
    return undefined;
  return blurredImage(group, filter.blur, visible);
}

/** The group without tags and link areas, its text as paths. */
function asShapes(group: GroupItem, glyphs: GlyphSource): GroupItem {
  const children = shapesOnly(group.children, glyphs);
  const mask = group.mask && { ...group.mask, items: shapesOnly(group.mask.items, glyphs) };
  return { ...group, children, ...(mask && { mask }) };
}

function shapesOf(item: DisplayItem, glyphs: GlyphSource): DisplayItem[] {
  switch (item.kind) {
    case 'tag':
      return shapesOnly(item.children, glyphs);
    case 'link-area':
    case 'anchor':
      return [];
    case 'group': {
      const shapes = asShapes(item, glyphs);
      return [(!shapes.transform && !shapes.clip && blurred(shapes)) || shapes];
    }
    case 'text':
      return textShapes(item, glyphs);
    default:
      return [item];
  }
}

/** The items without tags and link areas, their text as paths. */
export function shapesOnly(items: readonly DisplayItem[], glyphs: GlyphSource): DisplayItem[] {
  return items.flatMap((item) => shapesOf(item, glyphs));
}

/** A text as one path plus its underlines. Colour glyphs have no outline, so such a text stays text. */
function textShapes(item: TextItem, glyphs: GlyphSource): DisplayItem[] {
  if (item.face.color) return [item];
  const lines = (item.underlines ?? []).map(({ offset, thickness, color, dash }): PathItem => {
    const y = item.y + offset;
    const commands: PathCommand[] = [
      ['M', item.x, y],
      ['L', item.x + item.width, y],
    ];
    return { kind: 'path', commands, stroke: { color, width: thickness, ...(dash && { dash }) } };
  });
  const commands = outlinesOf(item, glyphs);
  if (commands.length === 0) return lines;
  const bold = item.face.syntheticBold
    ? { color: item.color, width: item.size * EMBOLDENING }
    : item.stroke && { color: item.stroke.color, width: item.stroke.width };
  return [...lines, { kind: 'path', commands, fill: item.color, ...(bold && { stroke: bold }) }];
}

export function outlinesOf(item: TextItem, glyphs: GlyphSource): PathCommand[] {
  return joinOutlines(glyphs(item), item, item.x, item.y);
}

/** Invisible copies of text, links and anchors. @param alts collects the alternative texts of images */
function asInvisible(items: readonly DisplayItem[], alts: string[]): DisplayItem[] {
  return items.flatMap((item): DisplayItem[] => {
    switch (item.kind) {
      case 'text':
        return [{ ...item, color: { ...item.color, a: 0 }, underlines: undefined, stroke: undefined }];
      case 'link-area':
      case 'anchor':
        return [item];
      case 'image':
        if (item.alt !== undefined) alts.push(item.alt);
        return [];
      case 'tag': {
        const children = asInvisible(item.children, alts);
        return children.length > 0 ? [{ ...item, children }] : [];
      }
      case 'group': {
        const children = asInvisible(item.children, alts);
        if (children.length === 0) return [];
        return item.transform ? [{ kind: 'group', transform: item.transform, children }] : children;
      }
      default:
        return [];
    }
  });
}
