/**
 * Documents inside of a document: those of `iframe` elements with `srcdoc`, and SVG images with HTML inside. Each has styles
 * of its own.
 * Source: https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-srcdoc
 */

import { type ImageResource, insideSvgImage, loadImage, type Resources } from './box/image-resources.js';
import type { NestedContent } from './box/nested.js';
import { openSvgWithHtml, type SvgImageContext } from './box/svg-image.js';
import { collectRules, type RuleOptions } from './css/compute/collect-rules.js';
import { computeStyles } from './css/compute/style.js';
import type { StyledDocument } from './css/compute/styled-document.js';
import type { Deadline } from './deadline.js';
import type { Report } from './diagnostics.js';
import { describeElement, type ElementNode } from './html/dom.js';
import { parseHtml } from './html/parse.js';

/** Documents in documents in … : each level has to escape the next, so that people write one or two. */
const MAX_DEPTH = 4;

interface NestedOptions extends RuleOptions {
  readonly deadline: Deadline | undefined;
  readonly report: Report;
  readonly svgFiles: SvgImageContext;
  readonly resources: Resources;
}

type OpenedDrawing = NonNullable<ReturnType<NestedContent['drawing']>>;

/** Those of one document, for all of its passes. */
export class NestedDocuments implements NestedContent {
  readonly #byFrame = new Map<ElementNode, StyledDocument | undefined>();
  /** By element and image. */
  readonly #drawings = new Map<string, OpenedDrawing | undefined>();
  readonly #byRoot = new Map<ElementNode, StyledDocument>();
  readonly #depths = new Map<ElementNode, number>();
  /** The last serial number of all documents so far; undefined: not looked for yet. */
  #elements: number | undefined;

  constructor(
    private readonly outermost: ElementNode,
    private readonly options: NestedOptions,
  ) {}

  open(
    frame: ElementNode,
    html: string,
    viewport: { readonly width: number; readonly height: number },
  ): StyledDocument | undefined {
    if (!this.#byFrame.has(frame)) this.#byFrame.set(frame, this.#opened(frame, html, viewport));
    return this.#byFrame.get(frame);
  }

  drawing(element: ElementNode, image: ImageResource): OpenedDrawing | undefined {
    const key = `${element.serial} ${image.key}`;
    if (!this.#drawings.has(key)) this.#drawings.set(key, this.#openedDrawing(image));
    return this.#drawings.get(key);
  }

  #openedDrawing({ withHtml = '', width, height }: ImageResource): OpenedDrawing | undefined {
    const { report, svgFiles, resources } = this.options;
    const inside = insideSvgImage(resources);
    const load = (url: string, place: string, to: Report) => loadImage({ url }, inside, to, place);
    this.#elements ??= lastSerial(this.outermost);
    const opened = openSvgWithHtml(withHtml, { ...svgFiles, image: load }, report, this.#elements);
    if (!opened) return undefined;
    const { svg, context } = opened;
    this.#elements = Math.max(this.#elements, lastSerial(svg));
    this.#byRoot.set(svg, context.styled);
    // The image is stretched, as by `sizedSvg`.
    if (!svg.attribute('viewBox') && width && height)
      svg.attributes = new Map([
        ...svg.attributes,
        ['viewBox', `0 0 ${width} ${height}`],
        ['preserveAspectRatio', 'none'],
      ]);
    return opened;
  }

  /** The styles of the document that an element is in; undefined: it is in none of these. */
  of(element: ElementNode): StyledDocument | undefined {
    return this.#byRoot.size === 0 ? undefined : this.#byRoot.get(rootOf(element));
  }

  #opened(frame: ElementNode, html: string, viewport: { readonly width: number; readonly height: number }) {
    const { report, deadline, fontUnits } = this.options;
    const depth = (this.#depths.get(rootOf(frame)) ?? 0) + 1;
    if (depth > MAX_DEPTH) {
      report.add('UnsupportedElement', '<iframe>', `${describeElement(frame)}: more than ${MAX_DEPTH} levels deep`);
      return undefined;
    }
    this.#elements ??= lastSerial(this.outermost);
    // The parser does not ask for a doctype here.
    const document = parseHtml(`<!DOCTYPE html>${html}`, {}, undefined, this.#elements);
    this.#elements = lastSerial(document.root);
    const rules = collectRules(document, { ...this.options, page: { ...viewport, margin: 0 } }, report);
    if (rules.fontFaces.length > 0) report.add('UnsupportedAtRule', '@font-face', `${describeElement(frame)}: srcdoc`);
    const styled = computeStyles(rules, fontUnits, report, deadline);
    // Boxes of other writing modes are made where the document around has them.
    for (const style of styled.usedStyles) {
      const mode = style['writing-mode'];
      if (mode === 'horizontal-tb') continue;
      report.add('UnsupportedValue', `writing-mode: ${mode}`, `${describeElement(frame)}: srcdoc`);
      break;
    }
    this.#byRoot.set(document.root, styled);
    this.#depths.set(document.root, depth);
    return styled;
  }
}

function rootOf(element: ElementNode): ElementNode {
  let at = element;
  while (at.parent) at = at.parent;
  return at;
}

/** The largest serial number. */
function lastSerial(element: ElementNode): number {
  let last = element.serial;
  for (const child of element.children) if (child.kind === 'element') last = Math.max(last, lastSerial(child));
  return last;
}
