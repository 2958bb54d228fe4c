/** The relational pseudo-class. Source: https://drafts.csswg.org/selectors-4/#relational */

import type { Selector, SelectorComponent } from 'lightningcss';
import { getOrMake } from '../../collections/maps.js';
import { type Compound, type MatchContext, matches, type SubjectTest } from './selector-program.js';
import type { Subject } from './subject.js';

const SCOPE: Selector = [
  { type: 'pseudo-class', kind: 'scope' },
  { type: 'combinator', value: 'descendant' },
];

/** Whether an element is the anchor of a match; `context.scope` is the element. */
type AnchorTest = (anchor: Subject, context: MatchContext) => boolean;

export function compileHas(selectors: readonly Selector[], compile: (selector: Selector) => Compound): SubjectTest {
  const tests = selectors.map((selector): AnchorTest => {
    const whole = startsAtScope(selector) ? selector : [...SCOPE, ...selector];
    const compound = compile(whole);
    return whole.slice(1).some(mentionsScope) ? byCandidates(compound, reachOf(whole)) : bySteps(compound);
  });
  return (subject, context) => {
    const memo = getOrMake(context.memo, tests, () => new Map<Subject, number>());
    const known = memo.get(subject);
    if (known !== undefined) return known === 1;
    const outer = context.scope;
    context.scope = subject;
    try {
      const isAnchor = tests.some((test) => test(subject, context));
      memo.set(subject, isAnchor ? 1 : 0);
      return isAnchor;
    } finally {
      context.scope = outer;
    }
  };
}

function startsAtScope(selector: Selector): boolean {
  const [first, second] = selector;
  return first?.type === 'pseudo-class' && first.kind === 'scope' && second?.type === 'combinator';
}

/** Whether a selector has `:scope` in it. */
export function mentionsScope(component: SelectorComponent): boolean {
  if (component.type !== 'pseudo-class') return false;
  const isMentioned = (selectors: readonly Selector[]) => selectors.some((selector) => selector.some(mentionsScope));
  switch (component.kind) {
    case 'scope':
      return true;
    case 'is':
    case 'any':
    case 'where':
    case 'not':
    case 'has':
      return isMentioned(component.selectors);
    case 'nth-child':
    case 'nth-last-child':
      return isMentioned(component.of ?? []);
    default:
      return false;
  }
}

/** A compound of the selector, reached from what matches the one before it. */
class Step {
  constructor(
    private readonly compound: Compound,
    private readonly next: Step | undefined,
  ) {}

  /** Whether the rest of the selector, from this compound on, matches something that `from` leads to. */
  follows(from: Subject, context: MatchContext): boolean {
    switch (this.compound.combinator) {
      case 'child':
        return from.children.some((child) => this.#matches(child, context));
      case 'next-sibling':
        return from.next !== null && this.#matches(from.next, context);
      case 'later-sibling':
        return this.#hasLaterSibling(from, context);
      default:
        return this.#hasDescendant(from, context);
    }
  }

  #matches(subject: Subject, context: MatchContext): boolean {
    context.deadline?.check();
    for (const test of this.compound.tests) if (!test(subject, context)) return false;
    return this.next?.follows(subject, context) ?? true;
  }

  #hasDescendant(from: Subject, context: MatchContext): boolean {
    const memo = getOrMake(context.memo, this, () => new Map<Subject, number>());
    const known = memo.get(from);
    if (known !== undefined) return known === 1;
    const found = from.children.some((child) => this.#matches(child, context) || this.#hasDescendant(child, context));
    memo.set(from, found ? 1 : 0);
    return found;
  }

  #hasLaterSibling(from: Subject, context: MatchContext): boolean {
    const memo = getOrMake(context.memo, this, () => new Map<Subject, number>());
    const passed: Subject[] = [];
    let found = 0;
    for (let at: Subject | null = from; at; at = at.next) {
      const known = memo.get(at);
      if (known !== undefined) {
        found = known;
        break;
      }
      passed.push(at);
      if (at.next && this.#matches(at.next, context)) {
        found = 1;
        break;
      }
    }
    for (const subject of passed) memo.set(subject, found);
    return found === 1;
  }
}

/** From left to right: what follows an element is found once, for all anchors. */
function bySteps(compound: Compound): AnchorTest {
  let first: Step | undefined;
  let at = compound;
  for (; at.left; at = at.left) first = new Step(at, first);
  const { tests } = at;
  return (anchor, context) =>
    tests.every((test) => test(anchor, context)) && (first?.follows(anchor, context) ?? false);
}

type Reach = 'children' | 'descendants' | 'siblings' | 'siblings and their descendants';

/** Where elements may match, relative to the anchor element. */
function reachOf(selector: Selector): Reach {
  const combinators = selector.flatMap((part) => (part.type === 'combinator' ? [part.value] : []));
  const vertical = (value: string) => value === 'child' || value === 'descendant';
  if (combinators.length === 1 && combinators[0] === 'child') return 'children';
  if (vertical(combinators[0] ?? 'descendant')) return 'descendants';
  return combinators.some(vertical) ? 'siblings and their descendants' : 'siblings';
}

/** From right to left, for each anchor: a compound refers to the anchor by `:scope`. */
function byCandidates(compound: Compound, reach: Reach): AnchorTest {
  return (anchor, context) => {
    const isMatch = (subject: Subject) => matches(compound, subject, context);
    if (reach === 'children') return anchor.children.some(isMatch);
    if (reach === 'descendants') return someDescendant(anchor, isMatch);
    for (let sibling = anchor.next; sibling; sibling = sibling.next) {
      if (isMatch(sibling)) return true;
      if (reach === 'siblings and their descendants' && someDescendant(sibling, isMatch)) return true;
    }
    return false;
  };
}

function someDescendant(subject: Subject, test: (subject: Subject) => boolean): boolean {
  return subject.children.some((child) => test(child) || someDescendant(child, test));
}
