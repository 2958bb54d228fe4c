/** Classifications of elements shared by several stages. */

import type { ElementNode } from './dom.js';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

export const HEADING_ELEMENTS: ReadonlySet<string> = new Set(HEADINGS);

/**
 * https://html.spec.whatwg.org/multipage/parsing.html#special, without `search`, which browsers do not treat as
 * special.
 */
const SPECIAL_HTML: ReadonlySet<string> = new Set([
  ...HEADINGS,
  ...`address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd
  details dir div dl dt embed fieldset figcaption figure footer form frame frameset head header hgroup hr html iframe
  img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre
  script section select source style summary table tbody td template textarea tfoot th thead title tr track ul
  wbr xmp`.split(/\s+/),
]);

/** https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point */
const MATHML_TEXT: ReadonlySet<string> = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/** SVG elements with HTML content. */
const SVG_WITH_HTML: ReadonlySet<string> = new Set(['foreignObject', 'desc', 'title']);

/** Whether an element is special: unclosed elements outside do not extend into it. */
export function isSpecial({ namespace, name }: ElementNode): boolean {
  if (namespace === 'html') return SPECIAL_HTML.has(name);
  return isForeignBoundary(namespace, name);
}

/** Whether an SVG or MathML element may contain HTML (or text parsed as in HTML) and so bounds scopes. */
export function isForeignBoundary(namespace: string, name: string): boolean {
  return namespace === 'svg' ? SVG_WITH_HTML.has(name) : MATHML_TEXT.has(name) || name === 'annotation-xml';
}

export function isMathmlText({ namespace, name }: ElementNode): boolean {
  return namespace === 'mathml' && MATHML_TEXT.has(name);
}

/** https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point */
export function isHtmlIntegrationPoint(element: ElementNode): boolean {
  if (element.namespace === 'svg') return SVG_WITH_HTML.has(element.name);
  if (element.namespace !== 'mathml' || element.name !== 'annotation-xml') return false;
  const encoding = element.attribute('encoding')?.toLowerCase();
  return encoding === 'text/html' || encoding === 'application/xhtml+xml';
}

/** Elements without boxes, whatever their `display` is. */
export const UNRENDERED: ReadonlySet<string> = new Set(
  'area base basefont datalist link meta noembed noframes param rp source template track'.split(' '),
);

/** Whether an element generates no boxes in browsers either, so that no diagnostic is due. */
export function isUnrendered({ namespace, name }: ElementNode): boolean {
  return namespace === 'html' && UNRENDERED.has(name);
}

/** Elements whose content a browser would fetch, play or compute. */
export const UNSUPPORTED: ReadonlySet<string> = new Set(
  `applet audio bgsound canvas embed frame frameset iframe map marquee object portal script video`.split(' '),
);

/**
 * Whether to report an element as `UnsupportedElement`: a browser would render or run something that the PDF lacks.
 * Excludes data blocks (`type="application/ld+json"`), which browsers do not execute.
 */
export function isUnsupported(element: ElementNode): boolean {
  if (element.namespace !== 'html' || !UNSUPPORTED.has(element.name)) return false;
  return element.name !== 'script' || isExecutable(element);
}

const JAVASCRIPT_TYPE =
  /^\s*(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))\s*$/i;

/** https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element, step 8 */
function isExecutable(script: ElementNode): boolean {
  const type = script.attribute('type');
  return !type || JAVASCRIPT_TYPE.test(type);
}
