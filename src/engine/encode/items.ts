/** Encodes display items as operations of the binary display list. */

import { ORIENTATIONS } from '../box/orientations.js';
import { BLEND_MODES } from '../css/values/values.js';
import type { Deadline } from '../deadline.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { transformed } from '../layout/overflow/transform.js';
import { boundsOf } from '../paint/bounds.js';
import type {
  DisplayItem,
  DisplayPage,
  DrawingItem,
  GroupItem,
  ImageItem,
  LinkTarget,
  TagItem,
  TextItem,
  TilesItem,
} from '../paint/display-list.js';
import { outline } from '../paint/rounded.js';
import type { TextComposer } from './composed-text.js';
import type { EncodedImage } from './document.js';
import { NONE, OP } from './format.js';
import { sizeDrawing } from './pictures.js';
import { writeClip, writeOpacity, writePaint, writePath, writeRect } from './shapes.js';
import { type ContentOwner, type Element, Structure } from './structure.js';
import { drawingSource } from './svg-drawing.js';
import { encodeTag, figureElement, type ItemContext, openElement, type TagEncoder } from './tags.js';
import { type GlyphStrings, TextWriter } from './text.js';
import { underlinePath } from './underlines.js';
import { type ElementItem, isVisible, type WaitingItems, waitingItems } from './waiting-items.js';
import type { ListWriter } from './writer.js';

export interface Bookmark {
  readonly level: number;
  readonly label: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** Encodes the items of a document and collects fonts, images and bookmarks. */
export class ItemEncoder implements TagEncoder {
  readonly bookmarks: Bookmark[] = [];
  readonly texts: TextWriter;
  readonly images: EncodedImage[] = [];
  readonly tables: TagEncoder['tables'] = new Map();
  readonly opened: TagEncoder['opened'] = new Map();
  /** Items of the document whose elements are to be opened before those of later ones. */
  #waiting: WaitingItems | undefined;
  readonly #imageIndices = new Map<string, number>();
  readonly #sized = new Map<string, ImageItem['image']>();
  readonly #structure: Structure;
  /** Of the groups around, the outermost first. */
  readonly #transforms: NonNullable<GroupItem['transform']>[] = [];
  #page = 0;
  /** Within a group, content belongs to the structure element of the group. */
  #isInGroup = false;

  /**
   * @param broken    keys of drawings that cannot be parsed and are left out
   * @param composer  of all text of the document
   */
  constructor(
    private readonly writer: ListWriter,
    private readonly glyphs: GlyphStrings,
    private readonly broken: ReadonlySet<string>,
    private readonly deadline: Deadline | undefined,
    composer: TextComposer,
  ) {
    this.texts = new TextWriter(writer, glyphs, composer);
    this.#structure = new Structure(writer);
  }

  page(items: readonly DisplayItem[], page: number): void {
    this.#page = page;
    this.#structure.startPage();
    this.encode(items, { alpha: 1, owner: 'document', target: undefined, marker: undefined });
  }

  encode(items: readonly DisplayItem[], context: ItemContext): void {
    for (const item of items) this.#item(item, context);
  }

  /**
   * Orders the structure elements of all pages as the document does: an element whose content is on a later page, or painted
   * later because it is above something, is opened early. Source: ISO 32000-1, 14.8.2.3
   */
  order(pages: readonly DisplayPage[]): void {
    this.#waiting = waitingItems(pages);
  }

  /** Opens the elements of items before this one in the document, and its own. */
  #openUpTo(item: ElementItem): void {
    const waiting = this.#waiting;
    if (!waiting || this.opened.has(item)) return;
    for (let next = waiting.next(item); next; next = waiting.next(item)) openElement(next, this);
  }

