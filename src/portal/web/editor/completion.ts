/** Completion of CSS: the properties that the engine supports. */

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { cssCompletionSource } from '@codemirror/lang-css';
import { htmlCompletionSource } from '@codemirror/lang-html';
import { syntaxTree } from '@codemirror/language';
import type { Reference } from '../reference.js';
import { expressionBefore } from './mustache.js';

const DETAILS = { full: '', partial: 'in part', none: 'not supported', 'no-effect': 'no effect in print' } as const;

function isInCss({ state, pos }: CompletionContext): boolean {
  for (let node = syntaxTree(state).resolveInner(pos, -1).node; node; node = node.parent!) {
    if (node.name === 'StyleSheet' || node.name === 'Styles' || node.name === 'Block') return true;
  }
  return false;
}

/** After `{` or `;` and a word: the name of a property. */
const PROPERTY = /(?:[{;]|\*\/|^)\s*(-?[a-z-]*)$/i;

export function propertyCompletion({ properties }: Reference): CompletionSource {
  const options: Completion[] = properties
    .filter(({ support }) => support === 'full' || support === 'partial')
    .map(({ name, support, note }) => ({
      label: name,
      apply: `${name}: `,
      type: 'property',
      detail: DETAILS[support],
      ...(note && { info: note }),
    }));
  return (context): CompletionResult | null => {
    if (!isInCss(context)) return null;
    const line = context.state.sliceDoc(Math.max(0, context.pos - 300), context.pos);
    const word = PROPERTY.exec(line)?.[1];
    if (word === undefined || (word === '' && !context.explicit)) return null;
    return { from: context.pos - word.length, options, validFor: /^-?[a-z-]*$/i };
  };
}

/** Values, selectors and at-rules of CSS, and HTML; not the property names of the browser, and nothing in expressions. */
export const otherCompletion: CompletionSource = async (context) => {
  if (expressionBefore(context) !== undefined) return null;
  if (!isInCss(context)) return htmlCompletionSource(context);
  const line = context.state.sliceDoc(Math.max(0, context.pos - 300), context.pos);
  return PROPERTY.test(line) ? null : cssCompletionSource(context);
};
