/**
 * Filter primitives that the SVG renderer draws otherwise than specified, or slowly, as others that it draws well.
 * Source: the modules filter/displacement_map.rs and filter/morphology.rs of resvg 0.47
 */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';

type Attributes = ReadonlyMap<string, string>;

interface Context {
  readonly styled: Pick<StyledDocument, 'drawingStyle'>;
  readonly report: Report;
}

/** An element to write. */
export interface Primitive {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children?: readonly Primitive[];
}

/** Results of inserted primitives. */
const INPUT = 'displaced';
const MAP = 'displacement';

/** @returns the primitives in place of the element; undefined: the element itself */
export function rewrittenPrimitives(
  element: ElementNode,
  attributes: Attributes,
  context: Context,
): Primitive[] | undefined {
  if (element.name === 'feDisplacementMap') return displacement(element, attributes, context);
  if (element.name === 'feColorMatrix') return saturation(attributes);
  return element.name === 'feMorphology' ? morphology(element, attributes, context) : undefined;
}

/**
 * The renderer takes a saturation of more than 1 for 1.
 * Source: https://drafts.csswg.org/filter-effects-1/#element-attrdef-fecolormatrix-values
 */
function saturation(attributes: Attributes): Primitive[] | undefined {
  const amount = Number(attributes.get('values'));
  if (attributes.get('type') !== 'saturate' || !(amount > 1)) return undefined;
  const row = (own: number) => LUMINANCE.map((weight, at) => weight + ((at === own ? 1 : 0) - weight) * amount);
  const rows = [0, 1, 2].flatMap((own) => [...row(own), 0, 0]);
  const values = [...rows, 0, 0, 0, 1, 0].map((value) => Number(value.toFixed(6))).join(' ');
  return [{ name: 'feColorMatrix', attributes: new Map(attributes).set('type', 'matrix').set('values', values) }];
}

/** Of red, green and blue. */
const LUMINANCE = [0.213, 0.715, 0.072];

/**
 * The renderer knows no tainted maps, and multiplies the scale with itself.
 * Source: https://drafts.csswg.org/filter-effects-1/#fedisplacemnentmap-restrictions
 */
function displacement(element: ElementNode, attributes: Attributes, context: Context): Primitive[] {
  if (isTainted(inputsOf(element)[1], context)) return [offset(attributes, attributes.get('result'))];
  const scale = Number(attributes.get('scale') ?? 0) || 0;
  const rooted = new Map(attributes).set('scale', String(Math.sqrt(Math.abs(scale))));
  if (scale >= 0) return [{ name: element.name, attributes: rooted }];
  // The opposite displacement has the inverse map.
  const selected = ['xChannelSelector', 'yChannelSelector'].map((name) => attributes.get(name) ?? 'A');
  const transfer = new Map(attributes).set('in', attributes.get('in2') ?? INPUT).set('result', MAP);
  return [
    offset(attributes, INPUT),
    { name: 'feComponentTransfer', attributes: transfer, children: selected.map(inversion) },
    { name: element.name, attributes: rooted.set('in', INPUT).set('in2', MAP) },
  ];
}

const inversion = (channel: string): Primitive => ({
  name: `feFunc${channel}`,
  attributes: new Map(Object.entries({ type: 'table', tableValues: '1 0' })),
});

/** Largest radius of one step, and of all, in the units of the filter. */
const MORPHOLOGY_STEP = 4;
const MAX_MORPHOLOGY = 32;

/**
 * The renderer compares each pixel with all within the radius: several small steps have the result of a large one and
 * take less time.
 */
function morphology(element: ElementNode, attributes: Attributes, { report }: Context): Primitive[] | undefined {
  const [x = 0, y = x] = (attributes.get('radius') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const radius = Math.max(x, y);
  if (!(radius > MORPHOLOGY_STEP) || Math.min(x, y) <= 0) return undefined;
  if (radius > MAX_MORPHOLOGY) {
    const place = `${describeElement(element)}: more than ${MAX_MORPHOLOGY}`;
    report.add('UnsupportedElement', `<feMorphology radius="${attributes.get('radius')}">`, place);
    return [offset(attributes, attributes.get('result'))];
  }
  // A radius of 0 would turn the effect off.
  const count = Math.max(1, Math.min(Math.ceil(radius / MORPHOLOGY_STEP), Math.floor(Math.min(x, y))));
  const { in: input, result, ...others } = Object.fromEntries(attributes);
  return Array.from({ length: count }, (_, index) => {
    // Whole units, which are whole pixels for most scales.
    const part = (whole: number) => Math.round((whole * (index + 1)) / count) - Math.round((whole * index) / count);
    const isLast = index === count - 1;
    const own = {
      ...others,
      radius: `${part(x)} ${part(y)}`,
      ...(index === 0 && input !== undefined && { in: input }),
      ...(isLast && result !== undefined && { result }),
    };
    return { name: element.name, attributes: new Map(Object.entries(own)) };
  });
}

/** Copies the input. */
function offset(attributes: Attributes, result: string | undefined): Primitive {
  const input = attributes.get('in');
  const own = Object.entries({ ...(input !== undefined && { in: input }), ...(result !== undefined && { result }) });
  return { name: 'feOffset', attributes: new Map(own) };
}

/** Whether the result shows a color that scripts must not read. Source: #tainted-filter-primitives */
function isTainted(primitive: ElementNode | undefined, context: Context): boolean {
  if (!primitive) return false;
  const style = context.styled.drawingStyle(primitive);
  const colors = COLORS[primitive.name];
  if (colors && /^currentcolor$/i.test((style.get(colors) ?? primitive.attribute(colors) ?? '').trim())) return true;
  return inputsOf(primitive).some((input) => isTainted(input, context));
}

const COLORS: Readonly<Record<string, string>> = {
  feFlood: 'flood-color',
  feDropShadow: 'flood-color',
  feDiffuseLighting: 'lighting-color',
  feSpecularLighting: 'lighting-color',
};

const TWO_INPUTS = new Set(['feBlend', 'feComposite', 'feDisplacementMap']);
const NO_INPUT = new Set(['feFlood', 'feImage', 'feTurbulence']);

/** The primitives whose results an element takes, in the order of `in`, `in2`; undefined: the source. */
function inputsOf(primitive: ElementNode): (ElementNode | undefined)[] {
  if (NO_INPUT.has(primitive.name)) return [];
  const before = primitivesBefore(primitive);
  const resultOf = (name: string | undefined) => {
    if (name !== undefined && /^(?:SourceGraphic|SourceAlpha|FillPaint|StrokePaint)$/.test(name)) return undefined;
    const named = name === undefined ? undefined : before.findLast((each) => each.attribute('result') === name);
    return named ?? before.at(-1);
  };
  if (primitive.name === 'feMerge')
    return primitive.children.flatMap((node) => (node.kind === 'element' ? [resultOf(node.attribute('in'))] : []));
  const first = resultOf(primitive.attribute('in'));
  return TWO_INPUTS.has(primitive.name) ? [first, resultOf(primitive.attribute('in2'))] : [first];
}

function primitivesBefore(primitive: ElementNode): ElementNode[] {
  const siblings = (primitive.parent?.children ?? []).filter((child) => child.kind === 'element');
  return siblings.slice(0, siblings.indexOf(primitive));
}
