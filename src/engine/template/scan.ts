/**
 * A linear scan of a template before Handlebars parses it: the parser takes quadratic time for nesting and comments,
 * and its errors do not tell which block is unclosed.
 */

import { type EngineError, placeOf } from '../errors.js';
import type { TemplateLimits } from './limits.js';
import { errorAt } from './places.js';

interface OpenBlock {
  readonly name: string;
  readonly offset: number;
  /** Levels of nesting it adds: one, plus one for every `else if`. */
  levels: number;
}

/** The text after `{{` of an opening, closing or chaining tag, with its name. */
const TAG = /\{?~?(?:([#^]|\/)[>*]?\s*|(else)\s+)([^\s}~|()]*)/y;

/**
 * @returns the template with unchanged offsets, in which `{{!-- --}}` comments have become `{{! }}`
 * @throws EngineError template_invalid for unclosed or unopened blocks, excessive nesting, and raw blocks
 */
export function scanTemplate(source: string, limits: TemplateLimits, partial?: string): string {
  const scanner = new Scanner(source, limits, partial);
  return scanner.run();
}

class Scanner {
  readonly #open: OpenBlock[] = [];
  readonly #pieces: string[] = [];
  /** Offset up to which the source has been copied. */
  #copied = 0;
  #levels = 0;

  constructor(
    private readonly source: string,
    private readonly limits: TemplateLimits,
    private readonly partial: string | undefined,
  ) {}

  run(): string {
    const { source } = this;
    for (let at = source.indexOf('{{'); at !== -1; at = source.indexOf('{{', at)) {
      if (this.#isEscaped(at)) at += 2;
      else if (source.startsWith('{{{{', at))
        throw this.#error(at, 'Raw blocks are not supported: write \\{{ instead.');
      else if (source[at + 2] === '!' || source.startsWith('~!', at + 2)) at = this.#skipComment(at);
      else {
        this.#trackBlock(at);
        at = this.#skipTag(at);
      }
    }
    const open = this.#open.at(-1);
    if (open)
      throw this.#error(open.offset, `The block {{#${open.name}}} is not closed: {{/${open.name}}} is missing.`);
    return this.#pieces.join('') + source.slice(this.#copied);
  }

  /** `\{{` is text; `\\{{` is a backslash and a tag. */
  #isEscaped(at: number): boolean {
    return this.source[at - 1] === '\\' && this.source[at - 2] !== '\\';
  }

  /** Blanks a long comment except for its newlines: it may contain `}}`, which a short comment may not. */
  #skipComment(at: number): number {
    const { source } = this;
    const start = source.indexOf('!', at) + 1;
    const long = source.startsWith('--', start);
    const closing = long ? /--(~?\}\})/g : /(\}\})/g;
    closing.lastIndex = start;
    const match = closing.exec(source);
    if (!match) throw this.#error(at, `The comment is not closed: ${long ? '--}}' : '}}'} is missing.`);
    if (!long) return closing.lastIndex;
    const inside = source.slice(start, match.index + 2);
    this.#pieces.push(source.slice(this.#copied, start), inside.replace(/[^\r\n]/g, ' '));
    this.#copied = match.index + 2;
    return closing.lastIndex;
  }

  #trackBlock(at: number): void {
    TAG.lastIndex = at + 2;
    const match = TAG.exec(this.source);
    if (!match) return;
    const [, sign, chain, name = ''] = match;
    if (sign === '/') this.#close(at, name);
    else if (name === '') return;
    else if (chain) this.#deepen(at);
    else {
      this.#open.push({ name, offset: at, levels: 0 });
      this.#deepen(at);
    }
  }

  #deepen(at: number): void {
    const block = this.#open.at(-1);
    if (block) block.levels += 1;
    this.#levels += 1;
    if (this.#levels > this.limits.maxNesting) throw this.#tooDeep(at);
  }

  #close(at: number, name: string): void {
    const block = this.#open.pop();
    if (!block) throw this.#error(at, `{{/${name}}} closes a block that is not open.`);
    if (block.name !== name) {
      const { line } = placeOf(this.source, block.offset);
      throw this.#error(at, `Expected {{/${block.name}}} for {{#${block.name}}} of line ${line}, found {{/${name}}}.`);
    }
    this.#levels -= block.levels;
  }

  /** The offset after a tag, skipping strings and counting parentheses. */
  #skipTag(at: number): number {
    const { source } = this;
    const mark = /["'()[\]]|\}\}/g;
    let depth = 0;
    mark.lastIndex = at + 2;
    for (let match = mark.exec(source); match; match = mark.exec(source)) {
      const [text] = match;
      if (text === '}}') return mark.lastIndex;
      if (text === ')') depth -= 1;
      else if (text === '(') {
        depth += 1;
        if (depth > this.limits.maxNesting) throw this.#tooDeep(match.index);
      } else if (text !== ']') {
        const close = this.#findUnescaped(text === '[' ? ']' : text, mark.lastIndex);
        if (close === -1) break;
        mark.lastIndex = close + 1;
      }
    }
    throw this.#error(at, 'The tag is not closed: }} is missing.');
  }

  #findUnescaped(text: string, from: number): number {
    let at = this.source.indexOf(text, from);
    while (at > 0 && this.source[at - 1] === '\\') at = this.source.indexOf(text, at + 1);
    return at;
  }

  #tooDeep(at: number): EngineError {
    return this.#error(at, `Blocks are nested more than ${this.limits.maxNesting} levels deep here.`);
  }

  #error(offset: number, message: string): EngineError {
    return errorAt('template_invalid', message, { ...placeOf(this.source, offset), partial: this.partial });
  }
}
