/** Classifications of elements shared by several stages. */

import type { ElementNode } from './dom.js';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** HTML elements whose content is text up to their end tag, whatever it looks like. */
export const RAW_TEXT_ELEMENTS: ReadonlySet<string> = new Set(
  'iframe noembed noframes script style textarea title xmp'.split(' '),
);

export const HEADING_ELEMENTS: ReadonlySet<string> = new Set(HEADINGS);

/** https://html.spec.whatwg.org/multipage/parsing.html#special, without `search`, which browsers do not treat as special. */
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

/** Elements without boxes, by the standard's style sheet or for lack of content. */
export const UNRENDERED: ReadonlySet<string> = new Set(
  `area base basefont datalist head link meta noembed noframes param rp script source style template title
  track`.split(/\s+/),
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
  if (element.namespace === 'mathml') return element.name === 'math';
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

/** Roles of elements for accessibility, after the structure types of PDF. */
export type Role =
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'heading5'
  | 'heading6'
  | 'paragraph'
  | 'list'
  | 'listitem'
  | 'descriptionlist'
  | 'term'
  | 'description'
  | 'table'
  | 'caption'
  | 'rowgroup'
  | 'row'
  | 'columnheader'
  | 'rowheader'
  | 'cell'
  | 'link'
  | 'figure'
  | 'image'
  | 'quote'
  | 'code'
  | 'emphasis'
  | 'strong'
  | 'presentation';

const ROLES: Readonly<Record<string, Role>> = {
  h1: 'heading1',
  h2: 'heading2',
  h3: 'heading3',
  h4: 'heading4',
  h5: 'heading5',
  h6: 'heading6',
  p: 'paragraph',
  ul: 'list',
  ol: 'list',
  menu: 'list',
  dir: 'list',
  li: 'listitem',
  dl: 'descriptionlist',
  dt: 'term',
  dd: 'description',
  table: 'table',
  caption: 'caption',
  figcaption: 'caption',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tfoot: 'rowgroup',
  tr: 'row',
  td: 'cell',
  figure: 'figure',
  img: 'image',
  svg: 'image',
  blockquote: 'quote',
  q: 'quote',
  code: 'code',
  em: 'emphasis',
  strong: 'strong',
};

/** ARIA role names; `heading` is missing because it needs a level. */
const ARIA_ROLES: Readonly<Record<string, Role>> = {
  paragraph: 'paragraph',
  list: 'list',
  listitem: 'listitem',
  term: 'term',
  definition: 'description',
  table: 'table',
  caption: 'caption',
  rowgroup: 'rowgroup',
  row: 'row',
  columnheader: 'columnheader',
  rowheader: 'rowheader',
  cell: 'cell',
  link: 'link',
  figure: 'figure',
  img: 'image',
  image: 'image',
  blockquote: 'quote',
  code: 'code',
  emphasis: 'emphasis',
  strong: 'strong',
  presentation: 'presentation',
  none: 'presentation',
};

/**
 * The role of an element: its `role` attribute if known, else the role of its tag.
 * undefined for elements that only group (`div`, `span`) and for tags without a role.
 * Source: https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings
 */
export function roleOf(element: ElementNode): Role | undefined {
  const explicit = element.attribute('role')?.trim().toLowerCase().split(/\s+/)[0];
  if (explicit === 'heading') return headingRole(element.attribute('aria-level'));
  if (explicit && Object.hasOwn(ARIA_ROLES, explicit)) return ARIA_ROLES[explicit];
  if (element.namespace === 'svg') return element.name === 'svg' ? 'image' : undefined;
  if (element.namespace !== 'html') return undefined;
  if (element.name === 'th') return headerRole(element);
  if (element.name === 'a') return element.attribute('href') === undefined ? undefined : 'link';
  // An empty alternative text marks a decorative image.
  if (element.name === 'img' && element.attribute('alt') === '') return 'presentation';
  return Object.hasOwn(ROLES, element.name) ? ROLES[element.name] : undefined;
}

function headingRole(level = '2'): Role {
  const number = Math.min(Math.max(Number.parseInt(level, 10) || 2, 1), 6);
  return `heading${number as 1 | 2 | 3 | 4 | 5 | 6}`;
}

/** A `th` without a valid `scope` is a row header when it is first in a row with data cells, else a column header. */
function headerRole(th: ElementNode): Role {
  const scope = th.attribute('scope')?.trim().toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const cells = th.parent?.children.filter((node) => node.kind === 'element') ?? [];
  return cells[0] === th && cells.some((cell) => cell.name === 'td') ? 'rowheader' : 'columnheader';
}
