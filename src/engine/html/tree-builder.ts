/**
 * The state of tree construction and the steps shared by insertion modes.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
 */

import { ActiveFormattingElements } from './active-formatting.js';
import { type DocumentMode, type DomNode, ElementNode, type Namespace, TextNode } from './dom.js';
import { isHtmlIntegrationPoint, isMathmlText } from './elements.js';
import { isHtml, OpenElements } from './open-elements.js';
import type { RawKind, Tokenizer } from './tokenizer.js';
import type { EndTag, StartTag, Token } from './tokens.js';

export type ModeName =
  | 'initial'
  | 'before html'
  | 'before head'
  | 'in head'
  | 'in head noscript'
  | 'after head'
  | 'in body'
  | 'text'
  | 'in table'
  | 'in table text'
  | 'in caption'
  | 'in column group'
  | 'in table body'
  | 'in row'
  | 'in cell'
  | 'in select'
  | 'in select in table'
  | 'in template'
  | 'after body'
  | 'in frameset'
  | 'after frameset'
  | 'after after body'
  | 'after after frameset';

/** The rules of an insertion mode by kind of token. All modes drop comments and ignore doctypes. */
export interface InsertionMode {
  text(builder: TreeBuilder, data: string): void;
  start(builder: TreeBuilder, tag: StartTag): void;
  end(builder: TreeBuilder, tag: EndTag): void;
  endOfFile(builder: TreeBuilder): void;
}

/** The rules for tokens in foreign content. */
export interface ForeignContent {
  text(builder: TreeBuilder, data: string): void;
  start(builder: TreeBuilder, tag: StartTag): void;
  end(builder: TreeBuilder, tag: EndTag): void;
}

export interface Rules {
  readonly modes: Readonly<Record<ModeName, InsertionMode>>;
  readonly foreign: ForeignContent;
}

/**
 * Called before an element is created, with the number of elements, the number of open ones and the source offset;
 * throws to reject the document.
 */
export type ElementGuard = (elements: number, depth: number, offset: number) => void;

const TABLE_STRUCTURE: ReadonlySet<string> = new Set(['table', 'tbody', 'tfoot', 'thead', 'tr']);

interface Place {
  readonly parent: ElementNode;
  readonly before: ElementNode | null;
}

export class TreeBuilder {
  readonly open = new OpenElements();
  readonly formatting = new ActiveFormattingElements();
  readonly templateModes: ModeName[] = [];
  /** Pending table character tokens, until it is known whether they are all white space. */
  readonly pendingTableText: string[] = [];
  mode: ModeName = 'initial';
  /** The mode to return to from 'text' and 'in table text'. */
  originalMode: ModeName = 'initial';
  root: ElementNode | null = null;
  head: ElementNode | null = null;
  form: ElementNode | null = null;
  framesetOk = true;
  fosterParenting = false;
  documentMode: DocumentMode = 'no-quirks';
  /** Whether a newline that follows is dropped, as after `<pre>` and `<textarea>`. */
  skipNewline = false;
  #elements: number;

  constructor(
    readonly tokenizer: Tokenizer,
    readonly rules: Rules,
    private readonly guard: ElementGuard,
    /** Elements that were created before, and their last serial number. */
    elements = 0,
  ) {
    this.#elements = elements;
  }

  /** Elements created so far. */
  get elements(): number {
    return this.#elements;
  }

  run(): void {
    while (this.step().kind !== 'end of file');
  }

  /** Processes one token. */
  step(): Token {
    const token = this.tokenizer.next(this.isInForeignContent());
    this.dispatch(token);
    return token;
  }

  // --- Dispatch: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher

  dispatch(token: Token): void {
    const { skipNewline } = this;
    this.skipNewline = false;
    if (token.kind === 'text') {
      const data = skipNewline && token.data.startsWith('\n') ? token.data.slice(1) : token.data;
      if (data && this.isInForeignContent()) this.rules.foreign.text(this, data);
      else if (data) this.text(data);
    } else if (token.kind === 'start') this.start(token);
    else if (token.kind === 'end') this.#dispatchEnd(token);
    else {
      if (this.mode === 'in table text') this.flushTableText();
      if (token.kind === 'end of file') this.endOfFile();
      else if (token.kind === 'doctype') this.#doctype(token.documentMode);
    }
  }

