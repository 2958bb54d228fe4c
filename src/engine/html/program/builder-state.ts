/**
 * The state of tree construction between two tokens, without the nodes themselves: as far as the tree grows at its end
 * only, what a token does depends on nothing else.
 */

import { type DocumentMode, ElementNode, type Namespace } from '../dom.js';
import { type RawKind, Tokenizer } from '../tokenizer.js';
import { attach, type ModeName, TreeBuilder } from '../tree-builder.js';
import { RULES } from '../tree-construction.js';

/** An element that is, or is not, on the stack of open elements. */
type Pointer = number | 'none' | 'closed';

export interface BuilderState {
  readonly mode: ModeName;
  readonly originalMode: ModeName;
  readonly templateModes: readonly ModeName[];
  readonly framesetOk: boolean;
  readonly documentMode: DocumentMode;
  readonly skipNewline: boolean;
  /** The element whose text is next. */
  readonly rawText: { readonly name: string; readonly kind: RawKind } | null;
  /** The stack of open elements; each is a child of the one before. */
  readonly open: readonly { readonly name: string; readonly namespace: Namespace }[];
  /** The list of active formatting elements, by their index on the stack; null: a marker. */
  readonly formatting: readonly (number | null)[];
  readonly head: Pointer;
  readonly form: Pointer;
}

export const INITIAL_STATE: BuilderState = {
  mode: 'initial',
  originalMode: 'initial',
  templateModes: [],
  framesetOk: true,
  documentMode: 'no-quirks',
  skipNewline: false,
  rawText: null,
  open: [],
  formatting: [],
  head: 'none',
  form: 'none',
};

/** Entries of one name in the list of active formatting elements: with more, their attributes matter. */
const MAX_FORMATTING = 3;

/** Begins a name that no attribute has. */
const UNKNOWN = '=';

/** A tree builder in a state, with elements that stand for those of a document. */
export class Rehearsal {
  readonly builder: TreeBuilder;
  readonly #open: readonly ElementNode[];
  readonly #closedHead: ElementNode | null;
  readonly #closedForm: ElementNode | null;
  /** How many elements stand for those of a document; the serial numbers of others follow theirs. */
  readonly standIns: number;
  /** Their attributes are unknown: no two are equal. */
  readonly #unknown = new Set<ReadonlyMap<string, string>>();

  /** @param source  of the tokens that follow; may be empty */
  constructor(state: BuilderState, source: string) {
    const tokenizer = new Tokenizer(source);
    this.standIns = state.open.length + (state.head === 'closed' ? 1 : 0) + (state.form === 'closed' ? 1 : 0);
    const builder = new TreeBuilder(tokenizer, RULES, () => {}, this.standIns);
    this.builder = builder;
    const standIn = (name: string, namespace: Namespace) => {
      const attributes = new Map([[`${UNKNOWN}${this.#unknown.size}`, '']]);
      this.#unknown.add(attributes);
      return new ElementNode(name, namespace, attributes, -1, this.#unknown.size);
    };
    this.#open = state.open.map(({ name, namespace }) => standIn(name, namespace));
    for (const [index, element] of this.#open.entries()) {
      if (index > 0) attach(element, this.#open[index - 1]!);
      builder.open.push(element);
    }
    builder.root = this.#open[0] ?? null;
    this.#closedHead = state.head === 'closed' ? standIn('head', 'html') : null;
    this.#closedForm = state.form === 'closed' ? standIn('form', 'html') : null;
    builder.head = typeof state.head === 'number' ? this.#open[state.head]! : this.#closedHead;
    builder.form = typeof state.form === 'number' ? this.#open[state.form]! : this.#closedForm;
    for (const index of state.formatting) {
      if (index === null) builder.formatting.pushMarker();
      else builder.formatting.push(this.#open[index]!);
    }
    builder.templateModes.push(...state.templateModes);
    builder.mode = state.mode;
    builder.originalMode = state.originalMode;
    builder.framesetOk = state.framesetOk;
    builder.documentMode = state.documentMode;
    builder.skipNewline = state.skipNewline;
    if (state.rawText) tokenizer.expectRawText(state.rawText.name, state.rawText.kind);
  }

  /** Whether an element has the attributes of one that stands for another. */
  hasUnknownAttributes({ attributes }: ElementNode): boolean {
    return this.#unknown.has(attributes);
  }

  /** Whether the attributes of active formatting elements may matter. */
  get hasManyFormatting(): boolean {
    const { formatting } = this.builder;
    if (formatting.length <= MAX_FORMATTING) return false;
    const counts = new Map<string, number>();
    for (let index = 0; index < formatting.length; index += 1) {
      const name = formatting.at(index)?.name;
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts.values()].some((count) => count > MAX_FORMATTING);
  }

  /**
   * Nodes that the tokens have added to the open elements, by their index, and the number of these that are still open.
   * @returns undefined when anything else has changed
   */
  get growth():
    | { readonly added: readonly (readonly ElementNode['children'][number][])[]; readonly kept: number }
    | undefined {
    const open = this.#open;
    const { items } = this.builder.open;
    const added: ElementNode['children'][] = [];
    for (const [index, element] of open.entries()) {
      const inner = open[index + 1];
      if (element.parent !== (open[index - 1] ?? null) || !this.hasUnknownAttributes(element)) return undefined;
      if (inner && element.children[0] !== inner) return undefined;
      added.push(inner ? element.children.slice(1) : element.children);
    }
    for (const element of [this.#closedHead, this.#closedForm]) {
      if (element && (element.parent || element.children.length > 0 || !this.hasUnknownAttributes(element)))
        return undefined;
    }
    const { length } = open;
    let kept = 0;
    while (kept < length && items[kept] === open[kept]) kept += 1;
    if (kept === 0 && length > 0) return undefined;
    // Only the innermost element that stays open, and those that are closed, grow.
    if (added.some((nodes, index) => index < kept - 1 && nodes.length > 0)) return undefined;
    for (const [index, element] of items.entries()) {
      if (index < kept) continue;
      if (open.includes(element)) return undefined;
      const parent = items[index - 1];
      if (parent ? parent.children.at(-1) !== element : element !== this.builder.root) return undefined;
    }
    return { added, kept };
  }

  /** @returns undefined for a state that depends on more than `BuilderState` has */
  get state(): BuilderState | undefined {
    const { builder } = this;
    const { items } = builder.open;
    if (builder.fosterParenting || builder.pendingTableText.length > 0) return undefined;
    // The encoding of `annotation-xml` is an attribute; `plaintext` ends with the document.
    if (items.some(({ name }) => name === 'annotation-xml' || name === 'plaintext')) return undefined;
    const formatting: (number | null)[] = [];
    for (let index = 0; index < builder.formatting.length; index += 1) {
      const element = builder.formatting.at(index);
      const at = element ? items.indexOf(element) : null;
      if (at === -1) return undefined;
      formatting.push(at);
    }
    const pointer = (element: ElementNode | null): Pointer => {
      if (!element) return 'none';
      const at = items.indexOf(element);
      return at === -1 ? 'closed' : at;
    };
    return {
      mode: builder.mode,
      originalMode: builder.originalMode,
      templateModes: [...builder.templateModes],
      framesetOk: builder.framesetOk,
      documentMode: builder.documentMode,
      skipNewline: builder.skipNewline,
      rawText: builder.tokenizer.rawText,
      open: items.map(({ name, namespace }) => ({ name, namespace })),
      formatting,
      head: pointer(builder.head),
      form: pointer(builder.form),
    };
  }
}
