/**
 * SVG elements that the styles of boxes refer to: `filter`, `clipPath`, `mask`. Serialized for one box, with lengths in
 * px from the top left of its border box, as an SVG renderer knows no boxes of CSS.
 * Source: https://drafts.csswg.org/filter-effects-1/#FilterElement, https://drafts.csswg.org/css-masking-1/#svg-masks
 */

import type { ElementNode } from '../html/dom.js';
import { escapeXml, rootStyle, type SvgContext, serializeDefinition } from './svg.js';
import { inheritedStyle } from './svg-inherited.js';

/** The effect of an SVG element on a box and its descendants. */
export interface SvgEffect {
  readonly attribute: 'filter' | 'clip-path' | 'mask';
  /** SVG of the element, and of those that it refers to. */
  readonly source: string;
  /** Id of the element in `source`. */
  readonly id: string;
  /** Origin of its coordinate system, px. */
  readonly x: number;
  readonly y: number;
  /** px in the same space as `x` and `y`; nothing outside is painted. undefined: unbounded. */
  readonly region: Area | undefined;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Places of an effect. */
interface EffectBox {
  /** The reference box of `objectBoundingBox`. */
  readonly reference: Area;
  /** Corner of the border box: the origin of `userSpaceOnUse`. */
  readonly x: number;
  readonly y: number;
  /** Basis of percentages in `userSpaceOnUse`. */
  readonly viewport: Extent;
}

const ELEMENTS: ReadonlyMap<string, SvgEffect['attribute']> = new Map([
  ['filter', 'filter'],
  ['clipPath', 'clip-path'],
  ['mask', 'mask'],
]);

/** @returns undefined when the element has no such effect */
export function svgEffect(
  element: ElementNode,
  attribute: SvgEffect['attribute'],
  box: EffectBox,
  context: SvgContext,
): SvgEffect | undefined {
  if (element.namespace !== 'svg' || ELEMENTS.get(element.name) !== attribute) return undefined;
  const placed = new PlacedElement(element, attribute, box);
  const markup = serializeDefinition(element, context, (each) => placed.attributes(each));
  const inherited = `${rootStyle(element, context)};${inheritedStyle(element, context.styled)}`;
  return {
    attribute,
    source: `<g xmlns:xlink="http://www.w3.org/1999/xlink" style="${escapeXml(inherited)}">${placed.wrapped(markup)}</g>`,
    id: element.attribute('id') ?? '',
    x: box.x,
    y: box.y,
    region: placed.region,
  };
}

const UNITS: Readonly<Record<SvgEffect['attribute'], string>> = {
  filter: 'filterUnits',
  'clip-path': 'clipPathUnits',
  mask: 'maskUnits',
};

type Attributes = ReadonlyMap<string, string>;

/** Lengths of filter primitives by axis. `both`: one number, or one for each axis. */
const PRIMITIVE_LENGTHS: Readonly<Record<string, 'x' | 'y' | 'both' | 'diagonal'>> = {
  x: 'x',
  width: 'x',
  dx: 'x',
  pointsAtX: 'x',
  y: 'y',
  height: 'y',
  dy: 'y',
  pointsAtY: 'y',
  z: 'diagonal',
  pointsAtZ: 'diagonal',
  scale: 'diagonal',
  stdDeviation: 'both',
  radius: 'both',
  kernelUnitLength: 'both',
};

class PlacedElement {
  readonly region: Area | undefined;
  readonly #own: Attributes;
  readonly #isOnBox: boolean;

  constructor(
    private readonly element: ElementNode,
    private readonly kind: SvgEffect['attribute'],
    private readonly box: EffectBox,
  ) {
    const attributes = new Map(element.attributes);
    const contentUnits = { filter: 'primitiveUnits', 'clip-path': 'clipPathUnits', mask: 'maskContentUnits' }[kind];
    this.#isOnBox = attributes.get(contentUnits) === 'objectBoundingBox';
    if (kind !== 'clip-path') {
      const { x, y, width, height } = this.#region(attributes);
      this.region = { x: x + box.x, y: y + box.y, width, height };
      for (const [name, value] of Object.entries({ x, y, width, height })) attributes.set(name, String(value));
    }
    attributes.set(UNITS[kind], 'userSpaceOnUse');
    attributes.set(contentUnits, 'userSpaceOnUse');
    if (kind === 'clip-path' && this.#isOnBox)
      attributes.set('transform', `${this.#onBox()} ${attributes.get('transform') ?? ''}`.trim());
    this.#own = attributes;
  }

  /** The attributes to write. */
  attributes(element: ElementNode): Attributes {
    if (element === this.element) return this.#own;
    if (this.kind !== 'filter' || !this.#isOnBox || !element.name.startsWith('fe')) return element.attributes;
    return new Map([...element.attributes].map(([name, value]) => [name, this.#primitiveLength(element, name, value)]));
  }

  /** Puts the content of a mask into the coordinate system of the box. */
  wrapped(markup: string): string {
    if (this.kind !== 'mask' || !this.#isOnBox) return markup;
    return markup
      .replace(/^<mask\b[^>]*>/, (tag) => `${tag}<g transform="${this.#onBox()}">`)
      .replace('</mask>', '</g></mask>');
  }

  #onBox(): string {
    const { x, y, width, height } = this.box.reference;
    return `matrix(${width} 0 0 ${height} ${x - this.box.x} ${y - this.box.y})`;
  }

  /** Source: https://drafts.csswg.org/filter-effects-1/#FilterElementXAttribute */
  #region(attributes: Attributes): Area {
    const { reference, viewport } = this.box;
    const isOnViewport = attributes.get(UNITS[this.kind]) === 'userSpaceOnUse';
    const corner = isOnViewport ? { x: 0, y: 0 } : { x: reference.x - this.box.x, y: reference.y - this.box.y };
    const extent = isOnViewport ? viewport : reference;
    const of = (name: string, initial: number, axis: 'width' | 'height') =>
      length(attributes.get(name), isOnViewport ? 1 : extent[axis], extent[axis]) ?? initial * extent[axis];
    return {
      x: corner.x + of('x', -0.1, 'width'),
      y: corner.y + of('y', -0.1, 'height'),
      width: Math.max(0, of('width', 1.2, 'width')),
      height: Math.max(0, of('height', 1.2, 'height')),
    };
  }

  /** A length of a primitive, which is a fraction of the reference box. */
  #primitiveLength(element: ElementNode, name: string, value: string): string {
    const axis = PRIMITIVE_LENGTHS[name];
    if (!axis || (name === 'scale' && element.name !== 'feDisplacementMap')) return value;
    const { reference } = this.box;
    const diagonal = Math.hypot(reference.width, reference.height) / Math.SQRT2;
    const place = { x: reference.x - this.box.x, y: reference.y - this.box.y };
    const [first, second = first] = value.trim().split(/[\s,]+/);
    const scaled = (text: string | undefined, extent: number) => length(text, extent, extent) ?? 0;
    if (axis === 'both') return `${scaled(first, reference.width)} ${scaled(second, reference.height)}`;
    if (axis === 'diagonal') return String(scaled(first, diagonal));
    const size = scaled(first, axis === 'x' ? reference.width : reference.height);
    return String(name === axis || name === `pointsAt${axis.toUpperCase()}` ? place[axis] + size : size);
  }
}

/** @param unit px of a number, @param extent px of 100%; undefined for other units and without a value */
function length(text: string | undefined, unit: number, extent: number): number | undefined {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%|px)?\s*$/i.exec(text ?? '');
  if (!match) return undefined;
  return Number(match[1]) * (match[2] === '%' ? extent / 100 : unit);
}
