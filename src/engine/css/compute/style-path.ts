/**
 * Elements by what most selectors depend on: their names and attributes, and those of their ancestors. The cells of a
 * column in the rows of a table are one path, or several where rules as `:nth-child()` tell them apart. Elements that
 * stem from the same place of a template have one in all of its documents.
 */

import type { ElementNode, Namespace } from '../../html/dom.js';
import type { IndexedRule, RulesBeyondPath } from '../selectors/match-index.js';
import type { StyleNode } from './style-node.js';

/** Rules beyond their path for which elements are compared; with more, each is matched by itself. */
const MAX_RULES = 32;
/** Paths of children that are alike, by the rules beyond them that match. */
const MAX_PATHS = 64;
const NO_RULES: readonly IndexedRule[] = [];

/** Children with the same name and attributes of the elements of one path. */
export class ChildrenLike {
  /** Rules that may match one of them and not another; undefined: not yet known, or too many. */
  rules: readonly IndexedRule[] | undefined;
  readonly #paths: StylePath[] = [];

  constructor(
    readonly name: string,
    readonly namespace: Namespace,
    /** Whether other documents have them, too. */
    readonly isLasting: boolean,
    /** Others with the same attributes. */
    readonly next?: ChildrenLike,
  ) {}

  /** @param matching  those of `rules` that match an element */
  path(matching: readonly IndexedRule[]): StylePath | undefined {
    for (const path of this.#paths) if (path.hasRules(matching)) return path;
    return undefined;
  }

  /** @returns the path of a style, which is kept for others unless there is too much that tells them apart */
  add(
    styleNode: StyleNode,
    { all, matching }: RulesBeyondPath,
  ): { readonly path: StylePath; readonly isKept: boolean } {
    const isKept = all.length <= MAX_RULES && this.#paths.length < MAX_PATHS;
    const path = new StylePath(styleNode, matching.length === 0 ? NO_RULES : matching, isKept && this.isLasting);
    if (isKept) {
      this.rules ??= all.length === 0 ? NO_RULES : all;
      this.#paths.push(path);
    }
    return { path, isKept };
  }
}

/** The parent of the paths of root elements. */
export class PathRoot {
  /** Those of the same places in templates. */
  #lasting: Map<object, ChildrenLike> | undefined;
  /**
   * The others, of one document: by attributes, of which the parser makes one map where tags are written alike; without
   * attributes, by name.
   */
  #ofDocument: Map<string | ReadonlyMap<string, string>, ChildrenLike> | undefined;

  constructor(readonly isLasting: boolean) {}

  /**
   * @param changed  gets what other documents have, too, when it refers to something of this one: see `endDocument`
   * @returns        undefined for an element whose style depends on its content: `dir=auto`
   */
  childrenLike({ name, namespace, attributes, origin }: ElementNode, changed: PathRoot[]): ChildrenLike | undefined {
    if (origin && this.isLasting) {
      const known = this.#lasting?.get(origin);
      if (known) return known;
      // Mistakes in a style attribute are reported in each document.
      if (!attributes.has('style') && !attributes.has('dir')) {
        const made = new ChildrenLike(name, namespace, true);
        this.#lasting ??= new Map();
        this.#lasting.set(origin, made);
        return made;
      }
    }
    if (!this.#ofDocument) {
      this.#ofDocument = new Map();
      if (this.isLasting) changed.push(this);
    }
    const key = attributes.size === 0 ? name : attributes;
    const next = this.#ofDocument.get(key);
    for (let at = next; at; at = at.next) if (at.name === name && at.namespace === namespace) return at;
    if (attributes.get('dir')?.toLowerCase() === 'auto') return undefined;
    const made = new ChildrenLike(name, namespace, false, next);
    this.#ofDocument.set(key, made);
    return made;
  }

  endDocument(): void {
    this.#ofDocument = undefined;
  }
}

export class StylePath extends PathRoot {
  readonly #rules: readonly IndexedRule[];

  /** @param rules  those of the path's `ChildrenLike.rules` that match its elements */
  constructor(
    readonly styleNode: StyleNode,
    rules: readonly IndexedRule[],
    isLasting: boolean,
  ) {
    super(isLasting);
    this.#rules = rules;
  }

  hasRules(rules: readonly IndexedRule[]): boolean {
    const own = this.#rules;
    if (own.length !== rules.length) return false;
    for (let i = 0; i < own.length; i++) if (own[i] !== rules[i]) return false;
    return true;
  }
}
