/**
 * URL resolution. A document needs no URL of its own: with a relative base or none, a reference resolves to a URL
 * relative to the document, for the asset lookup to resolve.
 */

import { type ElementNode, findElement, type HtmlDocument } from './dom.js';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Schemes that cannot be a base and whose URLs may be long. */
const OPAQUE = /^(?:data|asset):/i;

/** Whether a resolved URL has a scheme. */
export function isAbsoluteUrl(url: string): boolean {
  return SCHEME.test(url);
}

/**
 * @param base  a URL, absolute or relative to the document; '' is the document itself
 * @returns     an absolute URL if the reference or the base is absolute, else one relative to the document, in which
 *              leading `..` segments remain; undefined for an invalid URL, or a relative one with an opaque base
 * Sources: https://url.spec.whatwg.org/#concept-basic-url-parser, and for relative bases
 * https://www.rfc-editor.org/rfc/rfc3986#section-5.2
 */
export function resolveUrl(reference: string, base: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the parser strips exactly these
  const url = reference.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '').replace(/[\t\n\r]/g, '');
  if (OPAQUE.test(url)) return url;
  if (isAbsoluteUrl(url)) return URL.canParse(url) ? new URL(url).href : undefined;
  if (isAbsoluteUrl(base)) return URL.canParse(url, base) ? new URL(url, base).href : undefined;
  const [to, from] = [parts(url.replace(/^[^?#]*/, (path) => path.replaceAll('\\', '/'))), parts(base)];
  if (to.authority !== '') return to.authority + withoutDots(to.path) + to.query + to.fragment;
  if (to.path === '') return from.authority + from.path + (to.query || from.query) + to.fragment;
  const path = to.path.startsWith('/') ? to.path : from.path.replace(/[^/]*$/, '') + to.path;
  return from.authority + withoutDots(path) + to.query + to.fragment;
}

/** The components of a URL without a scheme. Source: https://www.rfc-editor.org/rfc/rfc3986#appendix-B */
function parts(url: string) {
  const [, authority = '', path = '', query = '', fragment = ''] =
    /^(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  return { authority, path, query, fragment };
}

/** Removes dot segments; leading `..` of a relative path remain. */
function withoutDots(path: string): string {
  const root = path.startsWith('/') ? '/' : '';
  const segments = path.slice(root.length).split('/');
  const kept: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (segment === '..' && root === '') kept.push('..');
    else if (segment !== '.' && segment !== '..') kept.push(segment);
    if (isLast && (segment === '.' || segment === '..')) kept.push('');
  }
  return root + kept.join('/');
}

/**
 * The base URL of a document; '' is the document itself.
 * Source: https://html.spec.whatwg.org/multipage/semantics.html#the-base-element
 */
export function documentBase(document: HtmlDocument): string {
  const isBase = (element: ElementNode) =>
    element.name === 'base' && element.namespace === 'html' && element.attribute('href') !== undefined;
  const href = findElement(document.root, isBase)?.attribute('href');
  const base = href === undefined ? undefined : resolveUrl(href, '');
  return base === undefined || /^(?:data|javascript):/i.test(base) ? '' : base;
}
