/** Resolves hyperlinks to their targets in the PDF. */

import { decodeFragment } from '../box/references.js';
import { getOrMake } from '../collections/maps.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import { isAbsoluteUrl, resolveUrl } from '../html/urls.js';
import type { DocumentLayout } from '../layout/page/page-layout.js';
import type { LinkTarget } from './display-list.js';

/**
 * Schemes that links may have, besides those that begin with `web+`. Others open local data or start programs of whoever
 * reads the PDF.
 * Source: https://html.spec.whatwg.org/multipage/system-state.html#safelisted-scheme
 */
const LINK_SCHEMES = new Set(
  `http https bitcoin ftp ftps geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms smsto ssh tel
  urn webcal wtai xmpp`
    .split(/\s+/)
    .map((scheme) => `${scheme}:`),
);
/** Typst refuses longer URLs. */
const MAX_URL_LENGTH = 8000;

/** Script URLs cannot run in a PDF and have no destination; dropping them needs no diagnostic. */
const SCRIPT_SCHEMES = new Set(['javascript:', 'vbscript:']);

/**
 * @param base    the base URL, see `documentBase`
 * @param report  receives notices of links without a target, except those to missing fragments of the document
 * @returns a function that gives the target of a link, or undefined when it has none
 */
export function linkTargets(
  layout: DocumentLayout,
  base: string,
  report: Report,
): (link: ElementNode) => LinkTarget | undefined {
  const known = new Map<ElementNode, LinkTarget | undefined>();
  /** The first link by the reason why it has no target. */
  const firsts = new Map<string, { readonly text: string; readonly context: string }>();
  const find = (link: ElementNode): LinkTarget | undefined => {
    const href = link.attribute('href') ?? '';
    const found = target(href, base, layout);
    if (typeof found !== 'string') return found;
    // It does not show: one notice stands for all links without a target for this reason.
    const { text, context } = getOrMake(firsts, found, () => ({
      text: `<${link.name} href="${href.trim()}">`,
      context: `${describeElement(link)}: ${found}`,
    }));
    report.notice('UnsupportedValue', text, context);
    return undefined;
  };
  return (link) => {
    if (!known.has(link)) known.set(link, find(link));
    return known.get(link);
  };
}

/** @returns the target; else the reason as text for a diagnostic, or undefined when none is due */
function target(href: string, base: string, layout: DocumentLayout): LinkTarget | string | undefined {
  const url = resolveUrl(href, base);
  if (url === undefined) return 'not a valid URL';
  const [address, fragment] = splitFragment(url);
  // A URL of the document itself is an anchor. Source: Blink's ObjectPainter::AddURLRectIfNeeded
  const isHere = address === splitFragment(base)[0];
  if (isHere && (fragment !== undefined || !isAbsoluteUrl(url))) return anchor(layout, fragment ?? '');
  return isAbsoluteUrl(url) ? external(url) : 'a relative link resolves only with <base href="https://…">';
}

function splitFragment(url: string): [address: string, fragment: string | undefined] {
  const at = url.indexOf('#');
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)];
}

/** Source: https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element */
function anchor({ anchors, pages }: DocumentLayout, fragment: string): LinkTarget | undefined {
  const place = anchors.get(fragment) ?? anchors.get(decodeFragment(fragment));
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
  if (SCRIPT_SCHEMES.has(protocol)) return undefined;
  if (!LINK_SCHEMES.has(protocol) && !protocol.startsWith('web+'))
    return `${protocol} links are not written to the PDF`;
  if (href.length > MAX_URL_LENGTH) return `the URL has more than ${MAX_URL_LENGTH} characters`;
  return { type: 'url', url: href };
}
