/**
 * Scoped style rules.
 * Source: https://drafts.csswg.org/css-cascade-6/#scoped-styles
 */

import { getOrMake } from '../../collections/maps.js';
import type { ElementNode } from '../../html/dom.js';
import type { ContainerQueryList } from '../at-rules/container-query.js';
import type { CascadeEntry } from '../cascade/cascade.js';
import { type CompiledSelector, type Compound, type MatchContext, matches } from './selector-program.js';
import type { Subject } from './subject.js';

/** The part of the tree in which rules apply. */
export interface CompiledScope {
  /** Selectors of its roots; undefined: the root is `owner`. */
  readonly roots: readonly Compound[] | undefined;
  /** The parent of the `<style>` element of the rules; undefined: the root element. */
  readonly owner: ElementNode | undefined;
  /** Selectors of the elements at which it ends. */
  readonly limits: readonly Compound[];
  readonly outer: CompiledScope | undefined;
  /** As of Compound. */
  readonly isByPath: boolean;
}

/** One selector of a rule. */
export interface IndexedRule {
  readonly selector: CompiledSelector;
  readonly entry: CascadeEntry;
  /** Position in cascade order: by origin, layer, specificity, order of appearance. */
  readonly rank: number;
  /** Container queries that must all be true; default: none. */
  readonly containers?: readonly ContainerQueryList[];
  /** The scope that it matches in; default: the whole document. */
  readonly scope?: CompiledScope;
}

/** A rule that matches below a root. */
interface ScopedRule extends IndexedRule {
  /** Generations from the element to the root. */
  readonly distance: number;
}

const SCOPED = new WeakMap<IndexedRule, Map<number, ScopedRule>>();

/** @returns the rule, if it matches; a scoped one with its distance, the same object for the same distance */
export function matchRule(rule: IndexedRule, subject: Subject, context: MatchContext): IndexedRule | undefined {
  const { scope, selector } = rule;
  if (!scope) return matches(selector.compound, subject, context) ? rule : undefined;
  const distance = distanceToRoot(scope, subject, context, () => matches(selector.compound, subject, context));
  if (distance === undefined) return undefined;
  const known = getOrMake(SCOPED, rule, () => new Map<number, ScopedRule>());
  return getOrMake(known, distance, () => ({ ...rule, distance }));
}

/** The order of rules of equal specificity: those of a nearer root come later, and before those without scope. */
export const distanceOf = (rule: IndexedRule): number =>
  rule.scope ? (rule as ScopedRule).distance : Number.POSITIVE_INFINITY;

/**
 * Generations to the nearest root of the scope around the subject for which `holds`.
 * @param holds  called with the root as `context.scope`
 */
function distanceToRoot(
  scope: CompiledScope,
  subject: Subject,
  context: MatchContext,
  holds: () => boolean,
): number | undefined {
  let distance = 0;
  for (let at: Subject | null = subject; at; at = at.parent) {
    context.deadline?.check();
    if (
      isRoot(scope, at, context) &&
      withScope(at, context, () => !isBeyondLimit(scope, subject, at!, context) && holds())
    )
      return distance;
    distance += 1;
  }
  return undefined;
}

function isRoot({ roots, owner, outer }: CompiledScope, subject: Subject, context: MatchContext): boolean {
  const isStart = () => roots?.some((root) => matches(root, subject, context)) ?? isOwner(owner, subject);
  if (outer) return distanceToRoot(outer, subject, context, isStart) !== undefined;
  return roots ? isStart() : isOwner(owner, subject);
}

const isOwner = (owner: ElementNode | undefined, { element, parent }: Subject): boolean =>
  owner ? element === owner : parent === null;

function withScope<T>(root: Subject, context: MatchContext, run: () => T): T {
  const outer = context.scope;
  context.scope = root;
  try {
    return run();
  } finally {
    context.scope = outer;
  }
}

/** Whether the subject is in or below a limit; `context.scope` is the root. */
function isBeyondLimit({ limits }: CompiledScope, subject: Subject, root: Subject, context: MatchContext): boolean {
  if (limits.length === 0) return false;
  for (let at: Subject | null = subject; at; at = at === root ? null : at.parent)
    for (const limit of limits) if (matches(limit, at, context)) return true;
  return false;
}
