/**
 * The name of the first page, which its area depends on, and so do viewport units: known before there are boxes, from
 * the styles of the first elements. Source: https://drafts.csswg.org/css-page-3/#using-named-pages
 */

import type { ElementMatcher } from '../cascade/element-matcher.js';
import type { RuleSet } from '../cascade/rule-set.js';
import type { Subject } from '../selectors/subject.js';
import { isFloating, isOutOfFlow } from '../style-queries.js';
import type { StyleNode } from './style-node.js';
import type { StyleTree } from './style-tree.js';

interface Source {
  readonly matcher: ElementMatcher;
  readonly rules: RuleSet;
}

/** @param tree  styles for any viewport: page names do not depend on it */
export function firstPageName({ matcher, rules }: Source, tree: StyleTree): string {
  if (!rules.pages.some(({ rule }) => rule.selectors.some(({ name }) => name !== ''))) return '';
  let root: StyleNode | undefined;
  const styled = (subject: Subject, parent: StyleNode | undefined) => {
    const surroundings = { parent: parent?.computed.style, body: undefined };
    const cascade = matcher.element(rules.index, subject, surroundings, undefined);
    return tree.node(cascade, parent, root?.computed ?? null);
  };
  root = styled(matcher.tree.root, undefined);
  let name = '';
  for (let at: Styled | undefined = { subject: matcher.tree.root, node: root }; at; at = firstInFlow(at, styled)) {
    const { page } = at.node.computed.style;
    if (page !== 'auto') name = page;
  }
  return name;
}

interface Styled {
  readonly subject: Subject;
  readonly node: StyleNode;
}

/** Boxes whose names of pages come from their first child, which are block-level themselves. */
const CONTAINERS = /^(?:block|flow-root|list-item|flex|grid|table(?:-row-group|-header-group|-row|-cell)?)$/;

/** The first in-flow child that is block-level; undefined: there is none, or text or an inline box comes first. */
function firstInFlow(
  { subject: { element, children }, node: parent }: Styled,
  styled: (subject: Subject, parent: StyleNode) => StyleNode,
): Styled | undefined {
  const subjects = children.values();
  for (const child of element.children) {
    if (child.kind === 'text' && child.data.trim() !== '') return undefined;
    if (child.kind !== 'element') continue;
    const subject = subjects.next().value;
    if (!subject) return undefined;
    const node = styled(subject, parent);
    const { style } = node.computed;
    if (style.display === 'none' || isOutOfFlow(style) || isFloating(style)) continue;
    return CONTAINERS.test(style.display) ? { subject, node } : undefined;
  }
  return undefined;
}
