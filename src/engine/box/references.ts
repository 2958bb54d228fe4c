/**
 * What generated content says of other places in the document: of the targets of links, and of the page it is on
 * itself. An earlier pass over the document knows it; the last one has to find the same.
 * Source: https://drafts.csswg.org/css-content-3/#cross-references
 */

import { getOrMake } from '../collections/maps.js';
import type { ContentItem } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode, type HtmlDocument } from '../html/dom.js';
import type { WhichOnPage } from './running.js';
import type { BoxBase } from './tree.js';

export type ContentPart = Extract<ContentItem, { type: 'content' }>['part'];

/** What the boxes of an element are called apart by. */
export type Origin = BoxBase['origin'];

/** What layout knows of pages; they are numbered from 0. */
export interface PageFacts {
  /** Where the element's box begins; undefined: it has none. @param origin  of its boxes: default the principal one */
  pageOf(element: ElementNode, origin?: Origin): number | undefined;
  /** Whether it is a counter of pages. */
  counts(name: string): boolean;
  counter(page: number, name: string): number;
  namedString(page: number, name: string, which: WhichOnPage): string;
  /** Of a footnote on pages that count their own; undefined: the document counts them. */
  footnoteNumber(element: ElementNode): number | undefined;
}

/** What an element is found to be when its boxes are made. */
export interface TargetFacts {
  /** Outermost first. */
  counters(name: string): readonly number[];
  text(part: ContentPart): string;
}

export interface KnownFacts {
  readonly targets: ReadonlyMap<ElementNode, TargetFacts>;
  /** undefined before the first layout. */
  readonly pages: PageFacts | undefined;
  /** The elements that something was asked of. */
  readonly wanted: Set<ElementNode>;
}

interface Answered {
  readonly question: (known: KnownFacts) => string;
  readonly answer: string;
  readonly element: ElementNode;
  readonly text: string;
}

/** The questions of one pass, answered with what the pass before knew. */
export class References {
  readonly #known: KnownFacts;
  readonly #found = new Map<ElementNode, TargetFacts>();
  readonly #answered: Answered[] = [];
  /** Elements that were asked about for the first time, and after their boxes were made. */
  readonly #unseen = new Set<ElementNode>();
  #ids: Map<string, ElementNode> | undefined;

  constructor(
    private readonly document: HtmlDocument,
    /** Default: nothing, as before the first pass. */
    known?: KnownFacts,
  ) {
    this.#known = known ?? { targets: new Map(), pages: undefined, wanted: new Set() };
  }

  /** @param text  the question as it is written, for people */
  ask(element: ElementNode, text: string, question: Answered['question']): string {
    const answer = question(this.#known);
    this.#answered.push({ question, answer, element, text });
    return answer;
  }

  /** Nothing was asked: what pages say does not matter. */
  get isUnused(): boolean {
    return this.#answered.length === 0;
  }

  /** Whether all was answered as it is now known to be. */
  holds(known: KnownFacts): boolean {
    return this.#unseen.size === 0 && this.#answered.every(({ question, answer }) => question(known) === answer);
  }

  /** Tells of the answers that turned out to be others. */
  reportUnsettled(known: KnownFacts, report: Report): void {
    for (const { question, answer, element, text } of this.#answered) {
      if (question(known) === answer) continue;
      report.add('UnsupportedValue', `content: ${text}`, `${describeElement(element)}: does not come to rest`);
    }
  }

  /** All that is known once the boxes are made, with what layout knows. */
  found(pages = this.#known.pages): KnownFacts {
    return { targets: this.#found, pages, wanted: this.#known.wanted };
  }

  wants(element: ElementNode): boolean {
    return this.#known.wanted.has(element);
  }

  record(element: ElementNode, facts: TargetFacts): void {
    this.#found.set(element, facts);
    this.#unseen.delete(element);
  }

  /** The element that a URL of nothing but a fragment leads to, of which something will be asked. */
  target(url: string): ElementNode | undefined {
    const trimmed = url.trim();
    if (!trimmed.startsWith('#')) return undefined;
    const fragment = trimmed.slice(1);
    this.#ids ??= elementsById(this.document.root);
    const element = this.#ids.get(fragment) ?? this.#ids.get(decoded(fragment));
    if (element && !this.wants(element)) {
      this.#known.wanted.add(element);
      this.#unseen.add(element);
    }
    return element;
  }
}

/** Source: https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element */
function elementsById(root: ElementNode): Map<string, ElementNode> {
  const found = new Map<string, ElementNode>();
  const names = new Map<string, ElementNode>();
  const visit = (element: ElementNode) => {
    const id = element.attribute('id');
    if (id) getOrMake(found, id, () => element);
    const name = element.name === 'a' ? element.attribute('name') : undefined;
    if (name) getOrMake(names, name, () => element);
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(root);
  for (const [name, element] of names) getOrMake(found, name, () => element);
  return found;
}

/** A fragment without its percent-encoding, where that can be read. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
