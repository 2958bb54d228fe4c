/** The document tree of the HTML standard's parser, without comments. Immutable after parsing. */

export type Namespace = 'html' | 'svg' | 'mathml';

export type DomNode = ElementNode | TextNode;

export class TextNode {
  readonly kind = 'text';
  parent: ElementNode | null = null;
  constructor(public data: string) {}
}

export class ElementNode {
  readonly kind = 'element';
  parent: ElementNode | null = null;
  children: DomNode[] = [];
  /** null: unknown; undefined: not yet computed. */
  private contentLanguage: string | null | undefined = undefined;
  constructor(
    /** Lower case in HTML; with the standard's adjustments in SVG (`linearGradient`). */
    readonly name: string,
    readonly namespace: Namespace,
    /** Names are lower case in HTML, adjusted in SVG (`viewBox`). Character references are decoded. */
    public attributes: ReadonlyMap<string, string>,
    /** Offset of the start tag in the source, in UTF-16 units; -1 for implied elements. */
    readonly sourceOffset: number,
    /** Unique in the document and small: what is known of many elements is in arrays, indexed by it. */
    readonly serial: number,
    /** Identifies elements of equal name and attributes, in all documents of a template. */
    readonly origin: object | undefined = undefined,
  ) {}

  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }

  /**
   * The content language, by the nearest `lang` attribute; undefined: there is none. Only after parsing.
   * Source: https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
   */
  get language(): string | undefined {
    if (this.contentLanguage === undefined) {
      const own = this.attribute('lang') ?? this.attribute('xml:lang');
      this.contentLanguage = own ?? this.parent?.language ?? null;
    }
    return this.contentLanguage ?? undefined;
  }
}

/** Source: https://dom.spec.whatwg.org/#concept-descendant-text-content */
export function descendantText({ children }: ElementNode): string {
  return children.map((child) => (child.kind === 'text' ? child.data : descendantText(child))).join('');
}

/** Source: https://dom.spec.whatwg.org/#concept-child-text-content */
export function childText({ children }: ElementNode): string {
  return children.map((child) => (child.kind === 'text' ? child.data : '')).join('');
}

/** The first element in tree order that passes the test, from `root` on. */
export function findElement(root: ElementNode, test: (element: ElementNode) => boolean): ElementNode | undefined {
  if (test(root)) return root;
  for (const child of root.children) {
    const found = child.kind === 'element' ? findElement(child, test) : undefined;
    if (found) return found;
  }
  return undefined;
}

/**
 * Quirks mode: the document has no doctype or an obsolete one. In limited-quirks mode only the height of lines differs.
 * Source: https://dom.spec.whatwg.org/#concept-document-mode
 */
export type DocumentMode = 'no-quirks' | 'limited-quirks' | 'quirks';

export interface HtmlDocument {
  /** The `html` element; it always has exactly one `head` and one `body` child. */
  readonly root: ElementNode;
  readonly head: ElementNode;
  readonly body: ElementNode;
  readonly mode: DocumentMode;
  /** Whether its mode is quirks mode. */
  readonly quirks: boolean;
}

/** A selector-like path for diagnostics: `body > table.items > tr:nth-of-type(2)`; the last four steps at most. */
export function describeElement(element: ElementNode): string {
  const steps: string[] = [];
  for (let at: ElementNode | null = element; at && steps.length < 4; at = at.parent) steps.unshift(describeStep(at));
  return steps.join(' > ');
}

function describeStep(element: ElementNode): string {
  const id = element.attribute('id');
  if (id) return `${element.name}#${id}`;
  const classes = (element.attribute('class') ?? '').split(/\s+/).filter(Boolean).slice(0, 3);
  const step = [element.name, ...classes].join('.');
  const position = indexOfType(element);
  return position === undefined ? step : `${step}:nth-of-type(${position})`;
}

/** The index for `:nth-of-type()`; undefined for an only child of its type. */
function indexOfType(element: ElementNode): number | undefined {
  let siblings = 0;
  let position = 0;
  for (const child of element.parent?.children ?? []) {
    if (child.kind !== 'element' || child.name !== element.name) continue;
    siblings += 1;
    if (child === element) position = siblings;
    if (position > 0 && siblings > 1) return position;
  }
  return undefined;
}
