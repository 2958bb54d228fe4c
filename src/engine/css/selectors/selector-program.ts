/**
 * The program a selector is compiled to, and its run against an element.
 * Source: https://drafts.csswg.org/selectors-4/
 */

import type { ElementNode } from '../../html/dom.js';
import type { PseudoName } from '../compute/styled-document.js';
import type { Subject } from './subject.js';

/** State of matching that belongs to one document. */
export interface MatchContext {
  /** What `:scope` stands for; the root outside of :has(). */
  scope: Subject;
  /** Results that would be costly to find again, by the test that asked. */
  readonly memo: Map<object, Map<Subject, number>>;
  /** Told of controls whose validity depends on a `pattern`, which is not evaluated: it may take exponential time. */
  readonly onPattern?: (element: ElementNode) => void;
}

export type SubjectTest = (subject: Subject, context: MatchContext) => boolean;

/** One compound selector with what must stand left of it. */
export interface Compound {
  readonly tests: readonly SubjectTest[];
  readonly combinator: 'child' | 'descendant' | 'next-sibling' | 'later-sibling' | undefined;
  readonly left: Compound | undefined;
  /** What every matching element has, for the index of rules and the filter of ancestors. */
  readonly names: readonly Name[];
  /** For a compound whose only names stand in `:is()` or `:where()`: the names of each alternative. */
  readonly alternatives: readonly (readonly Name[])[];
}

export interface Name {
  /** `attribute`: the name of an attribute, as it is written in the element's namespace. */
  readonly kind: 'type' | 'id' | 'class' | 'attribute';
  readonly name: string;
}

export interface CompiledSelector {
  readonly compound: Compound;
  readonly specificity: number;
  readonly pseudo: PseudoName | undefined;
  /** The pseudo-element, when it is a part of a control that rules cannot style. */
  readonly part?: string;
}

/**
 * Why a selector is not usable.
 * - `invalid`: no such pseudo-class; the whole rule goes, as CSS says
 * - `foreign`: the same, for what only other browsers know (`::-moz-focus-inner`); nothing of print is lost
 * - `unsupported`: valid, but not supported here; only this selector goes
 * - `dead`: valid, but it can match nothing in print (`::selection`); only this selector goes
 */
export class SelectorProblem extends Error {
  constructor(
    readonly kind: 'invalid' | 'foreign' | 'unsupported' | 'dead',
    readonly part: string,
    /** In words, where the kind does not say it. */
    readonly reason?: string,
  ) {
    super(part);
  }
}

/** True for what is written with another browser's prefix, though lightningcss knows it: `::-moz-selection`. */
export function hasForeignPrefix(component: object): boolean {
  const prefixes = 'vendorPrefix' in component ? (component.vendorPrefix as readonly string[]) : [];
  return prefixes.some((prefix) => prefix !== 'none' && prefix !== 'webkit');
}

/** Results of running a compound, as Servo's matcher has them: how far a search for another candidate may go on. */
const MATCHED = 0;
const TRY_LATER_SIBLING = 1;
const TRY_DESCENDANT = 2;
const NOWHERE = 3;

/** @returns whether the element is a subject of the compound and all that stands left of it. */
export function matches(compound: Compound, subject: Subject, context: MatchContext): boolean {
  return run(compound, subject, context) === MATCHED;
}

/**
 * Backtracks only as far as it can help: a failure above an ancestor cannot be mended by trying another ancestor.
 * Source: Servo's `matches_complex_selector_internal`.
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
    at = candidate;
  }
}
