/** The states that documents of one template pass, and what tokens do in each, as far as documents have shown. */

import { getOrMake } from '../../collections/maps.js';
import type { DocumentMode } from '../dom.js';
import { countTags } from '../limits.js';
import type { EndTag, StartTag } from '../tokens.js';
import type { ModeName } from '../tree-builder.js';
import { type BuilderState, INITIAL_STATE, Rehearsal } from './builder-state.js';
import { ElementStep, markupPatch, type Patch, type Step, startTagPatch, textPatch, tokenPatch } from './patch.js';

export interface Transition {
  readonly steps: readonly Step[];
  /** Elements that it creates. */
  readonly elements: number;
  /** Elements nested in one another that it creates, at most. */
  readonly depth: number;
  /** Start tags in the static markup as `countTags` counts them. */
  readonly tags: number;
  readonly next: ProgramState;
}

/** Modes that treat leading white space by themselves and imply an element for other text. */
const SPLITTING: ReadonlySet<ModeName> = new Set([
  'initial',
  'before html',
  'before head',
  'in head',
  'in head noscript',
  'after head',
  'after body',
  'after after body',
] as const);
/** Modes that insert a text as a whole. */
const TAKING_TEXT: ReadonlySet<ModeName> = new Set([
  'in body',
  'text',
  'in caption',
  'in cell',
  'in select',
  'in select in table',
  'in template',
] as const);

/** undefined: not yet known; null: what a token does depends on more than the state. */
type Known = Transition | null | undefined;

export class ProgramState {
  readonly documentMode: DocumentMode;
  readonly rawText: BuilderState['rawText'];
  readonly skipNewline: boolean;
  /** Whether the next token is of SVG or MathML. */
  readonly isForeign: boolean;
  /** Whether leading white space is for another mode than what follows. */
  readonly splitsText: boolean;
  readonly takesText: boolean;
  /** By number. */
  readonly afterMarkup: Known[] = [];
  readonly afterTags = new Map<string, Known>();
  readonly afterText = new Map<string, Known>();

  constructor(readonly builder: BuilderState) {
    const { mode } = builder;
    this.documentMode = builder.documentMode;
    this.rawText = builder.rawText;
    this.skipNewline = builder.skipNewline;
    this.isForeign = new Rehearsal(builder, '').builder.isInForeignContent();
    this.splitsText = SPLITTING.has(mode) && !this.isForeign;
    this.takesText = SPLITTING.has(mode) || TAKING_TEXT.has(mode) || this.isForeign;
  }
}

const END_OF_FILE = { kind: 'end of file' } as const;
const COMMENT = { kind: 'comment' } as const;

/**
 * The weight that a program may have: by that of its markup, and for any program. Its knowledge takes some 5 bytes for each
 * unit of weight, which is a UTF-16 unit of markup; markup counts for each state that it begins in.
 */
const WEIGHT_BY_MARKUP = 4;
const MIN_WEIGHT = 6_000;
/** Of a tag that is known in a state, and of an element that is open in one. */
const TAG_WEIGHT = 50;
const OPEN_WEIGHT = 15;

export class ProgramStates {
  readonly initial: ProgramState;
  readonly #states = new Map<string, ProgramState>();
  readonly #attributes = new Map<string, ReadonlyMap<string, string>>();
  readonly #tags: readonly number[];
  /** The weight that may still be added. */
  #free: number;

  /** @param markup  static markup by number */
  constructor(readonly markup: readonly string[]) {
    this.#tags = markup.map(countTags);
    this.#free = MIN_WEIGHT + WEIGHT_BY_MARKUP * markup.reduce((sum, { length }) => sum + length, 0);
    this.initial = this.#intern(INITIAL_STATE)!;
  }

  /** Whether nothing more is kept: documents with other tags need new states. */
  get isFull(): boolean {
    return this.#free < 0;
  }

  afterMarkup(state: ProgramState, number: number): Transition | null {
    const known = state.afterMarkup[number];
    if (known !== undefined) return known;
    const markup = this.markup[number]!;
    if (!this.#takes(markup.length)) return null;
    const made = this.#transition(markupPatch(state.builder, markup), this.#tags[number]);
    state.afterMarkup[number] = made;
    return made;
  }

  afterStartTag(state: ProgramState, tag: StartTag): Transition | null {
    const isHidden = tag.name === 'input' && tag.attributes.get('type')?.toLowerCase() === 'hidden';
    const key = `<${tag.name}${tag.selfClosing ? '/' : ''}${isHidden ? '=' : ''}`;
    return this.#afterTag(state, key, () => startTagPatch(state.builder, tag, isHidden));
  }

  afterEndTag(state: ProgramState, tag: EndTag): Transition | null {
    return this.#afterTag(state, tag.name, () => tokenPatch(state.builder, tag));
  }

  afterComment(state: ProgramState): Transition | null {
    return this.#afterTag(state, '<!', () => tokenPatch(state.builder, COMMENT));
  }

  atEnd(state: ProgramState): Transition | null {
    return this.#afterTag(state, '', () => tokenPatch(state.builder, END_OF_FILE));
  }

  /** @param kind  whether the text is white space only, and whether a newline that is dropped was all of it */
  afterText(state: ProgramState, kind: 'space' | 'other' | 'empty'): Transition | null {
    const known = state.afterText.get(kind);
    if (known !== undefined) return known;
    const isTaken = kind !== 'other' || state.takesText;
    const made = isTaken ? this.#transition(textPatch(state.builder, kind)) : null;
    state.afterText.set(kind, made);
    return made;
  }

  #takes(weight: number): boolean {
    this.#free -= weight;
    return this.#free >= 0;
  }

  #afterTag(state: ProgramState, key: string, patch: () => Patch | undefined): Transition | null {
    const known = state.afterTags.get(key);
    if (known !== undefined) return known;
    if (!this.#takes(TAG_WEIGHT)) return null;
    const made = this.#transition(patch());
    state.afterTags.set(key, made);
    return made;
  }

  #transition(patch: Patch | undefined, tags = 0): Transition | null {
    const next = patch && this.#intern(patch.next);
    if (!next) return null;
    const { elements, depth } = patch;
    return { steps: patch.steps.map((step) => this.#shared(step)), elements, depth, tags, next };
  }

  /** Elements with equal attributes share them, as in documents that are parsed. */
  #shared(step: Step): Step {
    if (!(step instanceof ElementStep) || !step.attributes) return step;
    const { name, namespace, offset, serial, opens } = step;
    const key = JSON.stringify([...step.attributes]);
    const attributes = getOrMake(this.#attributes, key, () => step.attributes!);
    return new ElementStep(name, namespace, attributes, offset, serial, opens);
  }

  #intern(builder: BuilderState): ProgramState | undefined {
    const key = JSON.stringify(builder);
    const known = this.#states.get(key);
    if (known || !this.#takes(OPEN_WEIGHT * (2 + builder.open.length))) return known;
    const state = new ProgramState(builder);
    this.#states.set(key, state);
    return state;
  }
}
