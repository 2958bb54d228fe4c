/**
 * The contents of `@scope`, in which lightningcss takes neither declarations nor relative selectors: encoded as the contents
 * of a nested rule for `&`. Each `&` of their own becomes `:where(:scope)`, which it stands for.
 * Source: https://drafts.csswg.org/css-cascade-6/#scoped-rules
 */

import type { Selector, SelectorComponent } from 'lightningcss';
import { mentionsScope } from '../selectors/has.js';
import type { RewrittenText } from './rewriting.js';

/** Escapes, strings, URLs and comments, which stay as they are; the starts and ends of blocks, and `&`. */
const PART =
  /\\[\s\S]|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\burl\([^"'()]*\)|@[\w-]+[^{};"']*\{|[{}&]/gi;

export function encodeScopeBodies(sheet: RewrittenText): RewrittenText {
  if (!/@scope/i.test(sheet.text)) return sheet;
  /** The open blocks. */
  const open: ('scope' | 'at-rule' | 'style')[] = [];
  const isInScope = () => open.findLast((block) => block !== 'at-rule') === 'scope';
  return sheet.replaceAll(PART, (whole) => {
    const part = whole!;
    if (part === '}') return open.pop() === 'scope' ? '}}' : part;
    if (part === '&') return isInScope() ? ':where(:scope)' : part;
    if (!part.endsWith('{') || part.startsWith('\\') || part.startsWith('/*')) return part;
    const isScope = /^@scope(?![\w-])/i.test(part);
    open.push(isScope ? 'scope' : part.startsWith('@') ? 'at-rule' : 'style');
    return isScope ? `${part}&{` : part;
  });
}

const SCOPE: SelectorComponent = { type: 'pseudo-class', kind: 'scope' };

/** The selector of declarations that stand in `@scope` itself. */
export const SCOPE_ITSELF: Selector = [{ type: 'pseudo-class', kind: 'where', selectors: [[SCOPE]] }];

/** A selector in the rule that the contents are encoded in, as it would be without: `& :scope > p` is `:scope > p`. */
export function scopedSelector(selector: Selector): Selector {
  const [first, second, ...others] = selector;
  if (first?.type !== 'nesting' || !second) return selector;
  const isDescendant = second.type === 'combinator' && second.value === 'descendant';
  return isDescendant && others.some(mentionsScope) ? others : [...SCOPE_ITSELF, second, ...others];
}
