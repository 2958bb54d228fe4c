/**
 * Cross-references of generated content to link targets and to pages. The answers come from the previous pass over the
 * document; passes repeat until the answers no longer change.
 * Source: https://drafts.csswg.org/css-content-3/#cross-references
 */

import { getOrMake } from '../collections/maps.js';
import type { ContentItem } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import { EngineError } from '../errors.js';
import { describeElement, type ElementNode, type HtmlDocument } from '../html/dom.js';
import type { WhichOnPage } from './paged-media.js';
import type { BoxBase } from './tree.js';

export type ContentPart = Extract<ContentItem, { type: 'content' }>['part'];

/** Which box of an element is meant. */
export type Origin = BoxBase['origin'];

/** Facts about pages after layout. Pages are numbered from 0. */
export interface PageFacts {
  /** The page on which the element's box starts; undefined without a box. @param origin default: the principal box */
  pageOf(element: ElementNode, origin?: Origin): number | undefined;
  /** Whether `name` is a page counter. */
  counts(name: string): boolean;
  counter(page: number, name: string): number;
  namedString(page: number, name: string, which: WhichOnPage): string;
  /** Value of the `footnote` counter when pages reset it; undefined when the document counts footnotes. */
  footnoteNumber(element: ElementNode): number | undefined;
}

/** Facts about a link target after box generation. */
interface TargetFacts {
  /** Values from the outermost scope inwards. */
  counters(name: string): readonly number[];
  text(part: ContentPart): string;
}

export interface KnownFacts {
  readonly targets: ReadonlyMap<ElementNode, TargetFacts>;
  /** undefined before the first layout. */
  readonly pages: PageFacts | undefined;
  /** Elements that cross-references refer to. */
  readonly referenced: Set<ElementNode>;
}

interface Answered {
  readonly question: (known: KnownFacts) => string;
  readonly answer: string;
  readonly element: ElementNode;
  readonly text: string;
}

/** Characters that the cross-references of one pass may generate: text that refers to itself multiplies with each pass. */
const MAX_GENERATED = 1_000_000;

/** Cross-references of one pass, answered from the facts of the previous pass. */
export class References {
  readonly #known: KnownFacts;
  /** Whether content of the document, other than that of margin boxes, shows sums of its page. */
  hasPageSums = false;
  /** Whether content of the document sets the page counter. */
  setsPageNumbers = false;
  readonly #found = new Map<ElementNode, TargetFacts>();
  readonly #answered: Answered[] = [];
  #generated = 0;
  /** Elements referred to for the first time, whose boxes may exist already without recorded facts. */
  readonly #unrecorded = new Set<ElementNode>();
  #ids: Map<string, ElementNode> | undefined;

  constructor(
    private readonly document: HtmlDocument,
    /** Default: no facts, as in the first pass. */
    known?: KnownFacts,
  ) {
    this.#known = known ?? { targets: new Map(), pages: undefined, referenced: new Set() };
  }

  /**
   * @param text the function as written, for diagnostics
   * @throws EngineError document_too_complex
   */
  ask(element: ElementNode, text: string, question: Answered['question']): string {
    const answer = question(this.#known);
    this.#generated += answer.length;
    if (this.#generated > MAX_GENERATED) {
      const limit = MAX_GENERATED.toLocaleString('en-US');
      const place = `${describeElement(element)}: content: ${text}`;
      throw new EngineError(
        'document_too_complex',
        `Cross-references generate more than ${limit} characters (${place})`,
      );
    }
    this.#answered.push({ question, answer, element, text });
    return answer;
  }

  /** Whether the document has no cross-references, so that facts about pages do not matter. */
  get isEmpty(): boolean {
    return this.#answered.length === 0;
  }

  /** Whether every answer agrees with newer facts. */
  agreesWith(known: KnownFacts): boolean {
    return this.#unrecorded.size === 0 && this.#answered.every(({ question, answer }) => question(known) === answer);
  }

  /** Reports the answers that newer facts contradict. */
  reportUnstable(known: KnownFacts, report: Report): void {
    for (const { question, answer, element, text } of this.#answered) {
      if (question(known) === answer) continue;
      report.add(
        'UnsupportedValue',
        `content: ${text}`,
        `${describeElement(element)}: the value changes with every layout pass`,
      );
    }
  }

  /** The facts of this pass, with those of layout. */
  found(pages = this.#known.pages): KnownFacts {
    return { targets: this.#found, pages, referenced: this.#known.referenced };
  }

  isReferenced(element: ElementNode): boolean {
    return this.#known.referenced.has(element);
  }

  record(element: ElementNode, facts: TargetFacts): void {
    this.#found.set(element, facts);
    this.#unrecorded.delete(element);
  }

  /** The target of a fragment-only URL; its facts will be recorded. */
  target(url: string): ElementNode | undefined {
    const trimmed = url.trim();
    if (!trimmed.startsWith('#')) return undefined;
    const fragment = trimmed.slice(1);
    this.#ids ??= elementsById(this.document.root);
    const element = this.#ids.get(fragment) ?? this.#ids.get(decodeFragment(fragment));
    if (element && !this.isReferenced(element)) {
      this.#known.referenced.add(element);
      this.#unrecorded.add(element);
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

/** Decodes percent-encoding; a malformed fragment is returned as is. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
