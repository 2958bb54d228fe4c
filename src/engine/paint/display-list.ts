/**
 * The display list: what to draw on each page, in painting order. Lengths are CSS px from the page box's top left;
 * groups nest. The Typst stage turns px into pt.
 */

import type { ImageResource } from '../box/tree.js';
import type { BlendMode, Color, FillRule, PathCommand } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import type { DocumentMetadata } from '../html/metadata.js';
import type { FontFace, GlyphCluster, ShapedRange } from '../text/types.js';

export type { PathCommand } from '../css/values/values.js';

export interface DisplayList {
  readonly pages: readonly DisplayPage[];
  readonly metadata: DocumentMetadata;
  readonly language: string | undefined;
  /** Every face that text uses. */
  readonly faces: ReadonlySet<FontFace>;
}

export interface DisplayPage {
  readonly width: number;
  readonly height: number;
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

/** Text of one face on one baseline. */
export interface TextItem {
  readonly kind: 'text';
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  /** Advance of the whole text, spacing included. */
  readonly width: number;
  readonly text: string;
  readonly face: FontFace;
  readonly size: number;
  readonly color: Color;
  readonly letterSpacing: number;
  /** Added to each space: word-spacing and justification together. */
  readonly wordSpacing: number;
  /** OpenType features, e.g. ['kern=0']. */
  readonly features: readonly string[];
  readonly rtl: boolean;
  /** BCP 47; undefined: the document's. */
  readonly language: string | undefined;
  /** Where its glyphs are, part by part; default: it is shaped by itself. */
  readonly shaped?: readonly ShapedRange[];
  /** What a composed text is put together from, left to right. Default: each character is shown by a glyph of its own. */
  readonly clusters?: readonly GlyphCluster[];
  /** Lines with gaps where glyphs cross them. */
  readonly underlines?: readonly Underline[];
  /** Along the edges of the letters, half of it inside. */
  readonly stroke?: { readonly color: Color; readonly width: number };
}

export interface Underline {
  /** Of its middle, below the baseline. */
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

/** A gradient fitted to the rectangle it fills. Offsets ascend from 0 to 1; colours are not premultiplied. */
export type FittedGradient =
  /** Degrees clockwise from "to top", as CSS counts; 0 and 1 are where the corners are. */
  | { readonly type: 'linear'; readonly angle: number; readonly stops: readonly GradientStop[] }
  /** From the centre of the rectangle; 1 is the ellipse that touches its sides. */
  | { readonly type: 'radial'; readonly stops: readonly GradientStop[] }
  /** Around the centre of the rectangle, clockwise from `from` degrees. */
  | { readonly type: 'conic'; readonly from: number; readonly stops: readonly GradientStop[] };

export interface GradientStop {
  readonly offset: number;
  readonly color: Color;
}

export type Radii = readonly [Radius, Radius, Radius, Radius];
export type Radius = readonly [number, number];

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
  /** Enlarged pixels are squares. */
  readonly pixelated?: boolean;
  /** Enlarged pixels flow into each other. */
  readonly smooth?: boolean;
}

/** A rectangle filled with copies of one picture, `tile` being the first. */
export interface TilesItem {
  readonly kind: 'tiles';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly tile: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** From one copy to the next. */
  readonly stepX: number;
  readonly stepY: number;
  readonly picture: ImageItem['image'] | FittedGradient;
  readonly pixelated?: boolean;
}

/** A rectangle that follows a link, with nothing to see. */
export interface LinkAreaItem {
  readonly kind: 'link-area';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Children painted together: clipped, transformed, or with one opacity. */
export interface GroupItem {
  readonly kind: 'group';
  readonly children: readonly DisplayItem[];
  /** In the coordinates around the group: it cuts what the transform has moved. */
  readonly clip?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly radii?: Radii;
  };
  /** CSS matrix [a, b, c, d, e, f] about the page's origin. */
  readonly transform?: readonly [number, number, number, number, number, number];
  readonly opacity?: number;
  /** Outside of it nothing shows. In the group's own coordinates, as are the following. */
  readonly shape?: { readonly commands: readonly PathCommand[]; readonly fillRule: FillRule };
  /** What shows is multiplied by the opacity, or the lightness, of these. */
  readonly mask?: { readonly items: readonly DisplayItem[]; readonly mode: 'alpha' | 'luminance' };
  /** Applied before anything else. */
  readonly filter?: PixelFilter;
  readonly blend?: BlendMode;
  /** Blend modes inside do not reach what is behind the group. */
  readonly isolated?: boolean;
  /** Children overlap: they are to be put together before `opacity` applies. */
  readonly together?: boolean;
  /** Whose effects they are, for diagnostics. */
  readonly element?: ElementNode;
}

/** A change of pixels: first the matrix, then the blur. */
export interface PixelFilter {
  /** 4 × 5, by rows, for channels of 0 to 1 that are not premultiplied. Source: filter-effects-1/#feColorMatrixElement */
  readonly matrix?: readonly number[];
  /** Standard deviation, px. */
  readonly blur?: number;
}

/** A group with effects that are only known for pictures. It has no text but shapes; nothing in it can be read. */
export interface DrawingItem {
  readonly kind: 'drawing';
  /** What of it can be seen. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly group: GroupItem;
  readonly alt: string | undefined;
}

/** Children that mean something to assistive technology. */
export interface TagItem {
  readonly kind: 'tag';
  readonly tag: Tag;
  readonly children: readonly DisplayItem[];
}

export type Tag =
  | { readonly type: 'heading'; readonly level: number; readonly outline: string }
  | { readonly type: 'paragraph' }
  | { readonly type: 'list' }
  | { readonly type: 'list-item' }
  | { readonly type: 'list-label' }
  | { readonly type: 'table'; readonly columns: number }
  | { readonly type: 'table-row'; readonly role: 'header' | 'body' | 'footer' }
  | { readonly type: 'table-cell'; readonly header: boolean; readonly colspan: number; readonly rowspan: number }
  | { readonly type: 'figure'; readonly alt: string | undefined }
  | { readonly type: 'link'; readonly target: LinkTarget }
  /** Without content, and no part of what is read. */
  | {
      readonly type: 'bookmark';
      readonly level: number;
      readonly label: string;
      readonly x: number;
      readonly y: number;
    }
  /** Decoration: not read aloud. */
  | { readonly type: 'artifact' };

export type LinkTarget =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'anchor'; readonly page: number; readonly x: number; readonly y: number };

/** A place that bookmarks or links may point to. */
export interface AnchorItem {
  readonly kind: 'anchor';
  readonly name: string;
  readonly x: number;
  readonly y: number;
}
