/**
 * Compiled selectors, and their matching against elements.
 * Source: https://drafts.csswg.org/selectors-4/
 */

import type { Deadline } from '../../deadline.js';
import type { ElementNode } from '../../html/dom.js';
import type { ContainerQueryList } from '../at-rules/container-query.js';
import type { PseudoName } from '../compute/styled-document.js';
import type { Subject } from './subject.js';

export interface QueryContainers {
  /** @param from  the innermost element that may be a container */
  match(queries: readonly ContainerQueryList[], from: Subject | null): boolean;
}

/** State of matching in one document. */
export interface MatchContext {
  /** The element that `:scope` matches; the root element outside of `:has()`. */
  scope: Subject;
  /** Cached results of expensive tests, by what identifies the test. */
  readonly memo: Map<object, Map<Subject, number>>;
  /**
   * Called with controls whose validity depends on a `pattern`. It is not evaluated, as that may take exponential time.
   */
  readonly onPattern?: (element: ElementNode) => void;
  /** The containers that container queries ask; default: there are none. */
  containers?: QueryContainers | undefined;
  /** Checked for every selector, and for every element that one leads to. */
  deadline?: Deadline | undefined;
}

export type SubjectTest = (subject: Subject, context: MatchContext) => boolean;

/** A compound selector with the complex selector left of it. */
export interface Compound {
  readonly tests: readonly SubjectTest[];
  readonly combinator: 'child' | 'descendant' | 'next-sibling' | 'later-sibling' | undefined;
  readonly left: Compound | undefined;
  /** Names of every matching element, for MatchIndex and AncestorFilter. */
  readonly names: readonly Name[];
  /** Names of each alternative of the first `:is()` or `:where()`. */
  readonly alternatives: readonly (readonly Name[])[];
  /** Whether a match depends on nothing but the names and attributes of the element and its ancestors. */
  readonly isByPath: boolean;
}

export interface Name {
  /** `attribute`: the name of an attribute, in lower case. */
  readonly kind: 'type' | 'id' | 'class' | 'attribute';
  readonly name: string;
}

export interface CompiledSelector {
  readonly compound: Compound;
  readonly specificity: number;
  readonly pseudo: PseudoName | undefined;
  /** The pseudo-element, if it is a part of a control that rules cannot style. */
  readonly part?: string;
}

/**
 * The reason why a selector is not usable.
 * - `invalid`: an unknown pseudo-class or pseudo-element; drops the whole rule
 * - `foreign`: invalid, with the prefix of another browser (`::-moz-focus-inner`); drops the rule without a report
 * - `unsupported`: valid, but not supported; drops this selector
 * - `dead`: valid, but never matches in print (`::selection`); drops this selector without a report
 */
export class SelectorProblem extends Error {
  constructor(
    readonly kind: 'invalid' | 'foreign' | 'unsupported' | 'dead',
    readonly part: string,
    /** Explanation, where the kind is not enough. */
    readonly reason?: string,
  ) {
    super(part);
  }
}

/** Whether a component that lightningcss knows has the prefix of another browser: `::-moz-selection`. */
export function hasForeignPrefix(component: object): boolean {
  const prefixes = 'vendorPrefix' in component ? (component.vendorPrefix as readonly string[]) : [];
  return prefixes.some((prefix) => prefix !== 'none' && prefix !== 'webkit');
}

/** Results of matching, which limit backtracking. Source: SelectorMatchingResult in Servo's selectors/matching.rs */
const MATCHED = 0;
const TRY_LATER_SIBLING = 1;
const TRY_DESCENDANT = 2;
const NOWHERE = 3;

/** Whether the element matches the compound selector and the complex selector left of it. */
export function matches(compound: Compound, subject: Subject, context: MatchContext): boolean {
  return run(compound, subject, context) === MATCHED;
}

/**
 * Backtracks only where another candidate may match: if an ancestor fails because of its own ancestors, so do those
 * above.
 * Source: `matches_complex_selector_internal` in Servo's selectors/matching.rs
 */
function run(compound: Compound, subject: Subject, context: MatchContext): number {
  for (const test of compound.tests) if (!test(subject, context)) return TRY_LATER_SIBLING;
  const { left, combinator } = compound;
  if (!left) return MATCHED;
  const sibling = combinator === 'next-sibling' || combinator === 'later-sibling';
  let at: Subject = subject;
  for (;;) {
    const candidate: Subject | null = sibling ? at.previous : at.parent;
    if (!candidate) return sibling ? TRY_DESCENDANT : NOWHERE;
    const result = run(left, candidate, context);
    if (result === MATCHED || result === NOWHERE || combinator === 'next-sibling') return result;
    if (combinator === 'child') return TRY_DESCENDANT;
    if (combinator === 'later-sibling' && result === TRY_DESCENDANT) return result;
    context.deadline?.check();
    at = candidate;
  }
}
