/** Tells of which documents painting has nothing to say, so that validating them needs no display list. */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { hasEffects, hasTransform, opensSpace } from '../css/style-queries.js';
import type { ElementNode } from '../html/dom.js';

/** Links may have no target; the others are images and drawings, which a writer may refuse, or controls with drawings. */
const SPEAKING: ReadonlySet<string> = new Set(
  `a area audio button canvas details embed iframe image img input meter object picture progress select svg textarea
  video`.split(/\s+/),
);

/** Elements in one another up to which effects and clips, at most two of each, can be nested by every writer. */
const MAX_DEPTH = 9;

/**
 * Whether painting a document reports nothing, asks for no assets and makes nothing that a writer may refuse: no images,
 * drawings or deeply nested groups. Cautious: of many documents painting has nothing to say, either, for which this is false.
 */
export function paintsSilently({ document, usedStyles }: Pick<StyledDocument, 'document' | 'usedStyles'>): boolean {
  let groups = false;
  for (const style of usedStyles) {
    // Transforms may be in 3D, which cannot always be projected.
    if (usesImages(style) || hasTransform(style) || opensSpace(style)) return false;
    groups ||= isGrouped(style);
  }
  return isSilent(document.root, 1, groups ? MAX_DEPTH : Number.POSITIVE_INFINITY);
}

/** Also shadows, which are images where they are blurred. */
function usesImages(style: ComputedStyle): boolean {
  return (
    style['background-image'].some((image) => image !== 'none') ||
    style['border-image-source'] !== 'none' ||
    style['mask-image'].some((image) => image !== 'none') ||
    style['list-style-image'] !== 'none' ||
    style['box-shadow'].length > 0 ||
    style['text-shadow'].length > 0 ||
    style.filter !== 'none' ||
    style['clip-path'] !== 'none' ||
    (typeof style.content !== 'string' && style.content.some(({ type }) => type === 'image'))
  );
}

function isGrouped(style: ComputedStyle): boolean {
  const isClipped = style['overflow-x'] !== 'visible' || style['overflow-y'] !== 'visible' || style.clip !== 'auto';
  return isClipped || hasEffects(style) || style.isolation === 'isolate' || style.contain.length > 0;
}

function isSilent(element: ElementNode, depth: number, maxDepth: number): boolean {
  if (depth > maxDepth || SPEAKING.has(element.name)) return false;
  for (const child of element.children) {
    if (child.kind === 'element' && !isSilent(child, depth + 1, maxDepth)) return false;
  }
  return true;
}
