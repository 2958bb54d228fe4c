/** Where links lead. */

import { decoded } from '../box/references.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { isAbsoluteUrl, resolveUrl } from '../html/urls.js';
import type { DocumentLayout } from '../layout/algorithm/types.js';
import type { LinkTarget } from './display-list.js';

/** Schemes that would read something on the reader's machine, or mean nothing there. */
const REFUSED = new Set(['data:', 'file:', 'blob:', 'about:', 'asset:']);
/** Longer ones Typst refuses. */
const MAX_URL_LENGTH = 8000;

/** They run nothing on paper, and say nothing of where they would lead. */
const SCRIPTS = new Set(['javascript:', 'vbscript:']);

/**
 * @param base    see `documentBase`
 * @param report  gets links that lead nowhere, but for those to places that the document does not have
 * @returns a function from a link to its target; undefined for one that leads nowhere
 */
export function linkTargets(
  layout: DocumentLayout,
  base: string,
  report: Report,
): (link: ElementNode) => LinkTarget | undefined {
  const known = new Map<ElementNode, LinkTarget | undefined>();
  const find = (link: ElementNode): LinkTarget | undefined => {
    const href = link.attribute('href') ?? '';
    const found = target(href, base, layout);
    if (typeof found !== 'string') return found;
    report.add('UnsupportedValue', `<${link.name} href="${href.trim()}">`, `${describeElement(link)}: ${found}`);
    return undefined;
  };
  return (link) => {
    if (!known.has(link)) known.set(link, find(link));
    return known.get(link);
  };
}

/** @returns otherwise why there is none: a sentence for a diagnostic, or undefined where nobody would expect one */
function target(href: string, base: string, layout: DocumentLayout): LinkTarget | string | undefined {
  const url = resolveUrl(href, base);
  if (url === undefined) return 'it is no URL';
  const [address, fragment] = splitFragment(url);
  // A place of the document itself, as Blink's ObjectPainter::AddURLRectIfNeeded has it.
  const isHere = address === splitFragment(base)[0];
  if (isHere && (fragment !== undefined || !isAbsoluteUrl(url))) return anchor(layout, fragment ?? '');
  return isAbsoluteUrl(url) ? external(url) : 'a relative link leads somewhere only with <base href="https://…">';
}

function splitFragment(url: string): [address: string, fragment: string | undefined] {
  const at = url.indexOf('#');
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)];
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

function external(href: string): LinkTarget | string | undefined {
  const { protocol } = new URL(href);
  if (SCRIPTS.has(protocol)) return undefined;
  const isDrive = protocol.length === 2; // C:\\file
  if (isDrive || REFUSED.has(protocol)) return `${protocol} URLs are not linked to`;
  if (href.length > MAX_URL_LENGTH) return `it is longer than ${MAX_URL_LENGTH} characters`;
  return { type: 'url', url: href };
}