  /** Whether text here belongs to SVG or MathML, the only place where CDATA sections are allowed. */
  isInForeignContent(): boolean {
    const { current } = this.open;
    if (!current || current.namespace === 'html') return false;
    return !isMathmlText(current) && !isHtmlIntegrationPoint(current);
  }

  #dispatchEnd(tag: EndTag): void {
    const { current } = this.open;
    if (current && current.namespace !== 'html') this.rules.foreign.end(this, tag);
    else this.end(tag);
  }

  #doctype(documentMode: DocumentMode): void {
    if (this.mode !== 'initial') return;
    this.documentMode = documentMode;
    this.mode = 'before html';
  }

  /** Processes a start tag by the rules of foreign content or of the current mode. */
  start(tag: StartTag): void {
    const { current } = this.open;
    if (current && current.namespace !== 'html' && !acceptsHtmlTag(current, tag.name)) {
      this.rules.foreign.start(this, tag);
    } else this.startInHtml(tag);
  }

  /** Processes a token by the rules of the current mode, or of a given one. */
  startInHtml(tag: StartTag, mode: ModeName = this.mode): void {
    this.rules.modes[mode].start(this, tag);
  }

  end(tag: EndTag, mode: ModeName = this.mode): void {
    this.rules.modes[mode].end(this, tag);
  }

  text(data: string, mode: ModeName = this.mode): void {
    this.rules.modes[mode].text(this, data);
  }

  endOfFile(mode: ModeName = this.mode): void {
    this.rules.modes[mode].endOfFile(this);
  }

  // --- Inserting: https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes

  /** Creates an element, inserts it at the appropriate place and makes it the current node. */
  insert(tag: StartTag, namespace: Namespace = 'html', name = tag.name): ElementNode {
    const element = this.create(name, namespace, tag.attributes, tag.offset);
    const { current } = this.open;
    if (current && !this.fosterParenting) attach(element, current);
    else if (current) this.place(element);
    this.open.push(element);
    return element;
  }

  /** Inserts a void element. */
  insertVoid(tag: StartTag): ElementNode {
    const element = this.insert(tag);
    this.open.pop();
    return element;
  }

  create(name: string, namespace: Namespace, attributes: ReadonlyMap<string, string>, offset: number): ElementNode {
    this.#elements += 1;
    this.guard(this.#elements, this.open.depth, offset === -1 ? this.tokenizer.offset : offset);
    return new ElementNode(name, namespace, attributes, offset, this.#elements);
  }

  place(element: ElementNode, override?: ElementNode): void {
    const { parent, before } = this.#placeFor(override);
    if (element.parent) detach(element);
    attach(element, parent, before);
  }

  insertText(data: string): void {
    if (!this.fosterParenting) {
      appendText(this.open.current!, data);
      return;
    }
    const { parent, before } = this.#placeFor();
    const index = before ? parent.children.lastIndexOf(before) : parent.children.length;
    const previous = parent.children[index - 1];
    if (previous?.kind === 'text') previous.data += data;
    else attach(new TextNode(data), parent, before);
  }

  /** https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node */
  #placeFor(override?: ElementNode): Place {
    const target = override ?? this.open.current!;
    if (!this.fosterParenting || target.namespace !== 'html' || !TABLE_STRUCTURE.has(target.name)) {
      return { parent: target, before: null };
    }
    const { items } = this.open;
    const template = this.open.lastIndexOfName('template');
    const table = this.open.lastIndexOfName('table');
    if (template > table) return { parent: items[template]!, before: null };
    if (table === -1) return { parent: items[0]!, before: null };
    const tableElement = items[table]!;
    if (tableElement.parent) return { parent: tableElement.parent, before: tableElement };
    return { parent: items[table - 1]!, before: null };
  }

  /** Inserts an element whose content is text. */
  insertRawText(tag: StartTag, kind: RawKind): void {
    this.insert(tag);
    this.tokenizer.expectRawText(tag.name, kind);
    this.originalMode = this.mode;
    this.mode = 'text';
  }

  /** Adds new attributes of a repeated `html` or `body` tag to the existing element. */
  mergeAttributes(element: ElementNode | undefined, tag: StartTag): void {
    if (!element) return;
    const attributes = new Map(element.attributes);
    for (const [name, value] of tag.attributes) if (!attributes.has(name)) attributes.set(name, value);
    element.attributes = attributes;
  }

  // --- Shared steps

  closeParagraph(): void {
    if (!this.open.hasInButtonScope('p')) return;
    this.open.generateImpliedEndTags('p');
    this.open.popUntil('p');
  }

  /** Reopens formatting elements that were closed too early. */
  reconstructFormatting(): void {
    const { formatting, open } = this;
    let index = formatting.length;
    while (index > 0) {
      const element = formatting.at(index - 1);
      if (!element || open.has(element)) break;
      index -= 1;
    }
    for (; index < formatting.length; index += 1) {
      const clone = this.clone(formatting.at(index)!);
      this.place(clone);
      open.push(clone);
      formatting.replace(index, clone);
    }
  }

  clone(element: ElementNode): ElementNode {
    return this.create(element.name, element.namespace, element.attributes, element.sourceOffset);
  }

  /** Inserts pending table text; text other than white space is foster-parented. */
  flushTableText(): void {
    const pending = this.pendingTableText;
    const data = pending.length === 1 ? pending[0]! : pending.join('');
    this.pendingTableText.length = 0;
    this.mode = this.originalMode;
    if (/[^\t\n\f\r ]/.test(data)) this.withFosterParenting(() => this.text(data, 'in body'));
    else if (data) this.insertText(data);
  }

  withFosterParenting(step: () => void): void {
    this.fosterParenting = true;
    step();
    this.fosterParenting = false;
  }

  /** https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately */
  resetMode(): void {
    const { items } = this.open;
    for (let index = items.length - 1; index >= 0; index -= 1) {
      const mode = this.#modeInside(items[index]!, index);
      if (mode) {
        this.mode = mode;
        return;
      }
    }
    this.mode = 'in body';
  }

  #modeInside(element: ElementNode, index: number): ModeName | undefined {
    if (element.namespace !== 'html') return undefined;
    if (element.name === 'select') {
      const table = this.open.items.findLastIndex((item, at) => at < index && isHtml(item, 'table'));
      const template = this.open.items.findLastIndex((item, at) => at < index && isHtml(item, 'template'));
      return table > template ? 'in select in table' : 'in select';
    }
    if (element.name === 'template') return this.templateModes.at(-1);
    if (element.name === 'html') return this.head ? 'after head' : 'before head';
    return MODE_INSIDE.get(element.name);
  }
}