  open(element: Element): void {
    element.number(this.#structure);
  }

  heading(item: TagItem): void {
    if (item.tag.type !== 'heading') return;
    this.#bookmark({ level: item.tag.level, label: item.tag.outline }, boundsOf(item));
  }

  /** @param rect  where it leads to, inside of the groups around */
  #bookmark({ level, label }: Pick<Bookmark, 'level' | 'label'>, rect: Rect): void {
    const { x, y } = this.#transforms.reduceRight(transformed, rect);
    this.bookmarks.push({ level, label, page: this.#page, x, y });
  }

  #item(item: DisplayItem, context: ItemContext): void {
    this.deadline?.check();
    switch (item.kind) {
      case 'text':
        this.#text(item, context);
        break;
      case 'rect':
        this.#enter(context.marker ?? 'artifact');
        writeRect(this.writer, item, context.alpha);
        break;
      case 'path':
        this.#enter(context.marker ?? 'artifact');
        writePath(this.writer, item, context.alpha);
        break;
      case 'image':
        if (context.owner === 'document') this.#openUpTo(item);
        this.#enter(this.opened.get(item) ?? this.#figure(context.owner, item.alt));
        this.#picture(item.image, item, context.alpha, item.smooth ?? false);
        this.#link(item, context);
        break;
      case 'tiles':
        this.#tiles(item, context);
        break;
      case 'link-area':
        this.#link(item, context);
        break;
      case 'group':
        this.#group(item, context);
        break;
      case 'drawing':
        this.#drawing(item, context);
        break;
      case 'tag':
        if (item.tag.type === 'bookmark')
          this.#bookmark(item.tag, { x: item.tag.x, y: item.tag.y, width: 0, height: 0 });
        else {
          if (context.owner === 'document') this.#openUpTo(item);
          encodeTag(item, context, this);
        }
    }
  }

  #enter(owner: ContentOwner, language?: string): void {
    if (!this.#isInGroup) this.#structure.enter(owner, language);
  }

  #text(item: TextItem, context: ItemContext): void {
    this.#underlines(item, context.alpha);
    this.#enter(context.owner, item.language);
    this.texts.write(item, context.alpha);
    if (!context.target) return;
    const { face, size, x, y, width } = item;
    const ascent = (face.ascent / face.unitsPerEm) * size;
    const descent = (face.descent / face.unitsPerEm) * size;
    this.#link({ x, y: y - ascent, width, height: ascent + descent }, context);
  }

