/**
 * Elements of one document by what most selectors depend on: their names and attributes, and those of their ancestors.
 * The cells of a column in the rows of a table are one path, or several where rules as `:nth-child()` tell them apart.
 */

import type { ElementNode, Namespace } from '../../html/dom.js';
import type { IndexedRule } from '../selectors/match-index.js';
import type { StyleNode } from './style-tree.js';

/** Children with the same name and attributes of the elements of one path. */
export interface ChildrenLike {
  readonly name: string;
  readonly namespace: Namespace;
  /** Rules that may match one of them and not another; undefined: not yet known. */
  rules: readonly IndexedRule[] | undefined;
  readonly paths: StylePath[];
  /** Others with the same attributes. */
  readonly next: ChildrenLike | undefined;
}

export class StylePath {
  /** By attributes, of which the parser makes one map where tags are written alike; without attributes, by name. */
  #children: Map<string | ReadonlyMap<string, string>, ChildrenLike> | undefined;
  readonly #rules: readonly IndexedRule[];

  /** @param rules  those of the path's `ChildrenLike.rules` that match its elements */
  constructor(
    readonly styleNode: StyleNode,
    rules: readonly IndexedRule[],
  ) {
    this.#rules = rules;
  }

  hasRules(rules: readonly IndexedRule[]): boolean {
    const own = this.#rules;
    if (own.length !== rules.length) return false;
    for (let i = 0; i < own.length; i++) if (own[i] !== rules[i]) return false;
    return true;
  }

  /** @returns undefined for an element whose style depends on its content: `dir=auto` */
  childrenLike({ name, namespace, attributes }: ElementNode): ChildrenLike | undefined {
    const key = attributes.size === 0 ? name : attributes;
    this.#children ??= new Map();
    const first = this.#children.get(key);
    for (let at = first; at; at = at.next) if (at.name === name && at.namespace === namespace) return at;
    if (attributes.get('dir')?.toLowerCase() === 'auto') return undefined;
    const made: ChildrenLike = { name, namespace, rules: undefined, paths: [], next: first };
    this.#children.set(key, made);
    return made;
  }
}
