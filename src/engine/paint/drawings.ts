/**
 * Groups with effects that PDFs written by Typst know for pictures only: each becomes a drawing, and what can be read
 * or clicked in it is laid over it unseen, so that it is still found, copied and read aloud.
 */

import type { PathCommand } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/types.js';
import { EMBOLDENING, type GlyphShape, type GlyphText, joinOutlines } from '../text/outlines.js';
import { boundsOf } from './bounds.js';
import type { DisplayItem, DrawingItem, GroupItem, PathItem, TextItem } from './display-list.js';
import { blurredImage } from './raster.js';

/** The glyphs of a text, as shapes. */
export type GlyphSource = (text: GlyphText) => readonly GlyphShape[];

/** Whether a group is more than clips, transforms and opacities of its own parts. */
export function needsDrawing({ shape, mask, filter, blend, isolated, together }: GroupItem): boolean {
  return Boolean(shape || mask || filter || blend || isolated || together);
}

export function hasDrawing(item: DisplayItem): boolean {
  if (item.kind === 'tag') return item.children.some(hasDrawing);
  return item.kind === 'group' && (needsDrawing(item) || item.children.some(hasDrawing));
}

/** The items with such groups replaced. */
export function resolveDrawings(items: readonly DisplayItem[], glyphs: GlyphSource): readonly DisplayItem[] {
  return items.flatMap((item): readonly DisplayItem[] => {
    if (item.kind === 'tag') return [{ ...item, children: resolveDrawings(item.children, glyphs) }];
    if (item.kind !== 'group') return [item];
    if (needsDrawing(item)) return item.opacity === 0 ? [] : drawn(item, glyphs);
    return [{ ...item, children: resolveDrawings(item.children, glyphs) }];
  });
}

/** A group's own transform and clip stay outside, where Typst applies them. */
function drawn(group: GroupItem, glyphs: GlyphSource): DisplayItem[] {
  const { transform, clip, ...effects } = group;
  const shapes = asShapes(effects, glyphs);
  const blurred = onlyBlurs(shapes) ? blurredImage(shapes, shapes.filter!.blur!) : undefined;
  if (blurred) {
    const children = [blurred, ...asUnseen(group.children, [])];
    return transform || clip
      ? [{ kind: 'group', ...(transform && { transform }), ...(clip && { clip }), children }]
      : children;
  }
  const { x, y, width, height } = wholePx(boundsOf(shapes));
  if (width <= 0 || height <= 0) return [];
  const alts: string[] = [];
  const unseen = asUnseen(group.children, alts);
  const alt = alts.length > 0 ? alts.join(' ') : undefined;
  const drawing: DrawingItem = { kind: 'drawing', x, y, width, height, group: shapes, alt };
  const children = [drawing, ...unseen];
  if (!transform && !clip) return children;
  return [{ kind: 'group', ...(transform && { transform }), ...(clip && { clip }), children }];
}

function wholePx({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

/** Whether a blur is all there is to a group, but for a transform and a clip. */
const onlyBlurs = ({ filter, shape, mask, blend, isolated, opacity = 1 }: GroupItem): boolean =>
  filter?.blur !== undefined && !filter.matrix && !shape && !mask && !blend && !isolated && opacity === 1;

/** The group without tags and areas, its text as paths. */
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
      const blurred =
        onlyBlurs(shapes) && !shapes.transform && !shapes.clip && blurredImage(shapes, shapes.filter!.blur!);
      return [blurred || shapes];
    }
    case 'text':
      return textShapes(item, glyphs);
    default:
      return [item];
  }
}

/** The items as shapes without text, tags and areas. */
export function shapesOnly(items: readonly DisplayItem[], glyphs: GlyphSource): DisplayItem[] {
  return items.flatMap((item) => shapesOf(item, glyphs));
}

/** A text as one path, and its underlines. Colour glyphs have no outline: such a text stays one. */
export function textShapes(item: TextItem, glyphs: GlyphSource): DisplayItem[] {
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

/** What can be read or clicked, with nothing to see. @param alts gets the descriptions of images */
function asUnseen(items: readonly DisplayItem[], alts: string[]): DisplayItem[] {
  return items.flatMap((item): DisplayItem[] => {
    switch (item.kind) {
      case 'text': {
        const { underlines, stroke, ...text } = item;
        return [{ ...text, color: { ...item.color, a: 0 } }];
      }
      case 'link-area':
      case 'anchor':
        return [item];
      case 'image':
        if (item.alt !== undefined) alts.push(item.alt);
        return [];
      case 'tag': {
        const children = asUnseen(item.children, alts);
        return children.length > 0 ? [{ ...item, children }] : [];
      }
      case 'group': {
        const children = asUnseen(item.children, alts);
        if (children.length === 0) return [];
        return item.transform ? [{ kind: 'group', transform: item.transform, children }] : children;
      }
      default:
        return [];
    }
  });
}