  #underlines(item: TextItem, alpha: number): void {
    if (!item.underlines) return;
    const shapes = this.glyphs.shapes(item);
    for (const line of item.underlines) {
      const path = underlinePath(item, line, shapes);
      if (!path) continue;
      this.#enter('artifact');
      writePath(this.writer, path, alpha);
    }
  }

  #link({ x, y, width, height }: Rect, { owner, target }: ItemContext): void {
    if (!target) return;
    const { writer } = this;
    const number = typeof owner === 'string' ? NONE : owner.number(this.#structure);
    writer.integer(OP.link);
    writer.integer(number);
    writer.numbers(x, y, width, height);
    this.#target(target);
  }

  #target(target: LinkTarget): void {
    const { writer } = this;
    if (target.type === 'url') {
      writer.integer(0);
      writer.text(target.url);
      return;
    }
    writer.integer(1);
    writer.integer(target.page);
    writeDestination(writer, target);
  }

  /** The structure element of an image: a figure if it has an alternative text. */
  #figure(owner: ContentOwner, alt: string | undefined): ContentOwner {
    if (alt === undefined || owner === 'artifact') return 'artifact';
    const parent = owner === 'document' ? undefined : owner;
    return parent?.isDeep ? owner : figureElement(parent, alt);
  }

  #group(group: GroupItem, context: ItemContext): void {
    if (!isVisible(group)) return;
    const alpha = context.alpha * (group.opacity ?? 1);
    const pushed = this.#pushClipAndTransform(group);
    const { owner, target, marker } = context;
    if (group.transform) this.#transforms.push(group.transform);
    this.encode(group.children, { alpha, owner, target, marker });
    if (group.transform) this.#transforms.pop();
    this.#pop(pushed);
  }

  /** Pushes clip and transform of a group. @returns the number of operations to pop */
  #pushClipAndTransform({ clip, transform }: Pick<GroupItem, 'clip' | 'transform'>): number {
    const { writer } = this;
    if (clip) writeClip(writer, outline(clip, clip.radii), 'nonzero');
    if (transform) {
      writer.integer(OP.transform);
      writer.numbers(...transform);
    }
    return (clip ? 1 : 0) + (transform ? 1 : 0);
  }

  #pop(count: number): void {
    for (let i = 0; i < count; i++) this.writer.integer(OP.pop);
  }

  /** A drawing has no structure inside: it is a figure or an artifact as a whole. */
  #drawing(drawing: DrawingItem, context: ItemContext): void {
    this.#enter(this.#figure(context.owner, drawing.alt));
    const wasInGroup = this.#isInGroup;
    this.#isInGroup = true;
    if (hasFilter(drawing.group)) {
      const source = drawingSource(drawing);
      const image = { key: '', format: 'svg', bytes: utf8.encode(source), smooth: false } as const;
      this.#withOpacity(context.alpha, () => this.#imageAt(this.#imageIndex(source, image), drawing));
    } else this.#effects(drawing.group, context.alpha);
    this.#isInGroup = wasInGroup;
  }

  /** A group with all effects. Source of their order: https://drafts.fxtf.org/filter-effects-1/#FilterProperty */
  #effects(group: GroupItem, alpha: number): void {
    if (!isVisible(group)) return;
    const { shape, mask, blend = 'normal', isolated, compositeAsGroup, opacity = 1 } = group;
    const { writer } = this;
    let pushed = this.#pushClipAndTransform(group);
    const push = (operation: number) => {
      writer.integer(operation);
      pushed++;
    };
    const isBlended = blend !== 'normal';
    if (isBlended) {
      push(OP.blend);
      writer.integer(BLEND_MODES.indexOf(blend));
    }
    if (opacity * alpha < 1) {
      push(OP.opacity);
      writeOpacity(writer, opacity * alpha);
    }
    const wasInSrgb = writer.isInSrgb;
    const isComposited = isBlended || isolated || compositeAsGroup || mask !== undefined || opacity < 1;
    // Colours to blend are in one space. Source: https://drafts.csswg.org/css-color-5/#resolving-device-cmyk-values
    if (isComposited) writer.isInSrgb = true;
    if (mask) {
      push(OP.mask);
      writer.integer(mask.mode === 'luminance' ? 1 : 0);
      this.#shapes(mask.items);
      writer.integer(OP.endStream);
    }
    if (isComposited) push(OP.isolated);
    if (shape) {
      writeClip(writer, shape.commands, shape.fillRule);
      pushed++;
    }
    this.#shapes(group.children);
    writer.isInSrgb = wasInSrgb;
    this.#pop(pushed);
  }

  #shapes(items: readonly DisplayItem[]): void {
    for (const item of items) {
      if (item.kind === 'group') this.#effects(item, 1);
      else if (item.kind === 'drawing') this.#effects(item.group, 1);
      else if (item.kind === 'tag') this.#shapes(item.children);
      else this.#item(item, { alpha: 1, owner: 'artifact', target: undefined, marker: undefined });
    }
  }

  #withOpacity(alpha: number, draw: () => void): void {
    if (alpha < 1) {
      this.writer.integer(OP.opacity);
      writeOpacity(this.writer, alpha);
    }
    draw();
    if (alpha < 1) this.writer.integer(OP.pop);
  }

  #picture(image: ImageItem['image'], box: Rect, alpha: number, smooth: boolean): void {
    if (this.broken.has(image.key)) return;
    const shown = image.format === 'svg' ? this.#sizedDrawing(image, box) : image;
    const index = this.#imageIndex(`${shown.key} ${smooth}`, {
      key: image.key,
      format: shown.format,
      bytes: shown.bytes,
      smooth,
    });
    const orientation = 'orientation' in image ? image.orientation : 1;
    this.#withOpacity(alpha, () => {
      if (orientation === 1) this.#imageAt(index, box);
      else this.#uprightAt(index, box, orientation);
    });
  }

  #uprightAt(index: number, { x, y, width, height }: Rect, orientation: number): void {
    const [a, b, c, d, e, f] = ORIENTATIONS[orientation - 1] ?? ORIENTATIONS[0]!;
    this.writer.integer(OP.transform);
    this.writer.numbers(a, b, c, d, x + e * width, y + f * height);
    // In its own size, as viewers would move the edges of a unit square by what rounding leaves.
    this.#imageAt(index, a === 0 ? { x: 0, y: 0, width: height, height: width } : { x: 0, y: 0, width, height });
    this.writer.integer(OP.pop);
  }

  #imageAt(index: number, { x, y, width, height }: Rect): void {
    this.writer.integer(OP.image);
    this.writer.integer(index);
    this.writer.numbers(x, y, width, height);
  }

  #imageIndex(key: string, image: EncodedImage): number {
    let index = this.#imageIndices.get(key);
    if (index === undefined) {
      index = this.images.length;
      this.#imageIndices.set(key, index);
      this.images.push(image);
    }
    return index;
  }

  #sizedDrawing(image: ImageItem['image'], { width, height }: Rect): ImageItem['image'] {
    const key = `${image.key} ${width} ${height}`;
    let sized = this.#sized.get(key);
    if (!sized) {
      sized = sizeDrawing(image, width, height);
      this.#sized.set(key, sized);
    }
    return sized;
  }

  #tiles(item: TilesItem, { alpha }: ItemContext): void {
    const { writer } = this;
    const { tile, picture, gradientRect = tile } = item;
    this.#enter('artifact');
    if ('bytes' in picture) {
      this.#startTiles(item, 1);
      this.#picture(picture, { x: 0, y: 0, width: tile.width, height: tile.height }, alpha, false);
      writer.integer(OP.endStream);
      return;
    }
    // In pt, as Poppler misplaces gradients in a pattern whose matrix scales.
    writer.integer(OP.transform);
    writer.numbers(1 / POINTS, 0, 0, 1 / POINTS, 0, 0);
    this.#startTiles(item, POINTS);
    writer.integer(OP.rect);
    writer.numbers(0, 0, tile.width * POINTS, tile.height * POINTS);
    writePaint(writer, picture, alpha, {
      x: (gradientRect.x - tile.x) * POINTS,
      y: (gradientRect.y - tile.y) * POINTS,
      width: gradientRect.width * POINTS,
      height: gradientRect.height * POINTS,
    });
    writer.integer(OP.endStream);
    this.#pop(1);
  }

  /** @param scale of the coordinate space of the tiles */
  #startTiles({ x, y, width, height, tile, stepX, stepY }: TilesItem, scale: number): void {
    this.writer.integer(OP.tiles);
    for (const length of [x, y, width, height, tile.x, tile.y, stepX, stepY]) this.writer.number(length * scale);
  }
}

const utf8 = new TextEncoder();

/** pt per px. */
export const POINTS = 0.75;

/** pt that a link or bookmark shows above its destination. */
const DESTINATION_MARGIN = 10;

export function writeDestination(writer: ListWriter, { x, y }: { readonly x: number; readonly y: number }): void {
  writer.numbers(x * POINTS, Math.max(0, y * POINTS - DESTINATION_MARGIN));
}

/** Whether only an SVG renderer can draw the effect of a group. */
const needsSvg = ({ filter, svgEffect }: GroupItem): boolean => filter !== undefined || svgEffect !== undefined;

const hasFilter = (item: DisplayItem): boolean => {
  if (item.kind === 'drawing') return hasFilter(item.group);
  if (item.kind === 'tag') return item.children.some(hasFilter);
  if (item.kind !== 'group') return false;
  return needsSvg(item) || item.children.some(hasFilter) || (item.mask?.items.some(hasFilter) ?? false);
};
