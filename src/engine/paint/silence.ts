/** Tells of which documents painting has nothing to say, so that validating them needs no display list. */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { hasEffects, opensSpace } from '../css/style-queries.js';
import type { ElementNode } from '../html/dom.js';

/** Links may have no target; the others are images and drawings, which a writer may refuse, or controls with drawings. */
const SPEAKING: ReadonlySet<string> = new Set(
  `a area audio button canvas details embed iframe image img input meter object picture progress select svg textarea
  video`.split(/\s+/),
);

/** Groups in one another that every writer can nest. */
export const SAFE_NESTING = 20;
/** Elements in one another, each of which clips its content with up to two groups. */
const MAX_DEPTH = SAFE_NESTING / 2 - 1;

/**
 * Whether painting a document reports nothing, asks for no assets and makes nothing that a writer may refuse: no images,
 * drawings or deeply nested groups. Cautious: of many documents painting has nothing to say, either, for which this is false.
 */
export function paintsSilently({ document, usedStyles }: Pick<StyledDocument, 'document' | 'usedStyles'>): boolean {
  let clips = false;
  for (const style of usedStyles) {
    // Effects are drawings; transforms may be in 3D, which cannot always be projected.
    if (usesImages(style) || hasEffects(style) || opensSpace(style)) return false;
    clips ||= isClipped(style);
  }
  return isSilent(document.root, 1, clips ? MAX_DEPTH : Number.POSITIVE_INFINITY);
}

/** Images and drawings: also shadows, which are images where they are blurred, and text as a clip. */
function usesImages(style: ComputedStyle): boolean {
  return (
    style['background-image'].some((image) => image !== 'none') ||
    style['border-image-source'] !== 'none' ||
    style['background-clip'].includes('text') ||
    style['list-style-image'] !== 'none' ||
    style['box-shadow'].length > 0 ||
    style['text-shadow'].length > 0 ||
    (typeof style.content !== 'string' && style.content.some(({ type }) => type === 'image'))
  );
}

const isClipped = (style: ComputedStyle): boolean =>
  style['overflow-x'] !== 'visible' ||
  style['overflow-y'] !== 'visible' ||
  style.clip !== 'auto' ||
  style.contain.length > 0;

function isSilent(element: ElementNode, depth: number, maxDepth: number): boolean {
  if (depth > maxDepth || SPEAKING.has(element.name)) return false;
  for (const child of element.children) {
    if (child.kind === 'element' && !isSilent(child, depth + 1, maxDepth)) return false;
  }
  return true;
}
