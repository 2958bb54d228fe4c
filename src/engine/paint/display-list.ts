/**
 * The display list: the items to paint on each page, back to front. Lengths are CSS px from the top left of the page
 * box; groups nest. The typst and encode stages convert px to pt.
 */

import type { ImageResource } from '../box/image-resources.js';
import type { SvgEffect } from '../box/svg-effects.js';
import type { PageSheet } from '../css/compute/styled-document.js';
import type { BlendMode, Color, FillRule, PathCommand } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import type { DocumentMetadata } from '../html/metadata.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import type { FittedGradient } from '../layout/images/gradients.js';
import type { PageLabel } from '../layout/page/page-layout.js';
import type { Radii } from '../layout/shapes/radii.js';
import type { FontFace, GlyphCluster, ShapedRange } from '../text/types.js';

export type { PathCommand } from '../css/values/values.js';
export type { FittedGradient, GradientStop } from '../layout/images/gradients.js';
export type { Radii, Radius } from '../layout/shapes/radii.js';

export interface DisplayList {
  /** In a long document, those that are encoded lose their items. */
  readonly pages: DisplayPage[];
  readonly metadata: DocumentMetadata;
  readonly language: string | undefined;
  /** Every face used by text. */
  readonly faces: ReadonlySet<FontFace>;
}

export interface DisplayPage {
  /** Of the page box, px. */
  readonly width: number;
  readonly height: number;
  /** Default: the sheet is the page box. */
  readonly sheet?: PageSheet | undefined;
  /** Default: the number of the page in the file. */
  readonly label?: PageLabel | undefined;
  readonly items: readonly DisplayItem[];
}

export type DisplayItem =
  | TextItem
  | RectItem
  | PathItem
  | ImageItem
  | TilesItem
  | LinkAreaItem
  | GroupItem
  | DrawingItem
  | TagItem
  | AnchorItem;

/** Text in one face on one baseline. All members are always set, so that items share one hidden class. */
export interface TextItem {
  readonly kind: 'text';
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  /** Advance of the whole text, including letter and word spacing. */
  readonly width: number;
  readonly text: string;
  readonly face: FontFace;
  readonly size: number;
  readonly color: Color;
  readonly letterSpacing: number;
  /** Added to every space: `word-spacing` plus justification. */
  readonly wordSpacing: number;
  /** OpenType features in the syntax of HarfBuzz, e.g. ['kern=0']. */
  readonly features: readonly string[];
  readonly rtl: boolean;
  /** BCP 47; undefined: the language of the document. */
  readonly language: string | undefined;
  /** Glyph positions, range by range. Default: the text is shaped on its own. */
  readonly shaped: readonly ShapedRange[] | undefined;
  /** The clusters of composed text, left to right. Default: the compiler shapes the text. */
  readonly clusters: readonly GlyphCluster[] | undefined;
  /** Underlines that glyphs interrupt. */
  readonly underlines: readonly Underline[] | undefined;
  /** Centred on the outlines of the glyphs. */
  readonly stroke: { readonly color: Color; readonly width: number } | undefined;
}

export interface Underline {
  /** From the baseline down to the middle of the line. */
  readonly offset: number;
  readonly thickness: number;
  readonly color: Color;
  readonly dash?: readonly number[];
}

/** A filled rectangle, possibly with rounded corners. */
export interface RectItem {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Color | FittedGradient;
  /** [top-left, top-right, bottom-right, bottom-left], each [rx, ry]. */
  readonly radii?: Radii;
}

/** Makes rectangles of one hidden class. */
export function rectItem(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: RectItem['fill'],
  radii?: Radii,
): RectItem {
  return { kind: 'rect', x, y, width, height, fill, radii };
}

export interface PathItem {
  readonly kind: 'path';
  readonly commands: readonly PathCommand[];
  readonly fill?: Color;
  readonly fillRule?: 'nonzero' | 'evenodd';
  readonly stroke?: {
    readonly color: Color;
    readonly width: number;
    readonly dash?: readonly number[];
    readonly cap?: 'butt' | 'round' | 'square';
  };
}

export interface ImageItem {
  readonly kind: 'image';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly image: ImageResource | { readonly key: string; readonly format: 'svg'; readonly bytes: Uint8Array };
  readonly alt: string | undefined;
  /** See TagItem; set where the image has no tag around it. */
  readonly order?: number;
  /** Scale up with nearest-neighbour sampling. */
  readonly pixelated?: boolean;
  /** Scale up with smooth interpolation. */
  readonly smooth?: boolean;
}

