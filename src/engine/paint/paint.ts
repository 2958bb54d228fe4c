/**
 * Paints pages of fragments into a display list, in CSS painting order.
 * A page has, back to front: the page background, the canvas (the root element's background), the page border, the
 * margin boxes, the content.
 */

import { type ImageResource, orientedFor } from '../box/image-resources.js';
import type { FindSvg } from '../box/svg-targets.js';
import type { Budgets } from '../budgets.js';
import type { StyledDocument } from '../css/compute/styled-document.js';
import { mayTransform, propagatesToCanvas } from '../css/style-queries.js';
import type { UrlReference } from '../css/values/values.js';
import type { Deadline } from '../deadline.js';
import { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { type DocumentMetadata, NO_METADATA } from '../html/metadata.js';
import { documentBase } from '../html/urls.js';
import type { PhysicalBoxFragment, PhysicalFragment, PhysicalPlaced } from '../layout/algorithm/fragment.js';
import { type Edges, NO_EDGES, type Rect } from '../layout/algorithm/geometry.js';
import type { DocumentLayout, PageLabel, PageLayout } from '../layout/page/page-layout.js';
import { assemble } from './assemble.js';
import { hasBackground, paintBackground } from './background.js';
import { paintBorders, paintOutline } from './borders.js';
import { BoxPainter } from './box.js';
import { coalesce } from './coalesce.js';
import type { DisplayItem, DisplayList, DisplayPage } from './display-list.js';
import { type GlyphSource, hasDrawing, resolveDrawings } from './drawings.js';
import type { FormFields } from './form-fields.js';
import { HoistedBoxes } from './hoisted.js';
import { linkTargets } from './links.js';
import { LogicalOrder } from './logical-order.js';
import { paintMarks } from './marks.js';
import { resolveOpacity } from './opacity.js';
import { Drawings } from './replaced.js';
import { insetRect, usedRadii } from './rounded.js';
import { type BoxHeights, InlineSlices, joinedHeights, joinedRect } from './slices.js';
import { snapped } from './snap.js';
import { type PaintTools, paintRoots } from './stacking.js';
import { SvgReferences } from './svg-references.js';
import { PageTags, TagContext } from './tags.js';
import { TextPainter } from './text.js';

/**
 * Loads an image of a style; undefined when it cannot be used, which the function has reported.
 * @param element  undefined: the image is of a page
 */
export type ImageLoader = (
  reference: UrlReference,
  context: string,
  element?: ElementNode,
) => ImageResource | undefined;

export interface PaintOptions {
  /** Default: none. */
  readonly metadata?: DocumentMetadata;
  /** Default: no images. */
  readonly image?: ImageLoader;
  /** Finds SVG elements that styles refer to. Default: none. */
  readonly svgElement?: FindSvg;
  /** Outlines of text, for shadows and masks. Default: text has no outlines. */
  readonly glyphs?: GlyphSource;
  /** Receives diagnostics on links and effects without a target. */
  readonly report?: Report;
  /** Receives the elements of visible images without alternative text. */
  readonly undescribed?: Set<ElementNode> | undefined;
  /** Inline drawings, shared by the documents of one PDF. Default: the document is the only one. */
  readonly drawings?: Drawings;
  /** Collects form controls as fields. Default: they are drawn. */
  readonly fields?: FormFields | undefined;
  /** Whether an element has boxes. Default: all have. */
  readonly isRendered?: (element: ElementNode) => boolean;
  /** Checked for every fragment. Default: no time limit. */
  readonly deadline?: Deadline | undefined;
  /** Of tags and clickable areas. Default: there are none. */
  readonly budgets?: Budgets | undefined;
  /** False: in a long document, pages that are painted lose their fragments. Default true. */
  readonly keepsLayout?: boolean;
}

/** Pages from which on a document is long: its fragments take more memory than what they are painted with. */
const LONG = 300;

/**
 * Paints all pages. Deterministic.
 * @throws EngineError render_timeout after `options.deadline`, document_too_complex of `options.budgets`
 */
export function paintDocument(
  layout: DocumentLayout,
  styled: Pick<StyledDocument, 'document' | 'style'>,
  options: PaintOptions,
): DisplayList {
  const { root } = styled.document;
  const language = root.language;
  const report = options.report ?? new Report();
  const links = linkTargets(layout, documentBase(styled.document), report);
  const painter = new DocumentPainter(layout, styled, links, report, options);
  const canvases = new CanvasSources();
  const drops = options.keepsLayout === false && layout.pages.length >= LONG;
  if (drops) painter.prepare(layout);
  const pages: DisplayPage[] = [];
  for (const [index, page] of layout.pages.entries()) {
    if (drops) layout.pages[index] = withoutFragments(page);
    pages.push(painter.page(page, canvases.next(page), layout.labels[index]));
  }
  options.fields?.reportTransforms(pages);
  return {
    pages,
    metadata: options.metadata ?? NO_METADATA,
    language,
    faces: painter.text.faces,
  };
}

const withoutFragments = (page: PageLayout): PageLayout => ({ ...page, content: [], unsliced: [], marginBoxes: [] });

class DocumentPainter {
  readonly text: TextPainter;
  readonly #tags: TagContext;
  readonly #drawings: Drawings;
  readonly #heights: BoxHeights;
  readonly #inlineSlices: InlineSlices;
  readonly #loadImage: ImageLoader;
  readonly #glyphs: GlyphSource;
  readonly #undescribed: Set<ElementNode> | undefined;
  readonly #svgElement: FindSvg;
  readonly #fields: FormFields | undefined;
  readonly #deadline: Deadline | undefined;
  readonly #budgets: Budgets | undefined;
  readonly #logical = new LogicalOrder();

  constructor(
    layout: DocumentLayout,
    private readonly styled: Pick<StyledDocument, 'document' | 'style'>,
    links: ReturnType<typeof linkTargets>,
    private readonly report: Report,
    options: PaintOptions,
  ) {
    const footnotes = layout.pages.flatMap((page) => page.footnotes.map(({ element }) => element));
    this.#tags = new TagContext(links, new Set(footnotes), options.isRendered ?? (() => true), options.budgets);
    this.#heights = joinedHeights(layout);
    this.#inlineSlices = new InlineSlices(layout);
    this.#loadImage = options.image ?? (() => undefined);
    this.#glyphs = options.glyphs ?? (() => []);
    this.#undescribed = options.undescribed;
    this.#svgElement = options.svgElement ?? (() => undefined);
    this.#fields = options.fields;
    this.#deadline = options.deadline;
    this.#budgets = options.budgets;
    this.#drawings = options.drawings ?? new Drawings();
    this.text = new TextPainter(styled.document.root.language, this.#glyphs, this.#deadline);
  }

  /** Finds what needs the fragments of all pages. */
  prepare({ anchors }: DocumentLayout): void {
    this.#inlineSlices.measured();
    anchors.get(''); // finds all of them
  }

  page(page: PageLayout, canvas: CanvasSource | undefined, label: PageLabel | undefined): DisplayPage {
    const images = (box: PhysicalBoxFragment['box']) => (reference: UrlReference) =>
      orientedFor(box.style, this.#loadImage(reference, describeElement(box.element), box.element));
    const boxes = new BoxPainter(
      images,
      this.#drawings,
      { source: canvas?.box.box, viewport: viewportOf(page), isTransformed: (element) => this.#isTransformed(element) },
      this.#heights,
      this.#inlineSlices,
      this.text,
      this.#undescribed,
      this.#deadline,
    );
    const tools: PaintTools = {
      boxes,
      text: this.text,
      tags: new PageTags(this.#tags),
      effects: {
        glyphs: this.#glyphs,
        masks: (fragment, x, y) => boxes.masks(fragment, x, y),
        references: new SvgReferences(this.#svgElement, this.report, page.area),
      },
      report: this.report,
      logical: this.#logical,
      hoisted: new HoistedBoxes(this.styled),
      fields: this.#fields,
      deadline: this.#deadline,
      budgets: this.#budgets,
    };
    const items = [
      ...this.#pageBox(page, canvas),
      ...assemble(marginBoxes(page).flatMap((box) => paintRoots([box], tools, { artifact: true }))),
      ...this.#content(page, tools),
      ...this.#pageOutline(page),
      ...paintMarks(page),
    ];
    const resolved = resolveOpacity(items);
    const { width, height, sheet } = page;
    const visible = outsetRect({ x: 0, y: 0, width, height }, sheet?.bleed ?? 0);
    const drawn = resolved.some(hasDrawing)
      ? resolveDrawings(resolved, this.#glyphs, visible, this.#deadline)
      : resolved;
    return { width, height, sheet, label, items: coalesce(drawn) };
  }

  #isTransformed(element: ElementNode): boolean {
    for (let at: ElementNode | null = element; at; at = at.parent) if (mayTransform(this.styled.style(at))) return true;
    return false;
  }

  /** The background and border of the page box, with the canvas between them. */
  #pageBox(page: PageLayout, canvas: CanvasSource | undefined): DisplayItem[] {
    const items: DisplayItem[] = [];
    const whole: Rect = { x: 0, y: 0, width: page.width, height: page.height };
    const pageImages = (reference: UrlReference) => orientedFor(page.style, this.#loadImage(reference, '@page'));
    if (hasBackground(page.style)) {
      const pageArea = {
        // The painting area is the bleed area. Source: https://drafts.csswg.org/css-page-3/#painting
        border: outsetRect(whole, page.sheet?.bleed ?? 0),
        borderWidths: NO_EDGES,
        padding: NO_EDGES,
        radii: undefined,
        positioning: whole,
      };
      items.push(...paintBackground(page.style, pageArea, pageImages));
    }
    const { border } = page;
    const { paddingBox, borderBox } = boxesOf(page);
    if (canvas) {
      const { area } = page;
      const { box, x, y, root } = canvas;
      const rootRect = { x: area.x + x, y: area.y + y, width: root.width, height: root.height };
      const positioning = joinedRect(snapped(rootRect), root, this.#heights);
      const style = { ...box.style, 'background-clip': ['border-box'] as const };
      const images = (reference: UrlReference) =>
        orientedFor(box.style, this.#loadImage(reference, describeElement(box.box.element), box.box.element));
      const canvasArea = {
        border: clipOf(snapped(paddingBox), page.bleed),
        borderWidths: NO_EDGES,
        padding: NO_EDGES,
        radii: undefined,
        positioning,
        viewport: snapped(area),
      };
      items.push(...paintBackground(style, canvasArea, images));
    }
    items.push(...paintBorders(page.style, borderBox, border, usedRadii(page.style, borderBox, UNFRAGMENTED)));
    return items;
  }

  /** The outline is around the border of the page box, over the content. */
  #pageOutline(page: PageLayout): DisplayItem[] {
    if (page.style['outline-style'] === 'none') return [];
    const { borderBox } = boxesOf(page);
    return paintOutline(page.style, borderBox, usedRadii(page.style, borderBox, UNFRAGMENTED));
  }

  #content(page: PageLayout, tools: PaintTools): DisplayItem[] {
    const { area, scale, bleed } = page;
    if (scale === 1) {
      const placed = page.content.map((each) => ({ ...each, x: each.x + area.x, y: each.y + area.y }));
      return assemble(paintRoots(placed, tools, { artifact: false, clip: clipOf(snapped(area), bleed) }));
    }
    const { x, y, width, height } = clipOf({ ...area, x: 0, y: 0 }, bleed);
    const clip = { x: x / scale, y: y / scale, width: width / scale, height: height / scale };
    const children = assemble(paintRoots(page.content, tools, { artifact: false, clip }));
    return [{ kind: 'group', transform: [scale, 0, 0, scale, area.x, area.y], children }];
  }
}

const UNFRAGMENTED = { isFirst: true, isLast: true };

/** The boxes around the page area; the border box is snapped. */
function boxesOf({ area, padding, border }: PageLayout): { readonly paddingBox: Rect; readonly borderBox: Rect } {
  const paddingBox = insetRect(area, negative(padding));
  return { paddingBox, borderBox: snapped(insetRect(paddingBox, negative(border))) };
}

/** Sorts margin boxes by z-index; each is a stacking context. Source: https://drafts.csswg.org/css-page-3/#painting */
function marginBoxes({ marginBoxes }: PageLayout): PhysicalPlaced<PhysicalBoxFragment>[] {
  const level = ({ fragment: { style } }: PhysicalPlaced<PhysicalBoxFragment>) =>
    style['z-index'] === 'auto' ? 0 : style['z-index'];
  return [...marginBoxes].sort((a, b) => level(a) - level(b));
}

/** The positioning area of `fixed` backgrounds, in page content coordinates. */
function viewportOf({ area, scale }: PageLayout): Rect {
  return scale === 1 ? snapped(area) : { x: 0, y: 0, width: area.width / scale, height: area.height / scale };
}

/** Browsers print no content beyond the page area; a bleed area is where content goes beyond. */
const clipOf = (area: Rect, bleed: Edges): Rect => (bleed === NO_EDGES ? area : insetRect(area, negative(bleed)));

const outsetRect = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const negative = ({ top, right, bottom, left }: Edges): Edges => ({
  top: -top,
  right: -right,
  bottom: -bottom,
  left: -left,
});

interface CanvasSource {
  /** The box whose background the canvas takes: the root element's or the body's. */
  readonly box: PhysicalBoxFragment;
  /** The root element's fragment, which positions images, and its offset in the page area. */
  readonly root: PhysicalBoxFragment;
  readonly x: number;
  readonly y: number;
}

/**
 * Every page has the canvas background, even without a fragment of the root element: there the positioning area
 * continues from the page before. Source: https://drafts.csswg.org/css-backgrounds-3/#special-backgrounds
 */
class CanvasSources {
  #last: CanvasSource | undefined;
  /** Height of the last page. */
  #height = 0;

  next(page: PageLayout): CanvasSource | undefined {
    const last = this.#last;
    this.#last = canvasSource(page) ?? (last && { ...last, y: last.y - this.#height });
    this.#height = page.area.height / page.scale;
    return this.#last;
  }
}

function canvasSource(page: PageLayout): CanvasSource | undefined {
  const root = rootFragment(page.content, 0, 0);
  if (!root) return undefined;
  const place = { root: root.fragment, x: root.x, y: root.y };
  if (hasBackground(root.fragment.style)) return { box: root.fragment, ...place };
  const isBody = ({ fragment }: PhysicalPlaced) => isPrincipal(fragment, 'body');
  // A body that is positioned may be on the page.
  const body = (root.fragment.children.find(isBody) ?? page.content.find(isBody))?.fragment;
  if (body?.kind !== 'box' || !hasBackground(body.style)) return undefined;
  return propagatesToCanvas(root.fragment.style, body.style) ? { box: body, ...place } : undefined;
}

/** The fragment of the root element, inside the anonymous boxes of the page. */
function rootFragment(
  placed: readonly PhysicalPlaced[],
  x: number,
  y: number,
): PhysicalPlaced<PhysicalBoxFragment> | undefined {
  for (const { fragment, x: dx, y: dy } of placed) {
    if (fragment.kind !== 'box' || fragment.box.element.parent) continue;
    if (isPrincipal(fragment, fragment.box.element.name)) return { fragment, x: x + dx, y: y + dy };
    const inside = rootFragment(fragment.children, x + dx, y + dy);
    if (inside) return inside;
  }
  return undefined;
}

/** Whether a fragment belongs to the principal box of an element with this name. */
const isPrincipal = (fragment: PhysicalFragment, name: string): boolean =>
  fragment.kind === 'box' &&
  'origin' in fragment.box &&
  fragment.box.origin === undefined &&
  fragment.box.element.name === name;
