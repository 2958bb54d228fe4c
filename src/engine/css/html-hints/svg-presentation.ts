/**
 * Presentation attributes of SVG elements, as declarations below those of the author: those that its box or its text
 * depends on, and others where CSS has to be evaluated. The SVG renderer knows the rest.
 * Source: https://svgwg.org/svg2-draft/styling.html#PresentationAttributes
 */

import { SVG_PROPERTIES } from '../properties/others.js';
import type { Subject } from '../selectors/subject.js';
import type { Hint } from './hint.js';

/** Properties of text, inherited ones and those of its own, and whether anything is shown. */
const OF_TEXT = new Set(
  (
    'alignment-baseline baseline-shift color direction display dominant-baseline font font-family font-feature-settings ' +
    'font-kerning font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing ' +
    'text-anchor text-decoration unicode-bidi visibility white-space word-spacing writing-mode'
  ).split(' '),
);
/** Those of the box of an outermost `svg`, which are its layout's. */
const OF_BOX = new Set('clip-path filter mask opacity overflow transform transform-origin'.split(' '));
/** Those of HTML in SVG, which is laid out with them. */
const OF_FOREIGN_OBJECT = new Set(['width', 'height', 'opacity', 'overflow']);
const RENDERED = new Set(SVG_PROPERTIES);

/** Unitless lengths are in px. */
const LENGTHS = new Set(['baseline-shift', 'font-size', 'height', 'letter-spacing', 'width', 'word-spacing']);
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export function svgPresentationHints(subject: Subject, hints: Hint[]): void {
  const isBox = isOutermost(subject);
  const isForeign = subject.element.name === 'foreignObject';
  for (const [name, text] of subject.element.attributes) {
    const value = text.trim();
    // `font` and others that SVG 1.1 has as attributes are none in SVG 2. What would end a declaration is invalid.
    if (value === '' || name === 'font' || /[;{}!]/.test(value)) continue;
    const isOfBox = (isBox && OF_BOX.has(name)) || (isForeign && OF_FOREIGN_OBJECT.has(name));
    if (OF_TEXT.has(name) || isOfBox) hints.push([name, cssValue(name, value)]);
    else if (RENDERED.has(name) && /\bvar\(/i.test(value)) hints.push([name, value]);
  }
}

/** Whether an element is an `svg` that has a box of its own. */
function isOutermost({ element }: Subject): boolean {
  return element.name === 'svg' && element.parent?.namespace !== 'svg';
}

function cssValue(name: string, value: string): string {
  if (LENGTHS.has(name) && NUMBER.test(value)) return `${value}px`;
  return name === 'transform' ? cssTransform(value) : value;
}

/**
 * A list of transforms in the syntax of the attribute: angles in degrees, lengths in px, a rotation about a point.
 * Source: https://drafts.csswg.org/css-transforms-1/#svg-syntax
 */
function cssTransform(list: string): string {
  return list.replace(/([a-z]+)\s*\(([^()]*)\)\s*,?/gi, (written, name: string, inside: string) => {
    const values = inside.trim().split(/\s*,\s*|\s+/);
    if (!values.every((value) => NUMBER.test(value))) return written;
    const [first = '0', x, y] = values;
    const px = (value: string) => `${value}px`;
    switch (name) {
      case 'translate':
        return `translate(${values.map(px).join()})`;
      case 'rotate':
        if (x === undefined || y === undefined) return `rotate(${first}deg)`;
        return `translate(${px(x)}, ${px(y)}) rotate(${first}deg) translate(${-Number(x)}px, ${-Number(y)}px)`;
      case 'skewX':
      case 'skewY':
        return `${name}(${first}deg)`;
      default:
        return `${name}(${values.join()})`;
    }
  });
}
