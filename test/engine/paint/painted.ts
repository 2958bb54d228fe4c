/** Runs documents through the engine up to the display list, and describes items in a line each. */

import type { Color } from '../../../src/engine/css/values/values.js';
import { boundsOf } from '../../../src/engine/paint/bounds.js';
import type { DisplayItem, DisplayList, Tag } from '../../../src/engine/paint/display-list.js';
import { type PaintOptions, paintDocument } from '../../../src/engine/paint/paint.js';
import type { GlyphText } from '../../../src/engine/text/outlines.js';
import { layOut, shaper } from '../layout/lay-out.js';

/** A page without margins and a body without any, so that coordinates are easy to read. */
export const BARE =
  '<!DOCTYPE html><style>@page{size:400px 300px;margin:0}body{margin:0;font:16px Arimo}p{margin:0}</style>';

export function paintHtml(html: string, options: PaintOptions = {}): DisplayList {
  const glyphs = (text: GlyphText) => shaper.glyphs(text);
  const { layout, styled } = layOut(html);
  return paintDocument(layout, styled, { glyphs, ...options });
}

/** The items of the first page, nested ones indented by two spaces each. */
export function painted(html: string, options: PaintOptions = {}): string[] {
  return describe(paintHtml(BARE + html, options).pages[0]!.items);
}

export function describe(items: readonly DisplayItem[], indent = ''): string[] {
  return items.flatMap((item) => [
    indent + line(item),
    ...('children' in item ? describe(item.children, `${indent}  `) : []),
  ]);
}

/** Only the text, in the order it is emitted in. */
export const texts = (html: string): string[] =>
  painted(html)
    .filter((item) => item.trim().startsWith('text'))
    .map((item) => item.replace(/^ *text \S+ /, ''));

function line(item: DisplayItem): string {
  switch (item.kind) {
    case 'text':
      return `text ${round(item.x)},${round(item.y)} ${item.text}`;
    case 'rect':
      return `rect ${place(item)} ${'type' in item.fill ? item.fill.type : hex(item.fill)}${item.radii ? ` radii ${item.radii.map((r) => r.map(round).join('/')).join(' ')}` : ''}`;
    case 'path':
      return `path ${item.fill ? hex(item.fill) : ''}${item.stroke ? `stroke ${hex(item.stroke.color)} ${item.stroke.width}` : ''}`;
    case 'image':
      return `image ${place(item)}${item.alt === undefined ? '' : ` "${item.alt}"`}`;
    case 'tiles':
      return `tiles ${place(item)} of ${place(item.tile)}`;
    case 'link-area':
      return `area ${place(item)}`;
    case 'group':
      return [
        'group',
        item.clip && `clip ${place(item.clip)}`,
        item.transform && `matrix ${item.transform.map(round)}`,
        item.opacity !== undefined && `opacity ${item.opacity}`,
        item.shape && `shape ${place(boundsOf({ kind: 'path', ...item.shape }))}`,
        item.mask && `${item.mask.mode} mask ${item.mask.items.map(line).join(', ')}`,
        item.filter &&
          `filter${item.filter.matrix ? ' matrix' : ''}${item.filter.blur ? ` blur ${item.filter.blur}` : ''}`,
        item.blend && `blend ${item.blend}`,
        item.isolated && 'isolated',
        item.compositeAsGroup && 'together',
      ]
        .filter(Boolean)
        .join(' ');
    case 'drawing':
      return `drawing ${place(item)}: ${describe([item.group]).join(' | ')}`;
    case 'tag':
      return `<${tagName(item.tag)}>`;
    case 'anchor':
      return `anchor ${item.name}`;
  }
}

function tagName(tag: Tag): string {
  if (tag.type === 'heading') return `h${tag.level} "${tag.outline}"`;
  if (tag.type === 'link')
    return `link ${tag.target.type === 'url' ? tag.target.url : `page ${tag.target.page} ${tag.target.x},${tag.target.y}`}`;
  if (tag.type === 'table-row') return `${tag.role} row`;
  if (tag.type === 'table-cell') return `${tag.header ? 'th' : 'td'} ${tag.colspan}x${tag.rowspan}`;
  return tag.type === 'formula' ? `formula ${tag.alt}` : tag.type;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const round = (value: number): number => Math.round(value * 100) / 100 + 0;
const place = ({ x, y, width, height }: Box) => `${round(x)},${round(y)} ${round(width)}x${round(height)}`;

export function hex({ r, g, b, a }: Color): string {
  const byte = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${byte(r)}${byte(g)}${byte(b)}${a < 1 ? byte(a * 255) : ''}`;
}
