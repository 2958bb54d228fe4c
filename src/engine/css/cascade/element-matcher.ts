/** The declarations that apply to an element or a pseudo-element, in cascade order. */

import type { Report } from '../../diagnostics.js';
import { describeElement, type ElementNode, type HtmlDocument } from '../../html/dom.js';
import type { PseudoName } from '../compute/styled-document.js';
import type { AncestorFilter, MatchIndex, RulesBeyondPath } from '../selectors/match-index.js';
import type { MatchContext } from '../selectors/selector-program.js';
import { type Subject, SubjectTree } from '../selectors/subject.js';
import { type CascadeNode, LEVELS } from './cascade.js';
import { type AncestorStyles, ElementEntries, type EntryCaches } from './element-entries.js';

interface MatcherCaches extends EntryCaches {
  readonly cascadeRoot: CascadeNode;
}

/** One per document. Elements with the same entries get the same node. */
export class ElementMatcher {
  readonly tree: SubjectTree;
  readonly context: MatchContext;
  readonly #cascadeRoot: CascadeNode;
  readonly #entries: ElementEntries;
  /** Controls whose `pattern` has been reported. */
  readonly #patterns = new Set<ElementNode>();

  constructor(document: HtmlDocument, caches: MatcherCaches, report: Report) {
    this.#cascadeRoot = caches.cascadeRoot;
    this.tree = new SubjectTree(document.root, document.quirks);
    this.#entries = new ElementEntries(caches, document.quirks, report);
    this.context = {
      scope: this.tree.root,
      memo: new Map(),
      onPattern: (element) => {
        if (this.#patterns.has(element)) return;
        this.#patterns.add(element);
        report.add('UnsupportedSelector', ':valid', `${describeElement(element)}: its pattern is not evaluated`);
      },
    };
  }

  element(
    index: MatchIndex,
    subject: Subject,
    ancestors: AncestorStyles,
    filter: AncestorFilter | undefined,
    beyond?: RulesBeyondPath,
  ): CascadeNode {
    const matched = index.match(subject, undefined, this.context, filter, beyond);
    let node = this.#cascadeRoot;
    let at = 0;
    for (; at < matched.length && matched[at]!.entry.level === LEVELS.userAgent; at++)
      node = node.with(matched[at]!.entry);
    for (const entry of this.#entries.belowAuthor(subject, ancestors)) node = node.with(entry);
    for (; at < matched.length; at++) node = node.with(matched[at]!.entry);
    const attribute = this.#entries.styleAttribute(subject);
    return withAttributesOf(subject, attribute ? node.with(attribute) : node);
  }

  /** @returns undefined when no rule matches */
  pseudoElement(index: MatchIndex, subject: Subject, name: PseudoName): CascadeNode | undefined {
    const matched = index.match(subject, name, this.context);
    if (matched.length === 0) return undefined;
    let node = this.#cascadeRoot;
    for (const { entry } of matched) node = node.with(entry);
    return withAttributesOf(subject, node);
  }
}

const withAttributesOf = (subject: Subject, node: CascadeNode): CascadeNode =>
  node.forAttributes((name) => subject.attribute(name));
