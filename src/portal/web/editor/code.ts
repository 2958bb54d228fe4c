/** The editors of templates and of sample data: CodeMirror with what Platen knows. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter, lintKeymap, type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Reference } from '../reference.js';
import { otherCompletion, propertyCompletion } from './completion.js';
import { dataProblems } from './data-problems.js';
import { elementsAt } from './elements.js';
import { mustacheCompletion, mustacheHighlighting } from './mustache.js';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-mustache': {
    borderRadius: '3px',
    backgroundColor: 'color-mix(in srgb, var(--warn) 14%, transparent)',
  },
  '.cm-mustache, .cm-mustache *': { color: 'var(--warn)' },
  '.cm-mustache-block': { fontWeight: '600' },
  '.cm-mustache-comment, .cm-mustache-comment *': { color: 'var(--muted)', fontStyle: 'italic' },
  '.cm-tooltip': { border: '1px solid var(--line)', backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { marginLeft: '12px', fontStyle: 'normal', opacity: '0.75' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
});

const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--accent-text)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue, tags.color], color: 'var(--good)' },
  { tag: [tags.number, tags.unit, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.documentMeta], color: 'var(--muted)' },
  { tag: [tags.angleBracket, tags.punctuation], color: 'var(--muted)' },
  { tag: [tags.className, tags.labelName], color: 'var(--code-number)' },
]);

const common = (label: string): Extension => [
  EditorView.cspNonce.of(nonce),
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description': 'Tab indents. Escape, then Tab, leaves the editor.',
    tabindex: '0',
  }),
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  lintGutter(),
  EditorView.lineWrapping,
  syntaxHighlighting(colors),
  theme,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
];

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Called when the person moves the cursor, with the elements that it is in, as of `elementsAt`. */
  readonly onCursor?: (elements: readonly number[]) => void;
}

function listener({ onChange, onCursor }: EditorOptions): Extension {
  return EditorView.updateListener.of((update) => {
    if (update.docChanged) onChange(update.state.doc.toString());
    if (update.selectionSet || update.docChanged)
      onCursor?.(elementsAt(update.state, update.state.selection.main.head));
  });
}

/** @param data  the sample data as it is now */
export function openTemplateEditor(options: EditorOptions, reference: Reference, data: () => unknown): EditorView {
  return new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        common('Template'),
        html(),
        mustacheHighlighting,
        autocompletion({
          override: [mustacheCompletion(reference, data), propertyCompletion(reference), otherCompletion],
        }),
        listener(options),
      ],
    }),
  });
}

/** Marks what is wrong with the data where it is. */
export function openDataEditor(options: EditorOptions): EditorView {
  const problems = linter((view) => dataProblems(view.state.doc.toString()), { delay: 150 });
  return new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [common('Sample data'), json(), problems, listener(options)],
    }),
  });
}

export type { Mark };

export function showMarks(view: EditorView, marks: readonly Mark[]): void {
  const { length } = view.state.doc;
  const inside = marks.filter(({ from }) => from <= length).map((mark) => ({ ...mark, to: Math.min(mark.to, length) }));
  view.dispatch(setDiagnostics(view.state, inside));
}

/** Moves the cursor to an offset and shows it. */
export function goTo(view: EditorView, offset: number): void {
  const at = Math.min(offset, view.state.doc.length);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  view.focus();
}

/** Changes only the part that differs, so that cursor and scroll position stay. */
export function replaceText(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  const shorter = Math.min(before.length, text.length);
  let from = 0;
  while (from < shorter && before[from] === text[from]) from += 1;
  let kept = 0; // at the end
  while (kept < shorter - from && before.at(-1 - kept) === text.at(-1 - kept)) kept += 1;
  view.dispatch({
    changes: { from, to: before.length - kept, insert: text.slice(from, text.length - kept) },
  });
}
