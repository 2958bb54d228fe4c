/** Nested style rules. Source: https://drafts.csswg.org/css-nesting-1/ */

import type { Selector, SelectorComponent } from 'lightningcss';

/** `&` in a top-level rule: `:where(:scope)`. Source: https://drafts.csswg.org/css-nesting-1/#nest-selector */
const TOP: SelectorComponent = {
  type: 'pseudo-class',
  kind: 'where',
  selectors: [[{ type: 'pseudo-class', kind: 'scope' }]],
};

/** Replaces every `&` by `:is(parents)`; the parents are shared, not copied. */
export function replaceNesting(selector: Selector, parents: readonly Selector[] | undefined): Selector {
  if (!selector.some(mayNest)) return selector;
  const parent: SelectorComponent = parents
    ? { type: 'pseudo-class', kind: 'is', selectors: parents as Selector[] }
    : TOP;
  return selector.map((component) => replaceIn(component, parent, parents));
}

function mayNest(component: SelectorComponent): boolean {
  return component.type === 'nesting' || selectorsIn(component) !== undefined;
}

function replaceIn(
  component: SelectorComponent,
  parent: SelectorComponent,
  parents: readonly Selector[] | undefined,
): SelectorComponent {
  if (component.type === 'nesting') return parent;
  const inner = selectorsIn(component);
  if (!inner) return component;
  const replaced = inner.map((selector) => replaceNesting(selector, parents));
  return (
    'selectors' in component ? { ...component, selectors: replaced } : { ...component, of: replaced }
  ) as SelectorComponent;
}

/** The selector list argument of a pseudo-class. */
function selectorsIn(component: SelectorComponent): Selector[] | undefined {
  if (component.type !== 'pseudo-class') return undefined;
  switch (component.kind) {
    case 'is':
    case 'where':
    case 'not':
    case 'any':
    case 'has':
      return component.selectors;
    case 'nth-child':
    case 'nth-last-child':
      return component.of ?? undefined;
    default:
      return undefined;
  }
}

/** Number of components of a selector, including those of parents for each `&`: the cost of compiling it. */
export function selectorSize(selector: Selector, known = new Map<readonly Selector[], number>()): number {
  let size = 0;
  for (const component of selector) {
    size++;
    const inner = selectorsIn(component);
    if (!inner) continue;
    let innerSize = known.get(inner);
    if (innerSize === undefined) {
      innerSize = inner.reduce((sum, part) => sum + selectorSize(part, known), 0);
      known.set(inner, innerSize);
    }
    size += innerSize;
  }
  return size;
}
