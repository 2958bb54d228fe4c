/**
 * Takes an `svg` with HTML inside apart: into the drawing before a `foreignObject`, its content, and the drawing after it.
 * Source: https://www.w3.org/TR/SVG2/embedded.html#ForeignObjectElement
 */

import { type Matrix, multiply } from '../css/compute/transform-matrix.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { isLengthPercentage, resolveLength } from '../css/values/values.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { FORBIDDEN, type SvgContext, type SvgSlice, serializeSlice } from './svg.js';
import { meetsConditions, switchedChild } from './svg-conditions.js';
import { IDENTITY, readTransform, readViewBox, viewBoxMatrix } from './svg-coordinates.js';
import { cssTransform, viewport } from './svg-transforms.js';

export type SvgLayer =
  | { readonly type: 'drawing'; readonly source: string }
  | { readonly type: 'group'; readonly style: GroupStyle; readonly layers: readonly SvgLayer[] }
  | ForeignObject;

/** Effects of an element on what is inside of it as a whole. */
type GroupStyle = Pick<ComputedStyle, 'opacity' | 'mix-blend-mode' | 'isolation'>;

/** See `LayerOf`. */
interface ForeignObject {
  readonly type: 'foreign';
  readonly element: ElementNode;
  readonly matrix: Matrix;
  readonly width: number;
  readonly height: number;
}

/** @returns back to front; undefined when there is no HTML inside, so that the whole is one drawing */
export function svgLayers(svg: ElementNode, context: SvgContext): readonly SvgLayer[] | undefined {
  return hasForeignObject(svg) ? new SvgSplitter(svg, context).layers() : undefined;
}

function hasForeignObject(element: ElementNode): boolean {
  return element.children.some(
    (child) => child.kind === 'element' && (child.name === 'foreignObject' || hasForeignObject(child)),
  );
}

/** Elements between whose children a drawing can be cut. */
const CONTAINERS = new Set(['svg', 'g', 'a', 'switch']);
/** Elements that draw something where they are. */
const GRAPHICS = new Set('circle ellipse image line path polygon polyline rect text use'.split(' '));
/** Elements whose content draws itself elsewhere. */
const PAINT_SERVERS = new Set(['marker', 'mask', 'pattern']);

/** Numbers of an element and of the last one inside, in tree order. */
interface Span {
  readonly first: number;
  readonly last: number;
}

class SvgSplitter {
  readonly #spans = new Map<ElementNode, Span>();
  readonly #foreign = new Map<ElementNode, ForeignObject>();
  /** Containers with HTML inside. */
  readonly #split = new Set<ElementNode>();
  /** Those whose effects apply to several layers at once. */
  readonly #grouped = new Set<ElementNode>();
  /** Numbers of elements that draw something. */
  readonly #graphics: number[] = [];
  #count = 0;

  constructor(
    private readonly svg: ElementNode,
    private readonly context: SvgContext,
  ) {
    this.#enter(svg, IDENTITY, true);
  }

  layers(): SvgLayer[] {
    const layers: SvgLayer[] = [];
    const rest = this.#walk(this.svg, 0, layers);
    this.#draw(rest, this.#count, layers);
    return layers;
  }

