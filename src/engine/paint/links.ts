/** Where links lead. */

import { decoded } from '../box/references.js';
import type { DocumentLayout } from '../layout/types.js';
import type { LinkTarget } from './display-list.js';

/** Schemes that would run or read something on the reader's machine. */
const REFUSED = new Set(['javascript:', 'vbscript:', 'data:', 'file:', 'blob:', 'about:', 'asset:']);
/** Longer ones Typst refuses. */
const MAX_URL_LENGTH = 8000;

/** @returns a function from an `href` to its target; undefined for relative URLs and for places that do not exist */
export function linkTargets(layout: DocumentLayout): (href: string) => LinkTarget | undefined {
  return (href) => {
    const trimmed = href.trim();
    return trimmed.startsWith('#') ? anchor(layout, trimmed.slice(1)) : external(trimmed);
  };
}

/** Source: https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element */
function anchor({ anchors, pages }: DocumentLayout, fragment: string): LinkTarget | undefined {
  const place = anchors.get(fragment) ?? anchors.get(decoded(fragment));
  if (!place) {
    const isTop = fragment === '' || fragment.toLowerCase() === 'top';
    return isTop ? { type: 'anchor', page: 0, x: 0, y: 0 } : undefined;
  }
  const page = pages[place.page];
  if (!page) return undefined;
  const { area, scale } = page;
  return { type: 'anchor', page: place.page, x: area.x + place.x * scale, y: area.y + place.y * scale };
}

function external(href: string): LinkTarget | undefined {
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return undefined;
  }
  const isDrive = url.protocol.length === 2; // C:\\file
  if (isDrive || REFUSED.has(url.protocol) || url.href.length > MAX_URL_LENGTH) return undefined;
  return { type: 'url', url: url.href };
}
