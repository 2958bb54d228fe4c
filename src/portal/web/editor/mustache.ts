/** Handlebars in the template editor: highlighting, and completion of helpers and of the sample data's paths. */

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Reference } from '../reference.js';
import { type Scope, scopesAt, valueAt } from './paths.js';

const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^\{\{!/, 'cm-mustache cm-mustache-comment'],
  [/^\{\{\{?~?[#/^]|^\{\{~?else/, 'cm-mustache cm-mustache-block'],
  [/^\{\{~?#?>/, 'cm-mustache cm-mustache-partial'],
];

const matcher = new MatchDecorator({
  regexp: /\{\{!--[\s\S]*?--\}\}|\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g,
  decoration: ([text = '']) =>
    Decoration.mark({ class: CLASSES.find(([pattern]) => pattern.test(text))?.[1] ?? 'cm-mustache' }),
});

export const mustacheHighlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const KEYWORDS = ['if', 'unless', 'each', 'with'];
const LOOP_NAMES = ['this', '@index', '@first', '@last', '@key', '@root'];

/** The text of the expression before the cursor; undefined outside of expressions. */
export function expressionBefore({ state, pos }: CompletionContext): string | undefined {
  const text = state.sliceDoc(Math.max(0, pos - 400), pos);
  const start = text.lastIndexOf('{{');
  return start < 0 || text.indexOf('}}', start) >= 0 ? undefined : text.slice(start + 2);
}

function pathOptions(value: unknown, prefix: string): Completion[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, one]) => ({
    label: prefix + name,
    type: 'property',
    detail: Array.isArray(one)
      ? 'list'
      : typeof one === 'object' && one !== null
        ? 'object'
        : JSON.stringify(one)?.slice(0, 24),
    boost: 1,
  }));
}

/** @param data  the sample data as it is now */
export function mustacheCompletion(reference: Reference, data: () => unknown) {
  return (context: CompletionContext): CompletionResult | null => {
    const expression = expressionBefore(context);
    if (expression === undefined) return null;
    const word = /[\w.@/-]*$/.exec(expression)?.[0] ?? '';
    const isBlock = /^~?#\s*$/.test(expression.slice(0, expression.length - word.length));
    const parent = /^.*[./]/.exec(word)?.[0] ?? '';
    const scopes = scopesAt(context.state.sliceDoc(0, context.pos - expression.length - 2), data());
    const options = pathOptions(valueAt(scopes, parent), parent);
    if (parent === '') options.push(...scopeOptions(scopes), ...helperOptions(reference, isBlock));
    return { from: context.pos - word.length, options, validFor: /^[\w@-]*$/ };
  };
}

/** Names that blocks give. */
function scopeOptions(scopes: readonly Scope[]): Completion[] {
  if (scopes.length === 1) return [];
  const names = [...scopes.flatMap((scope) => Object.keys(scope.names)), ...LOOP_NAMES];
  return names.map((label) => ({ label, type: 'variable' }));
}

/** @param isBlock  after `#` */
function helperOptions({ helpers }: Reference, isBlock: boolean): Completion[] {
  const named = helpers.filter(({ block }) => block || !isBlock);
  return [
    ...named.map(({ name, options }) => ({
      label: name,
      type: 'function',
      ...(options.length > 0 && { detail: options.map((one) => `${one}=`).join(' ') }),
    })),
    ...(isBlock ? KEYWORDS.map((label) => ({ label, type: 'keyword', boost: 2 })) : []),
  ];
}
