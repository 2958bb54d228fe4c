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
function expressionBefore({ state, pos }: CompletionContext): string | undefined {
  const text = state.sliceDoc(Math.max(0, pos - 400), pos);
  const start = text.lastIndexOf('{{');
  return start < 0 || text.indexOf('}}', start) >= 0 ? undefined : text.slice(start + 2);
}

/** Names of what enclosing `{{#each …}}` and `{{#with …}}` have entered, outermost first. */
export function scopeAt(source: string): string[] {
  const scope: string[] = [];
  for (const [, open, name = '', close] of source.matchAll(/\{\{~?#(each|with)\s+([\w.@/]+)|\{\{~?\/(each|with)/g)) {
    if (open) scope.push(open === 'each' ? `${name}[]` : name);
    else if (close) scope.pop();
  }
  return scope;
}

/** The value that a path leads to; a list stands for its first item after `[]`. */
function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const step of path.split('.')) {
    const name = step.replace(/\[\]$/, '');
    if (name !== '' && name !== 'this') value = (value as Record<string, unknown> | undefined)?.[name];
    if (step.endsWith('[]') && Array.isArray(value)) value = value[0];
  }
  return value;
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
    const scope = scopeAt(context.state.sliceDoc(0, context.pos));
    const dot = word.lastIndexOf('.');
    const parent = dot < 0 ? '' : word.slice(0, dot);
    const inner = scope.reduce<unknown>(valueAt, data());
    const base = parent === '' ? inner : valueAt(inner, parent);
    const options: Completion[] = pathOptions(base, parent === '' ? '' : `${parent}.`);
    if (parent === '') {
      if (scope.length > 0) options.push(...LOOP_NAMES.map((label) => ({ label, type: 'variable' })));
      for (const { name, options: named, block } of reference.helpers)
        if (!isBlock || block)
          options.push({
            label: name,
            type: 'function',
            ...(named.length > 0 && { detail: named.map((one) => `${one}=`).join(' ') }),
          });
      if (isBlock) options.push(...KEYWORDS.map((label) => ({ label, type: 'keyword', boost: 2 })));
    }
    return { from: context.pos - word.length, options, validFor: /^[\w@/-]*$/ };
  };
}
