/** Values of the properties of text that only SVG has. */

import { getOrMake } from '../../collections/maps.js';
import type { StyledDocument } from '../../css/compute/styled-document.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { ElementNode } from '../../html/dom.js';
import { fontRequest } from '../../text/font-request.js';
import type { FontLibrary } from '../../text/fonts.js';
import { shapeStyle } from '../../text/shape-style.js';
import type { FontMetrics, ShapeStyle } from '../../text/types.js';
import type { SvgTextValues } from './layout.js';

const INHERITED = new Set(['text-anchor', 'dominant-baseline', 'fill', 'stroke']);

/** Of the texts of one drawing. */
export class TextValues implements SvgTextValues {
  readonly #declared = new Map<ElementNode, ReadonlyMap<string, string>>();
  /** By style and language. One object for equal shaping, by which shaped texts are known. */
  readonly #shapes = new Map<ComputedStyle, Map<string, ShapeStyle>>();

  constructor(
    private readonly styled: Pick<StyledDocument, 'style' | 'drawingStyle'>,
    private readonly fonts: FontLibrary,
  ) {}

  shape(style: ComputedStyle, { language = '' }: ElementNode): ShapeStyle {
    const ofStyle = getOrMake(this.#shapes, style, () => new Map<string, ShapeStyle>());
    return getOrMake(ofStyle, language, () => shapeStyle(style, fontRequest(style, language), language));
  }

  anchor(element: ElementNode): string {
    return this.#value(element, 'text-anchor') ?? 'start';
  }

  baselineShift(element: ElementNode): number {
    const metrics = this.#metrics(element);
    const alignment = this.#value(element, 'alignment-baseline') ?? 'auto';
    const own = alignment === 'auto' || alignment === 'baseline' ? this.#dominantBaseline(element) : alignment;
    let shift = baselineAbove(own, metrics);
    for (let at: ElementNode | null = element; at && at.name !== 'text'; at = at.parent) shift -= this.#raised(at);
    return shift;
  }

  /** The paint of the stroke that makes text bold; undefined when it has a stroke. */
  fillOfBold(element: ElementNode): string | undefined {
    const stroke = this.#paint(element, 'stroke') ?? 'none';
    return stroke === 'none' ? (this.#paint(element, 'fill') ?? 'black') : undefined;
  }

  #paint(element: ElementNode, name: string): string | undefined {
    for (let at: ElementNode | null = element; at; at = at.parent) {
      const value = this.#declaredOn(at).get(name) ?? at.attribute(name)?.trim();
      if (value !== undefined && value !== 'inherit') return value;
    }
    return undefined;
  }

  #dominantBaseline(element: ElementNode): string {
    const value = this.#value(element, 'dominant-baseline') ?? 'auto';
    const isParents = value === 'no-change' && element.parent;
    return isParents ? this.#dominantBaseline(element.parent!) : value;
  }

  /** Source: Blink's SVGTextLayoutEngineBaseline::CalculateBaselineShift */
  #raised(element: ElementNode): number {
    const value = this.#value(element, 'baseline-shift') ?? 'baseline';
    const { ascent, descent } = this.#metrics(element);
    if (value === 'sub') return -(ascent + descent) / 2;
    if (value === 'super') return (ascent + descent) / 2;
    const size = this.styled.style(element)['font-size'];
    const match = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(px|em|%)?$/i.exec(value);
    if (!match) return 0;
    const factor = { em: size, '%': size / 100, px: 1 }[match[2]?.toLowerCase() ?? 'px'] ?? 1;
    return Number(match[1]) * factor;
  }

  #metrics(element: ElementNode): FontMetrics {
    const { font } = this.shape(this.styled.style(element), element);
    return this.fonts.metrics(this.fonts.match(font).primary, font.size);
  }

  /** The declared value, that of an ancestor where it is inherited; undefined: the initial one. */
  #value(element: ElementNode, name: string): string | undefined {
    for (let at: ElementNode | null = element; at; at = INHERITED.has(name) ? at.parent : null) {
      const value = this.#declaredOn(at).get(name)?.trim();
      if (value !== undefined && value !== 'inherit') return value;
      if (value === 'inherit' && at.parent && !INHERITED.has(name)) return this.#value(at.parent, name);
    }
    return undefined;
  }

  #declaredOn(element: ElementNode): ReadonlyMap<string, string> {
    let declared = this.#declared.get(element);
    if (!declared) {
      declared = this.styled.drawingStyle(element);
      this.#declared.set(element, declared);
    }
    return declared;
  }
}

/** How far a baseline is above the alphabetic one. Source: Blink's FontMetrics::FixedAscent, by baseline type */
function baselineAbove(baseline: string, { ascent, descent, xHeight }: FontMetrics): number {
  switch (baseline) {
    case 'before-edge':
    case 'text-before-edge':
    case 'text-top':
      return ascent;
    case 'hanging':
      return ascent * 0.8;
    case 'mathematical':
    case 'math':
      return ascent / 2;
    case 'central':
      return (ascent - descent) / 2;
    case 'middle':
      return xHeight / 2;
    case 'after-edge':
    case 'text-after-edge':
    case 'text-bottom':
    case 'ideographic':
      return -descent;
    default:
      return 0;
  }
}
