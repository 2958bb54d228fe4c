/** Patches: what tokens do to a tree that grows at its end. */

import type { ElementNode, Namespace } from '../dom.js';
import type { Comment, EndOfFile, EndTag, StartTag, Token } from '../tokens.js';
import { type BuilderState, Rehearsal } from './builder-state.js';

/** Creates an element. */
export class ElementStep {
  constructor(
    readonly name: string,
    readonly namespace: Namespace,
    /** null: those of the tag that is given. */
    readonly attributes: ReadonlyMap<string, string> | null,
    /** Offset in the markup; -1 for implied elements. */
    readonly offset: number,
    /** From 1, by the elements before the patch. */
    readonly serial: number,
    /** Whether what follows is inside. */
    readonly opens: boolean,
  ) {}
}

/** Appends the text that is given. */
export const GIVEN_TEXT = null;

/** Creates an element, appends a text, or closes a number of elements. */
export type Step = ElementStep | string | number | typeof GIVEN_TEXT;

export interface Patch {
  readonly steps: readonly Step[];
  /** Elements that it creates. */
  readonly elements: number;
  /** Elements nested in one another that it creates, at most. */
  readonly depth: number;
  readonly next: BuilderState;
}

/** Ends a markup whose tokens are complete. */
export const SENTINEL = '<end-of-markup>';
/** Not the name of an attribute. */
const GIVEN_ATTRIBUTES = '=given';
/** Stands for a text, by whether it is white space only. */
const STAND_IN = { space: ' ', other: 'x' } as const;

/**
 * @param markup  static; begins and ends with a tag, comment or declaration
 * @returns       undefined for what is no such markup in this state, or changes other than the end of the tree
 */
export function markupPatch(state: BuilderState, markup: string): Patch | undefined {
  const { rawText } = state;
  if (rawText && !new RegExp(`^</${rawText.name}[\\t\\n\\f\\r />]`, 'i').test(markup)) return undefined;
  const rehearsal = new Rehearsal(state, markup + SENTINEL);
  const { builder } = rehearsal;
  const { tokenizer } = builder;
  let kind: Token['kind'] = 'text';
  while (tokenizer.offset < markup.length) {
    const isFirst = tokenizer.offset === 0;
    ({ kind } = builder.step());
    if ((isFirst && kind === 'text') || rehearsal.hasManyFormatting) return undefined;
  }
  // A text goes on with what follows.
  if (tokenizer.offset !== markup.length || kind === 'text') return undefined;
  return patchOf(rehearsal);
}

/** A token other than text. */
export function tokenPatch(state: BuilderState, token: EndTag | Comment | EndOfFile): Patch | undefined {
  const rehearsal = new Rehearsal(state, '');
  rehearsal.builder.dispatch(token);
  return patchOf(rehearsal);
}

/**
 * A start tag, whose attributes are given when the patch is applied.
 * @param isHidden  whether it has `type=hidden`, the only attribute that matters
 */
export function startTagPatch(
  state: BuilderState,
  { name, selfClosing }: Pick<StartTag, 'name' | 'selfClosing'>,
  isHidden: boolean,
): Patch | undefined {
  // The standard tells `font` elements in SVG by their attributes.
  if (name === 'font' && state.open.at(-1)?.namespace !== 'html') return undefined;
  const rehearsal = new Rehearsal(state, '');
  const attributes = new Map([[GIVEN_ATTRIBUTES, ''], ...(isHidden ? [['type', 'hidden'] as const] : [])]);
  rehearsal.builder.dispatch({ kind: 'start', name, attributes, selfClosing, offset: 0 });
  return rehearsal.hasManyFormatting ? undefined : patchOf(rehearsal);
}

/** A text up to the next tag, comment or declaration, without NULs. */
export function textPatch(state: BuilderState, kind: keyof typeof STAND_IN | 'empty'): Patch | undefined {
  const rehearsal = new Rehearsal(state, '');
  const { builder } = rehearsal;
  builder.dispatch({ kind: 'text', data: kind === 'empty' ? '' : STAND_IN[kind] });
  if (builder.mode === 'in table text') builder.flushTableText();
  const patch = patchOf(rehearsal);
  return patch && { ...patch, steps: patch.steps.map((step) => (typeof step === 'string' ? GIVEN_TEXT : step)) };
}

function patchOf(rehearsal: Rehearsal): Patch | undefined {
  const { builder, growth, standIns } = rehearsal;
  const next = rehearsal.state;
  if (!growth || !next) return undefined;
  const { added, kept } = growth;
  const stillOpen = new Set(builder.open.items);
  const steps: Step[] = [];
  let depth = 0;
  let isKnown = true;
  const close = (): void => {
    const last = steps.at(-1);
    if (typeof last === 'number') steps[steps.length - 1] = last + 1;
    else steps.push(1);
  };
  const add = (node: ElementNode['children'][number], level: number): void => {
    if (node.kind === 'text') {
      steps.push(node.data);
      return;
    }
    depth = Math.max(depth, level);
    if (rehearsal.hasUnknownAttributes(node)) isKnown = false;
    const isOpen = stillOpen.has(node);
    const opens = isOpen || node.children.length > 0;
    const attributes = node.attributes.has(GIVEN_ATTRIBUTES) ? null : node.attributes;
    steps.push(
      new ElementStep(node.name, node.namespace, attributes, node.sourceOffset, node.serial - standIns, opens),
    );
    for (const child of node.children) add(child, level + 1);
    if (opens && !isOpen) close();
  };
  if (added.length === 0 && builder.root) add(builder.root, 1);
  for (let index = added.length - 1; index >= Math.max(0, kept - 1); index -= 1) {
    for (const node of added[index]!) add(node, 1);
    if (index >= kept) close();
  }
  return isKnown ? { steps, elements: builder.elements - standIns, depth, next } : undefined;
}