/** A rectangle tiled with one image or gradient; `tile` is the first tile. */
export interface TilesItem {
  readonly kind: 'tiles';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly tile: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Distance from one tile to the next. */
  readonly stepX: number;
  readonly stepY: number;
  readonly picture: ImageItem['image'] | FittedGradient;
  /** The rectangle that a gradient is fitted to, which may exceed the tile. Default: the tile. */
  readonly gradientRect?: Rect;
  readonly pixelated?: boolean;
}

/** The clickable area of a link; paints nothing. */
export interface LinkAreaItem {
  readonly kind: 'link-area';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Children that are clipped, transformed or composited together. */
export interface GroupItem {
  readonly kind: 'group';
  readonly children: readonly DisplayItem[];
  /** In the coordinate space outside the group: it clips the transformed children. */
  readonly clip?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly radii?: Radii;
  };
  /** CSS matrix [a, b, c, d, e, f] about the origin of the page. */
  readonly transform?: readonly [number, number, number, number, number, number];
  readonly opacity?: number;
  /** Clips to a shape, in the coordinate space inside the group like all that follow. */
  readonly shape?: { readonly commands: readonly PathCommand[]; readonly fillRule: FillRule };
  /** The alpha or luminance of these items multiplies the alpha of the group. */
  readonly mask?: { readonly items: readonly DisplayItem[]; readonly mode: 'alpha' | 'luminance' };
  /** Applied before the other effects. */
  readonly filter?: PixelFilter;
  /** A filter, clip path or mask that is an SVG element. A group has no other effect beside it. */
  readonly svgEffect?: SvgEffect;
  readonly blend?: BlendMode;
  /** Blend modes inside do not affect the backdrop of the group. */
  readonly isolated?: boolean;
  /** Children overlap, so they must be composited before `opacity` applies. */
  readonly compositeAsGroup?: boolean;
  /** The element that the effects belong to, for diagnostics. */
  readonly element?: ElementNode;
}

/** A filter on pixels: the matrix first, then the blur. */
export interface PixelFilter {
  /** 4 × 5, row by row, for unpremultiplied channels from 0 to 1. Source: filter-effects-1/#feColorMatrixElement */
  readonly matrix?: readonly number[];
  /** Standard deviation, px. */
  readonly blur?: number;
}

/** A group with effects that Typst supports in SVG images only. Its text is paths, so that none can be extracted. */
export interface DrawingItem {
  readonly kind: 'drawing';
  /** The visible area. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly group: GroupItem;
  readonly alt: string | undefined;
}

/** Children with a role in the structure tree of a tagged PDF. */
export interface TagItem {
  readonly kind: 'tag';
  readonly tag: Tag;
  readonly children: readonly DisplayItem[];
  /** Place of its content in the document, among that of all pages; undefined: on its page, as for footnotes. */
  readonly order: number | undefined;
}

export type Tag =
  | { readonly type: 'heading'; readonly level: number; readonly outline: string }
  | { readonly type: 'paragraph' }
  | { readonly type: 'list' }
  | { readonly type: 'list-item' }
  | { readonly type: 'list-label' }
  | TableTag
  | RowTag
  | CellTag
  | { readonly type: 'figure'; readonly alt: string | undefined }
  /** A formula, and the text that stands for it. */
  | { readonly type: 'formula'; readonly alt: string }
  | { readonly type: 'link'; readonly target: LinkTarget }
  /** An outline entry without content; it is no part of the structure tree. */
  | {
      readonly type: 'bookmark';
      readonly level: number;
      readonly label: string;
      readonly x: number;
      readonly y: number;
    }
  /** Decoration, which screen readers skip. */
  | { readonly type: 'artifact' };

/** One object for all pages that the table is on; so are its rows and cells. */
export interface TableTag {
  readonly type: 'table';
  /** All rows, those of other pages included: first the head, last the foot. */
  readonly rows: readonly RowTag[];
}

export interface RowTag {
  readonly type: 'table-row';
  readonly role: 'header' | 'body' | 'footer';
  /** All cells, empty ones included. */
  readonly cells: readonly CellTag[];
}

export interface CellTag {
  readonly type: 'table-cell';
  readonly header: boolean;
  readonly colspan: number;
  /** 0: to the end of the section. */
  readonly rowspan: number;
}

export type LinkTarget =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'anchor'; readonly page: number; readonly x: number; readonly y: number };

/** A destination of bookmarks and links. */
interface AnchorItem {
  readonly kind: 'anchor';
  readonly name: string;
  readonly x: number;
  readonly y: number;
}