const MODE_INSIDE: ReadonlyMap<string, ModeName> = new Map([
  ['td', 'in cell'],
  ['th', 'in cell'],
  ['tr', 'in row'],
  ['tbody', 'in table body'],
  ['thead', 'in table body'],
  ['tfoot', 'in table body'],
  ['caption', 'in caption'],
  ['colgroup', 'in column group'],
  ['table', 'in table'],
  ['head', 'in head'],
  ['body', 'in body'],
  ['frameset', 'in frameset'],
]);

function acceptsHtmlTag(current: ElementNode, name: string): boolean {
  if (isHtmlIntegrationPoint(current)) return true;
  if (isMathmlText(current)) return name !== 'mglyph' && name !== 'malignmark';
  return current.namespace === 'mathml' && current.name === 'annotation-xml' && name === 'svg';
}

function appendText(parent: ElementNode, data: string): void {
  const last = parent.children[parent.children.length - 1];
  if (last?.kind === 'text') last.data += data;
  else attach(new TextNode(data), parent);
}

export function attach(node: DomNode, parent: ElementNode, before: ElementNode | null = null): void {
  node.parent = parent;
  // The reference node of foster parenting is nearly always the last child.
  const index = before ? parent.children.lastIndexOf(before) : -1;
  // `push` makes room for 17, which an only child leaves empty.
  if (parent.children.length === 0) parent.children = [node];
  else if (index === -1) parent.children.push(node);
  else parent.children.splice(index, 0, node);
}

export function detach(node: DomNode): void {
  const siblings = node.parent?.children ?? [];
  const index = siblings.lastIndexOf(node);
  if (index !== -1) siblings.splice(index, 1);
  node.parent = null;
}

/** Splits off leading white space. */
export function splitLeadingSpace(data: string): [space: string, rest: string] {
  const space = /^[\t\n\f\r ]*/.exec(data)?.[0] ?? '';
  return [space, data.slice(space.length)];
}

export function onlySpace(data: string): string {
  return data.replace(/[^\t\n\f\r ]+/g, '');
}

/** Inserts only the white space of a text. */
export function keepOnlySpace(builder: TreeBuilder, data: string): void {
  const space = onlySpace(data);
  if (space) builder.insertText(space);
}
