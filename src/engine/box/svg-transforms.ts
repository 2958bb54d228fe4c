/**
 * CSS transforms of SVG elements as matrices, for a renderer that knows the attribute `transform` only.
 * Source: https://drafts.csswg.org/css-transforms-1/#transform-box
 */

import type { StyledDocument } from '../css/compute/styled-document.js';
import { transformMatrix } from '../css/compute/transform-matrix.js';
import { hasTransform } from '../css/style-queries.js';
import { readPathData } from '../css/values/path-data.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';

interface Context {
  readonly styled: Pick<StyledDocument, 'style' | 'drawingStyle'>;
  readonly report: Report;
}

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Graphics elements and groups; in definitions the attribute has other names or meanings. */
const TRANSFORMABLE = new Set(
  'a circle ellipse foreignObject g image line path polygon polyline rect switch text use'.split(' '),
);

/** @returns the value of the attribute; '': none; undefined: CSS declares no transform */
export function cssTransform(element: ElementNode, context: Context): string | undefined {
  if (!TRANSFORMABLE.has(element.name)) return undefined;
  const style = context.styled.style(element);
  const declared = context.styled.drawingStyle(element);
  if (!hasTransform(style)) return declared.has('transform') ? '' : undefined;
  const { transform, translate, rotate, scale } = style;
  const box = referenceBox(element, style['transform-box'], context);
  // Source: https://drafts.csswg.org/css-transforms-1/#transform-origin-property
  const origin = declared.has('transform-origin') ? style['transform-origin'] : { x: 0, y: 0 };
  const matrix = transformMatrix(
    { transform, translate, rotate, scale, 'transform-origin': origin },
    box,
    box.x,
    box.y,
  );
  const text = matrix ? `matrix(${matrix.map((value) => Number(value.toFixed(6))).join(' ')})` : '';
  const isAttributeKept = transform === 'none' && !declared.has('transform');
  return isAttributeKept ? `${text} ${element.attribute('transform') ?? ''}`.trim() : text;
}

/** The attributes with another `transform`. */
export function withTransform(attributes: ReadonlyMap<string, string>, transform: string): Map<string, string> {
  const changed = new Map(attributes);
  if (transform === '') changed.delete('transform');
  else changed.set('transform', transform);
  return changed;
}

function referenceBox(element: ElementNode, box: string, { styled, report }: Context): Rect {
  if (box === 'fill-box' || box === 'content-box') {
    const bounds = boundsOf(element, styled);
    if (bounds) return bounds;
    report.add('UnsupportedValue', `transform-box: ${box}`, `${describeElement(element)}: its extent is not known`);
  }
  return viewport(element, styled);
}

/** The nearest SVG viewport, at the origin of its coordinate system. */
export function viewport(element: ElementNode, styled: Context['styled']): Rect {
  let svg = element.parent;
  while (svg && svg.name !== 'svg') svg = svg.parent;
  const numbers =
    svg
      ?.attribute('viewBox')
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  if (numbers.length === 4 && numbers.every(Number.isFinite))
    return { x: 0, y: 0, width: numbers[2]!, height: numbers[3]! };
  const style = svg && styled.style(svg);
  const extent = (value: unknown, attribute: string, initial: number) =>
    typeof value === 'number' ? value : (numberOf(svg?.attribute(attribute)) ?? initial);
  return { x: 0, y: 0, width: extent(style?.width, 'width', 300), height: extent(style?.height, 'height', 150) };
}

/** A number, of px; undefined for others and without a value. */
function numberOf(text: string | undefined): number | undefined {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:px)?\s*$/i.exec(text ?? '');
  return match ? Number(match[1]) : undefined;
}

/**
 * The object bounding box of shapes and of groups of shapes without transforms; undefined: unknown.
 * Source: https://www.w3.org/TR/SVG2/coords.html#BoundingBoxes
 */
function boundsOf(element: ElementNode, styled: Context['styled']): Rect | undefined {
  const of = (name: string) => (element.attributes.has(name) ? numberOf(element.attribute(name)) : 0);
  const [x, y, width, height, cx, cy] = ['x', 'y', 'width', 'height', 'cx', 'cy'].map(of);
  switch (element.name) {
    case 'rect':
    case 'image':
      return known(x, y, width, height);
    case 'circle': {
      const r = of('r');
      return r === undefined ? undefined : aroundCentre(cx, cy, r, r);
    }
    case 'ellipse':
      return aroundCentre(cx, cy, of('rx'), of('ry'));
    case 'line':
      return around([of('x1'), of('x2')], [of('y1'), of('y2')]);
    case 'polyline':
    case 'polygon': {
      const numbers =
        element
          .attribute('points')
          ?.trim()
          .split(/[\s,]+/)
          .map(Number) ?? [];
      return around(
        numbers.filter((_, at) => at % 2 === 0),
        numbers.filter((_, at) => at % 2 === 1),
      );
    }
    case 'path':
      return pathBounds(element.attribute('d') ?? '');
    case 'g':
    case 'a':
    case 'switch':
      return groupBounds(element, styled);
    default:
      return undefined;
  }
}

function known(x?: number, y?: number, width?: number, height?: number): Rect | undefined {
  const isKnown = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
  return isKnown ? { x, y, width, height } : undefined;
}

function aroundCentre(x?: number, y?: number, rx?: number, ry?: number): Rect | undefined {
  if (x === undefined || y === undefined || rx === undefined || ry === undefined) return undefined;
  return { x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry };
}

function around(xs: readonly (number | undefined)[], ys: readonly (number | undefined)[]): Rect | undefined {
  const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);
  if (xs.length === 0 || xs.length !== ys.length || !xs.every(isKnown) || !ys.every(isKnown)) return undefined;
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Points on each curve; their bounds are those of the curve to a thousandth of its extent. */
const STEPS = 32;

function pathBounds(data: string): Rect | undefined {
  const xs: number[] = [];
  const ys: number[] = [];
  let [x, y] = [0, 0];
  for (const command of readPathData(data)) {
    if (command[0] === 'Z') continue;
    if (command[0] === 'C') {
      const [, x1, y1, x2, y2, x3, y3] = command;
      for (let step = 0; step < STEPS; step++) {
        const t = step / STEPS;
        xs.push(cubic(t, x, x1, x2, x3));
        ys.push(cubic(t, y, y1, y2, y3));
      }
      [x, y] = [x3, y3];
    } else [, x, y] = command;
    xs.push(x);
    ys.push(y);
  }
  return around(xs, ys);
}

function cubic(t: number, a: number, b: number, c: number, d: number): number {
  const u = 1 - t;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

function groupBounds(group: ElementNode, styled: Context['styled']): Rect | undefined {
  const all: Rect[] = [];
  for (const child of group.children) {
    if (child.kind !== 'element' || !TRANSFORMABLE.has(child.name)) continue;
    const isTransformed = child.attribute('transform') !== undefined || hasTransform(styled.style(child));
    const bounds = isTransformed ? undefined : boundsOf(child, styled);
    if (!bounds) return undefined;
    all.push(bounds);
  }
  return around(
    all.flatMap(({ x, width }) => [x, x + width]),
    all.flatMap(({ y, height }) => [y, y + height]),
  );
}
