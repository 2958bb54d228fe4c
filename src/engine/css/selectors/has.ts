/** The relational pseudo-class. Source: https://drafts.csswg.org/selectors-4/#relational */

import type { Selector } from 'lightningcss';
import { getOrMake } from '../../collections/maps.js';
import { type Compound, type MatchContext, matches, type SubjectTest } from './selector-program.js';
import type { Subject } from './subject.js';

const SCOPE: Selector = [
  { type: 'pseudo-class', kind: 'scope' },
  { type: 'combinator', value: 'descendant' },
];

interface Relative {
  readonly compound: Compound;
  /** Elements that may match, relative to the anchor element. */
  readonly reach: 'children' | 'descendants' | 'siblings' | 'siblings and their descendants';
}

export function compileHas(selectors: readonly Selector[], compile: (selector: Selector) => Compound): SubjectTest {
  const relatives = selectors.map((selector) => {
    const whole = startsAtScope(selector) ? selector : [...SCOPE, ...selector];
    return { compound: compile(whole), reach: reachOf(whole) };
  });
  return (subject, context) => {
    const memo = getOrMake(context.memo, relatives, () => new Map<Subject, number>());
    const found = () => (relatives.some((relative) => isAnchor(relative, subject, context)) ? 1 : 0);
    return getOrMake(memo, subject, found) === 1;
  };
}

function startsAtScope(selector: Selector): boolean {
  const [first, second] = selector;
  return first?.type === 'pseudo-class' && first.kind === 'scope' && second?.type === 'combinator';
}

function reachOf(selector: Selector): Relative['reach'] {
  const combinators = selector.flatMap((part) => (part.type === 'combinator' ? [part.value] : []));
  const vertical = (value: string) => value === 'child' || value === 'descendant';
  if (combinators.length === 1 && combinators[0] === 'child') return 'children';
  if (vertical(combinators[0] ?? 'descendant')) return 'descendants';
  return combinators.some(vertical) ? 'siblings and their descendants' : 'siblings';
}

function isAnchor({ compound, reach }: Relative, anchor: Subject, context: MatchContext): boolean {
  const outer = context.scope;
  context.scope = anchor;
  try {
    switch (reach) {
      case 'children':
        return anchor.children.some((child) => matches(compound, child, context));
      case 'descendants':
        return someDescendant(anchor, (subject) => matches(compound, subject, context));
      default:
        for (let sibling = anchor.next; sibling; sibling = sibling.next) {
          if (matches(compound, sibling, context)) return true;
          if (reach === 'siblings') continue;
          if (someDescendant(sibling, (subject) => matches(compound, subject, context))) return true;
        }
        return false;
    }
  } finally {
    context.scope = outer;
  }
}

function someDescendant(subject: Subject, test: (subject: Subject) => boolean): boolean {
  return subject.children.some((child) => test(child) || someDescendant(child, test));
}
