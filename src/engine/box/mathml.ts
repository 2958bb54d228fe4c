/** Boxes of formulas in MathML. Source: https://w3c.github.io/mathml-core/#layout-algorithms */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import { isMathmlText } from '../html/elements.js';
import { fontRequest } from '../text/font-request.js';
import type { FontLibrary } from '../text/fonts.js';
import { missingGlyphs } from '../text/missing-glyphs.js';
import type { RawBox, RawNode } from './raw.js';

/** Elements whose content is an anonymous row. */
const WITH_ROW: ReadonlySet<string> = new Set(['mpadded', 'msqrt', 'mtd']);

/** The children of the box of a MathML element. Those with text may have any; others only elements of MathML. */
export function mathChildren(box: RawBox, styled: StyledDocument): RawNode[] {
  const { element, style } = box;
  if (isMathmlText(element) || !isMathBox(element, style)) return box.children;
  if (element.name === 'mspace') return [];
  const children = box.children.filter(isElementOfMathml);
  if (!WITH_ROW.has(element.name) || children.length === 0) return children;
  const row = styled.anonymous(style, 'block-math');
  // In a cell, the row is as wide as its content, and aligned by `text-align`.
  return [{ kind: 'box', style: { ...row, width: 'fit-content' }, element, origin: 'anonymous', children }];
}

/** Blink: `LayoutMathMLBlock::IsChildAllowed` */
const isElementOfMathml = ({ kind, element, origin }: RawNode): boolean =>
  kind === 'box' && element.namespace === 'mathml' && origin === undefined;

const isMathBox = ({ name }: ElementNode, { display }: ComputedStyle): boolean =>
  name === 'mtd' ? display === 'table-cell' : display === 'block-math' || display === 'inline-math';

/** Outside of formulas, `display: math` is flow layout. Blink: `StyleAdjuster::AdjustComputedStyle` */
export function withMathDisplay({ namespace }: ElementNode, style: ComputedStyle): ComputedStyle {
  // Source: https://drafts.csswg.org/css-display-4/#unbox-mathml
  if (namespace === 'mathml') return style.display === 'contents' ? { ...style, display: 'none' } : style;
  if (style.display === 'block-math') return { ...style, display: 'block' };
  return style.display === 'inline-math' ? { ...style, display: 'inline' } : style;
}

/** Whether the fonts have all characters of a text. */
export const hasGlyphs = (text: string, style: ComputedStyle, fonts: FontLibrary): boolean =>
  missingGlyphs(text, fontRequest(style), fonts).length === 0;

const ITALIC = new WeakMap<ComputedStyle, ComputedStyle>();

/** The style of a letter in place of a mathematical italic one that no font has. */
export function inItalics(style: ComputedStyle): ComputedStyle {
  let italic = ITALIC.get(style);
  if (!italic) {
    italic = { ...style, 'font-style': 'italic' };
    ITALIC.set(style, italic);
  }
  return italic;
}
