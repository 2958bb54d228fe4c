/** The document tree: what the HTML standard's parser would build, without comments. Read only after parsing. */

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
  readonly children: DomNode[] = [];
  constructor(
    /** Lower case for HTML; as the standard adjusts it for SVG (`linearGradient`). */
    readonly name: string,
    readonly namespace: Namespace,
    /** Names in lower case for HTML; adjusted for SVG (`viewBox`). Values with references resolved. */
    readonly attributes: ReadonlyMap<string, string>,
    /** Offset of the start tag in the source, in UTF-16 units; -1 for an element the parser implied. */
    readonly sourceOffset: number,
  ) {}

  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }
}

export interface HtmlDocument {
  /** The `html` element; always has exactly one `head` and one `body` child. */
  readonly root: ElementNode;
  readonly head: ElementNode;
  readonly body: ElementNode;
  /** Without or with an obsolete doctype browsers lay out in quirks mode. */
  readonly quirks: boolean;
}

/** An element's place for people: `body > table.items > tr:nth-of-type(2)`, at most the last four steps. */
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
  const position = positionAmongTwins(element);
  return position === undefined ? step : `${step}:nth-of-type(${position})`;
}

/** The element's number among its parent's children of the same name; undefined if it is the only one. */
function positionAmongTwins(element: ElementNode): number | undefined {
  let twins = 0;
  let position = 0;
  for (const child of element.parent?.children ?? []) {
    if (child.kind !== 'element' || child.name !== element.name) continue;
    twins += 1;
    if (child === element) position = twins;
    if (position > 0 && twins > 1) return position;
  }
  return undefined;
}
