/**
 * Builds documents from expanded templates with marks: what a mark does to the tree is known from documents before.
 * The tokens are those of the text, and the tree builder of the standard has told what each of them does in the same
 * state.
 */

import { MARK, MARK_LENGTH, markAt } from '../../template/marks.js';
import { ElementNode, type HtmlDocument, TextNode } from '../dom.js';
import { adjustAttributes } from '../foreign.js';
import { countTags, type HtmlLimits } from '../limits.js';
import { decodeText, normalizeNewlines } from '../references.js';
import { Tokenizer } from '../tokenizer.js';
import { NO_ATTRIBUTES, type StartTag, type Token } from '../tokens.js';
import { attach } from '../tree-builder.js';
import { ElementStep, GIVEN_TEXT, SENTINEL } from './patch.js';
import { type ProgramState, ProgramStates, type Transition } from './states.js';

/** Thrown inside when a document has to be parsed from its text. */
class NotBuilt extends Error {}

/** The knowledge of the documents of one template. */
export class TreeProgram {
  #states: ProgramStates;

  /** @param markup  static markup by the number of its mark */
  constructor(readonly markup: readonly string[]) {
    this.#states = new ProgramStates(markup);
  }

  /**
   * @param text  with marks
   * @returns     the tree of the text; undefined when that has to be parsed, or exceeds limits
   */
  build(text: string, limits: HtmlLimits): HtmlDocument | undefined {
    try {
      return new ProgramRun(this.#states, text, limits).build();
    } catch (error) {
      if (!(error instanceof NotBuilt)) throw error;
      if (this.#states.isFull) this.#states = new ProgramStates(this.markup);
      return undefined;
    }
  }
}

/** Repeated tags share their attributes, as those of the tokenizer. */
const MAX_SHARED = 1000;
const MAX_SHARED_TEXT = 200;
const NOT_SPACE = /[^\t\n\f\r ]/;
const LEADING_SPACE = /^[\t\n\f\r ]+/;

class ProgramRun {
  #state: ProgramState;
  /** The stack of open elements, longer than `#depth`. */
  readonly #open: ElementNode[] = [];
  #depth = 0;
  #elements = 0;
  /** Offset in the document's text. */
  #offset = 0;
  #tags = 0;
  readonly #maxDepth: number;
  readonly #shared = new Map<string, readonly Token[]>();

  constructor(
    readonly states: ProgramStates,
    readonly text: string,
    readonly limits: HtmlLimits,
  ) {
    this.#state = states.initial;
    this.#maxDepth = Math.min(limits.maxDepth, limits.maxOpenElements - 1);
  }

  build(): HtmlDocument {
    const { text, states } = this;
    let at = text.startsWith('\uFEFF') ? 1 : 0;
    this.#offset = at;
    for (let mark = text.indexOf(MARK); mark !== -1; mark = text.indexOf(MARK, at)) {
      if (mark > at) this.#play(text.slice(at, mark));
      const number = markAt(text, mark);
      const markup = states.markup[number];
      if (markup === undefined) throw new NotBuilt();
      this.#apply(states.afterMarkup(this.#state, number), '', NO_ATTRIBUTES);
      this.#offset += markup.length;
      at = mark + MARK_LENGTH;
    }
    if (at < text.length) this.#play(text.slice(at));
    this.#apply(states.atEnd(this.#state), '', NO_ATTRIBUTES);
    return this.#document();
  }

  #document(): HtmlDocument {
    const [root] = this.#open;
    const child = (name: string) =>
      root?.children.find((node): node is ElementNode => node.kind === 'element' && node.name === name);
    const head = child('head');
    const body = child('body');
    const { maxLength, maxElements } = this.limits;
    if (!root || !head || !body || this.#offset > maxLength || this.#tags > maxElements) throw new NotBuilt();
    const mode = this.#state.documentMode;
    return { root, head, body, mode, quirks: mode === 'quirks' };
  }

  /** Text, tags and comments between marks. */
  #play(source: string): void {
    if (source.includes('\0')) throw new NotBuilt();
    const hasTags = source.includes('<');
    if (hasTags) this.#tags += countTags(source);
    if (hasTags && !this.#state.rawText) this.#playTokens(source);
    else this.#playText(source);
    this.#offset += source.length;
  }

  /** All text up to a tag, comment or declaration. */
  #playText(source: string): void {
    const { rawText } = this.#state;
    // The end tag may be here.
    if (rawText && source.includes('<') && (rawText.kind === 'script' || source.includes('</'))) throw new NotBuilt();
    this.#insertText(!rawText || rawText.kind === 'rcdata' ? decodeText(source) : normalizeNewlines(source));
  }

  #playTokens(source: string): void {
    const start = this.#offset;
    const known = this.#shared.get(source);
    if (known) {
      for (const token of known) {
        if (this.#state.rawText) throw new NotBuilt();
        this.#playToken(token, start);
      }
      return;
    }
    // The tokenizer would take it for a mark of the encoding.
    if (source.startsWith('\uFEFF')) throw new NotBuilt();
    const tokens: Token[] = [];
    const tokenizer = new Tokenizer(source + SENTINEL);
    while (tokenizer.offset < source.length) {
      const token = tokenizer.next(this.#state.isForeign);
      if (tokenizer.offset > source.length) throw new NotBuilt();
      tokens.push(token);
      this.#playToken(token, start);
      if (!this.#state.rawText) continue;
      if (tokenizer.offset < source.length) this.#playText(source.slice(tokenizer.offset));
      return;
    }
    const isShared = source.length <= MAX_SHARED_TEXT && !source.includes('<![') && this.#shared.size < MAX_SHARED;
    if (isShared) this.#shared.set(source, tokens);
  }

  #playToken(token: Token, start: number): void {
    const { states } = this;
    switch (token.kind) {
      case 'text':
        this.#insertText(token.data);
        break;
      case 'start': {
        const offset = this.#offset;
        this.#offset = start + token.offset;
        this.#apply(states.afterStartTag(this.#state, token), '', token.attributes);
        this.#offset = offset;
        break;
      }
      case 'end':
        this.#apply(states.afterEndTag(this.#state, token), '', NO_ATTRIBUTES);
        break;
      case 'comment':
        this.#apply(states.afterComment(this.#state), '', NO_ATTRIBUTES);
        break;
      default:
        throw new NotBuilt();
    }
  }

  /** @param data  decoded */
  #insertText(data: string): void {
    const { states } = this;
    let rest = data;
    if (this.#state.skipNewline && rest.startsWith('\n')) {
      rest = rest.slice(1);
      if (rest === '') this.#apply(states.afterText(this.#state, 'empty'), '', NO_ATTRIBUTES);
    }
    if (rest === '') return;
    if (!NOT_SPACE.test(rest)) {
      this.#apply(states.afterText(this.#state, 'space'), rest, NO_ATTRIBUTES);
      return;
    }
    if (this.#state.splitsText) {
      const space = LEADING_SPACE.exec(rest)?.[0];
      if (space !== undefined) this.#apply(states.afterText(this.#state, 'space'), space, NO_ATTRIBUTES);
      rest = rest.slice(space?.length ?? 0);
    }
    this.#apply(states.afterText(this.#state, 'other'), rest, NO_ATTRIBUTES);
  }

  #apply(transition: Transition | null, text: string, attributes: StartTag['attributes']): void {
    if (!transition || this.#depth + transition.depth > this.#maxDepth) throw new NotBuilt();
    if (this.#elements + transition.elements > this.limits.maxElements) throw new NotBuilt();
    const open = this.#open;
    const elements = this.#elements;
    const offset = this.#offset;
    let depth = this.#depth;
    let parent = open[depth - 1];
    for (const step of transition.steps) {
      if (typeof step === 'number') {
        depth -= step;
        parent = open[depth - 1];
      } else if (step instanceof ElementStep) {
        const { name, namespace } = step;
        const element = new ElementNode(
          name,
          namespace,
          step.attributes ?? (namespace === 'html' ? attributes : adjustAttributes(attributes, namespace)),
          step.offset === -1 ? -1 : offset + step.offset,
          elements + step.serial,
          step.attributes ? step : undefined,
        );
        if (parent) attach(element, parent);
        if (step.opens) {
          open[depth] = element;
          depth += 1;
          parent = element;
        }
      } else appendText(step === GIVEN_TEXT ? text : step, parent!);
    }
    this.#depth = depth;
    this.#elements = elements + transition.elements;
    this.#tags += transition.tags;
    this.#state = transition.next;
  }
}

/** Adjacent texts are one node. */
function appendText(text: string, parent: ElementNode): void {
  const last = parent.children[parent.children.length - 1];
  if (last?.kind === 'text') last.data += text;
  else attach(new TextNode(text), parent);
}
