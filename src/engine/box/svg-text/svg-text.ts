/**
 * The text of SVG: the fonts, fallback, shaping and order of HTML text, as elements that the SVG renderer has no choice
 * about. Each has one font, one direction and its place.
 */

import type { StyledDocument } from '../../css/compute/styled-document.js';
import type { Report } from '../../diagnostics.js';
import { type DomNode, describeElement, type ElementNode } from '../../html/dom.js';
import { missingGlyphs } from '../../text/missing-glyphs.js';
import type { TextShaper } from '../../text/shape.js';
import { collectText } from './collect.js';
import { layOutText, type PlacedText } from './layout.js';
import { type Leaf, needsOutlines, outlineLeaves, textLeaf } from './leaves.js';
import type { TextValues } from './values.js';

interface TextContext {
  readonly styled: StyledDocument;
  readonly report: Report;
  readonly shaper: TextShaper;
}

/** Attributes and declarations that the places of the leaves stand for. */
export const PLACING: ReadonlySet<string> = new Set(
  'x y dx dy rotate textLength lengthAdjust text-anchor dominant-baseline alignment-baseline baseline-shift'.split(' '),
);

/** A laid out text: its leaves in place of text nodes. */
export interface LaidOutText {
  /** Whether some leaves are outlines or stretched, so that its elements are groups. */
  readonly hasOutlines: boolean;
  leavesOf(node: DomNode): readonly Leaf[];
}

/**
 * @param viewport  the size that percentages refer to
 * @returns         undefined for text on a path or in vertical lines: the renderer lays it out
 */
export function laidOutText(
  element: ElementNode,
  viewport: { readonly width: number; readonly height: number },
  { styled, report, shaper }: TextContext,
  values: TextValues,
): LaidOutText | undefined {
  if (isRenderers(element) || styled.style(element)['writing-mode'] !== 'horizontal-tb') return undefined;
  const collected = collectText(element, styled, shaper, values, viewport);
  const placed = layOutText(collected, styled.style(element), values, shaper);
  const byNode = new Map<DomNode, PlacedText[]>();
  for (const each of placed) {
    const { node, element: owner } = each.part;
    const known = byNode.get(node);
    if (known) known.push(each);
    else byNode.set(node, [each]);
    if (each.complete) continue;
    for (const name of missingGlyphs(each.text, each.shape.font, shaper.library))
      report.add('MissingGlyph', name, describeElement(owner));
  }
  const outlined = new Set(placed.filter((each) => needsOutlines(each, shaper)));
  const hasOutlines = outlined.size > 0 || placed.some(({ stretch }) => stretch !== 1);
  return {
    hasOutlines,
    leavesOf: (node) =>
      (byNode.get(node) ?? []).flatMap((each) => {
        if (outlined.has(each)) return outlineLeaves(each, shaper);
        return textLeaf(each, hasOutlines ? 'text' : 'tspan', values.fillOfBold(each.part.element));
      }),
  };
}

function isRenderers(element: ElementNode): boolean {
  if (element.name === 'textPath') return true;
  return element.children.some((child) => child.kind === 'element' && isRenderers(child));
}