  /**
   * Numbers the elements and finds those with HTML.
   * @param matrix   from the coordinate system of the element's children
   * @param isShown  whether the element draws where it is
   */
  #enter(element: ElementNode, matrix: Matrix, isShown: boolean): void {
    const first = this.#count++;
    const isOpen = isShown && CONTAINERS.has(element.name);
    const chosen = element.name === 'switch' ? switchedChild(element, isDrawn) : undefined;
    let holdsForeign = false;
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      const isChosen = element.name !== 'switch' || child === chosen;
      const isChildShown = isOpen && isChosen && this.#isRendered(child);
      if (child.name === 'foreignObject') {
        if (isChildShown) this.#foreignObject(child, matrix);
        else this.#reportUnlessHidden(child);
        const at = this.#count++;
        this.#spans.set(child, { first: at, last: at });
      } else this.#enter(child, isChildShown ? multiply(matrix, this.#matrixInside(child)) : matrix, isChildShown);
      holdsForeign ||= this.#foreign.has(child) || this.#split.has(child);
    }
    if (isShown && GRAPHICS.has(element.name) && this.#drawsSomething(element)) this.#graphics.push(first);
    this.#spans.set(element, { first, last: this.#count - 1 });
    if (!holdsForeign) return;
    this.#split.add(element);
    if (element !== this.svg) this.#effects(element);
  }

  #isRendered(element: ElementNode): boolean {
    return meetsConditions(element) && this.context.styled.style(element).display !== 'none';
  }

  /** Drawing programs leave rectangles without a size behind texts. */
  #drawsSomething(element: ElementNode): boolean {
    if (element.name !== 'rect') return true;
    const { width, height } = this.context.styled.style(element);
    const isZero = (name: 'width' | 'height', value: ComputedStyle['width']) =>
      value === 'auto' && Number(element.attribute(name) ?? 0) === 0;
    return !isZero('width', width) && !isZero('height', height);
  }

  #foreignObject(element: ElementNode, matrix: Matrix): void {
    const style = this.context.styled.style(element);
    const port = viewport(element, this.context.styled);
    const extent = (value: ComputedStyle['width'], whole: number) =>
      isLengthPercentage(value) ? Math.max(0, resolveLength(value, whole * style.zoom)) : 0;
    const [width, height] = [extent(style.width, port.width), extent(style.height, port.height)];
    // Source: https://www.w3.org/TR/SVG2/geometry.html#Sizing: a size of zero disables rendering.
    if (width === 0 || height === 0) return;
    const place: Matrix = [
      1 / style.zoom,
      0,
      0,
      1 / style.zoom,
      this.#length(element, 'x', port.width),
      this.#length(element, 'y', port.height),
    ];
    const whole = multiply(multiply(matrix, this.#transform(element)), place);
    this.#foreign.set(element, { type: 'foreign', element, matrix: whole, width, height });
  }

  /** A coordinate in user units. */
  #length(element: ElementNode, name: 'x' | 'y', whole: number): number {
    const { styled } = this.context;
    const text = styled.drawingStyle(element).get(name) ?? element.attribute(name) ?? '';
    const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|%|em)?\s*$/i.exec(text);
    const { 'font-size': size, zoom } = styled.style(element);
    const unit = { px: 1, '%': whole / 100, em: size / zoom }[match?.[2]?.toLowerCase() ?? 'px'] ?? 1;
    return match ? Number(match[1]) * unit : 0;
  }

  #transform(element: ElementNode): Matrix {
    return readTransform(cssTransform(element, this.context) ?? element.attribute('transform') ?? '');
  }

  /** From the coordinate system of an element's children to that of its parent. */
  #matrixInside(element: ElementNode): Matrix {
    if (element.name !== 'svg') return CONTAINERS.has(element.name) ? this.#transform(element) : IDENTITY;
    const port = viewport(element, this.context.styled);
    const size = (name: 'width' | 'height') => {
      const value = this.context.styled.style(element)[name];
      const text = element.attribute(name);
      if (isLengthPercentage(value)) return resolveLength(value, port[name]);
      return text?.trim().endsWith('%') ? (Number.parseFloat(text) / 100) * port[name] : Number(text ?? port[name]);
    };
    const box = readViewBox(element.attribute('viewBox'), element.attribute('preserveAspectRatio'));
    const [x, y] = [this.#length(element, 'x', port.width), this.#length(element, 'y', port.height)];
    return multiply([1, 0, 0, 1, x, y], viewBoxMatrix(box, { width: size('width'), height: size('height') }));
  }

  /** Effects of a container: some apply to groups of layers, others to the drawings only, which is reported. */
  #effects(element: ElementNode): void {
    const style = this.context.styled.style(element);
    const group = groupStyle(element, style);
    if (group.opacity < 1 || group['mix-blend-mode'] !== 'normal' || group.isolation === 'isolate')
      this.#grouped.add(element);
    for (const name of ['clip-path', 'filter', 'mask']) {
      const isDeclared =
        name === 'mask'
          ? style['mask-image'].some((image) => image !== 'none')
          : style[name as 'clip-path' | 'filter'] !== 'none';
      if (!isDeclared && (element.attribute(name) ?? 'none').trim() === 'none') continue;
      const place = `${describeElement(element)}: does not apply to the foreignObject inside`;
      this.context.report.add('UnsupportedValue', name, place);
    }
  }

  /** In a symbol, a clip path or what is not referred to, no browser shows it. */
  #reportUnlessHidden(element: ElementNode): void {
    for (let at = element.parent; at && at !== this.svg; at = at.parent) {
      if (!PAINT_SERVERS.has(at.name)) continue;
      const place = `${describeElement(element)}: in <${at.name}>`;
      this.context.report.add('UnsupportedElement', '<foreignObject>', place);
      return;
    }
  }

  /** @param from  number of the first element that is not drawn yet. @returns the same after the element's children */
  #walk(element: ElementNode, from: number, layers: SvgLayer[]): number {
    let start = from;
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      const { first, last } = this.#spans.get(child)!;
      const foreign = this.#foreign.get(child);
      if (foreign) {
        this.#draw(start, first, layers);
        layers.push(foreign);
        start = last + 1;
      } else if (this.#grouped.has(child)) {
        this.#draw(start, first, layers);
        const inside: SvgLayer[] = [];
        this.#draw(this.#walk(child, first, inside), last + 1, inside);
        layers.push({ type: 'group', style: groupStyle(child, this.context.styled.style(child)), layers: inside });
        start = last + 1;
      } else if (this.#split.has(child)) start = this.#walk(child, start, layers);
    }
    return start;
  }

  /** Adds the drawing of the elements from number `from` to before `to`, if there is any. */
  #draw(from: number, to: number, layers: SvgLayer[]): void {
    if (!this.#graphics.some((number) => number >= from && number < to)) return;
    const slice: SvgSlice = {
      has: (element) => {
        const span = this.#spans.get(element);
        if (!span) return true;
        return this.#split.has(element) ? span.last >= from && span.first < to : span.first >= from && span.first < to;
      },
      grouped: this.#grouped,
    };
    layers.push({ type: 'drawing', source: serializeSlice(this.svg, slice, this.context) });
  }
}

const isDrawn = ({ name }: ElementNode): boolean => name === 'foreignObject' || !FORBIDDEN.has(name);

/** Presentation attributes of a container are no part of its style. */
function groupStyle(element: ElementNode, style: ComputedStyle): GroupStyle {
  const { 'mix-blend-mode': blend, isolation } = style;
  return { opacity: usedOpacity(element, style), 'mix-blend-mode': blend, isolation };
}

function usedOpacity(element: ElementNode, { opacity }: ComputedStyle): number {
  if (opacity < 1) return opacity;
  const [, number, percent] = /^\s*(\d*\.?\d+)(%)?\s*$/.exec(element.attribute('opacity') ?? '') ?? [];
  if (number === undefined) return 1;
  return Math.min(1, Number(number) / (percent ? 100 : 1));
}
