/**
 * Elements by what most selectors depend on: their names and attributes, and those of their ancestors. The cells of a
 * column in the rows of a table are one path, or several where rules as `:nth-child()` tell them apart. Elements that
 * stem from the same place of a template, or are written alike, have one in all documents with the same rules.
 */

import type { ElementNode, Namespace } from '../../html/dom.js';
import { areLasting } from '../../html/tag-attributes.js';
import { isAutoDirected } from '../selectors/directionality.js';
import type { RulesBeyondPath } from '../selectors/match-index.js';
import type { IndexedRule } from '../selectors/scopes.js';
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

/** The facts by which children of one parent are alike: see `PathRoot`. */
type Likeness = string | object;

/** The parent of the paths of root elements. */
export class PathRoot {
  /**
   * Children that other documents have, too, by their place in a template or by their attributes, of which the parser
   * makes one map where tags are written alike; without attributes, by name.
   */
  #lasting: Map<Likeness, ChildrenLike> | undefined;
  /** The others, by attributes. */
  #ofDocument: Map<Likeness, ChildrenLike> | undefined;

  constructor(readonly isLasting: boolean) {}

  /**
   * @param changed  gets what other documents have, too, when it refers to something of this one: see `endDocument`
   * @returns        undefined for an element whose style depends on its content: `dir=auto`
   */
  childrenLike(element: ElementNode, changed: PathRoot[]): ChildrenLike | undefined {
    const { attributes, origin } = element;
    const byAttributes = attributes.size === 0 ? element.name : attributes;
    if (this.isLasting) {
      const likeness = origin ?? byAttributes;
      const known = find(this.#lasting, likeness, element);
      if (known) return known;
      if (origin && mayLast(element)) return this.#addLasting(likeness, element);
    }
    const known = find(this.#ofDocument, byAttributes, element);
    if (known) return known;
    if (isAutoDirected(element)) return undefined;
    if (this.isLasting && !origin && mayLast(element)) return this.#addLasting(byAttributes, element);
    if (!this.#ofDocument) {
      this.#ofDocument = new Map();
      if (this.isLasting) changed.push(this);
    }
    return add(this.#ofDocument, byAttributes, element, false);
  }

  endDocument(): void {
    this.#ofDocument = undefined;
  }

  #addLasting(likeness: Likeness, element: ElementNode): ChildrenLike {
    this.#lasting ??= new Map();
    return add(this.#lasting, likeness, element, true);
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

function find(
  children: ReadonlyMap<Likeness, ChildrenLike> | undefined,
  likeness: Likeness,
  { name, namespace }: ElementNode,
): ChildrenLike | undefined {
  for (let at = children?.get(likeness); at; at = at.next)
    if (at.name === name && at.namespace === namespace) return at;
  return undefined;
}

function add(
  children: Map<Likeness, ChildrenLike>,
  likeness: Likeness,
  { name, namespace }: ElementNode,
  isLasting: boolean,
): ChildrenLike {
  const made = new ChildrenLike(name, namespace, isLasting, children.get(likeness));
  children.set(likeness, made);
  return made;
}

/** Whether others are likely to be alike in documents to come. Mistakes in a style attribute are reported in each. */
function mayLast({ name, attributes, origin }: ElementNode): boolean {
  if (attributes.size === 0) return name !== 'bdi';
  if (attributes.has('style') || attributes.has('dir')) return false;
  return origin !== undefined || areLasting(attributes);
}
