/** White space processing, phase I, across an inline formatting context. */

import { TextBuilder } from '../collections/text-builder.js';

/** The computed value of white-space-collapse. */
export type WhiteSpaceCollapse = 'collapse' | 'preserve' | 'preserve-breaks' | 'preserve-spaces' | 'break-spaces';

/** A text of one style, or an atomic inline. A forced break (br) is a preserved line feed. */
export interface TextPiece {
  /** For atomic inlines any text, usually U+FFFC; returned unchanged. */
  readonly text: string;
  readonly collapse: WhiteSpaceCollapse;
  /** An atomic inline (image, inline-block): spaces before and after it do not collapse together. */
  readonly atomic?: boolean;
  /** Returned unchanged, and spaces before and after it collapse together: `wbr`. */
  readonly transparent?: boolean;
  /** Whether `text-wrap-mode` is `wrap`; default true. */
  readonly wraps?: boolean;
}

/**
 * Collapses white space. Segment breaks become spaces (also between ideographs, measured in Chromium), nothing beside a
 * zero width space, or forced breaks, which are line feeds in the result. Collapsible spaces at both ends of the
 * context and around forced breaks are removed; layout removes those at the ends of other lines.
 * @param pieces  inline content in document order, without floats and positioned boxes
 * @returns       one string per piece, in the same order
 * Source: https://drafts.csswg.org/css-text-3/#white-space-phase-1
 */
export function collapseWhitespace(pieces: readonly TextPiece[]): string[] {
  const collapser = new Collapser();
  for (const piece of pieces) {
    if (piece.transparent) collapser.addTransparent(piece.text);
    else if (piece.atomic) collapser.addAtomic(piece.text);
    else if (piece.collapse === 'collapse') collapser.addCollapsed(piece.text, false, piece.wraps ?? true);
    else if (piece.collapse === 'preserve-breaks') collapser.addCollapsed(piece.text, true, piece.wraps ?? true);
    else if (piece.collapse === 'preserve-spaces') collapser.addPreserved(piece.text.replace(/[\t\r\n]/g, ' '));
    else collapser.addPreserved(piece.text.replace(/\r\n?/g, '\n'));
  }
  return collapser.finish();
}

/** Whether a text that is alone in its context stays as it is: as of most table cells. */
export function isCollapsed(text: string, collapse: WhiteSpaceCollapse): boolean {
  return collapse === 'collapse' && text !== '' && !isWhiteSpace(text, 0) && endOfWords(text, 0) === text.length;
}

class Collapser {
  readonly #results: string[] = [];
  /** The text of the last result. */
  #last: TextBuilder | undefined;
  /** How the text so far ends; a collapsible space is added only with what follows it. */
  #end: 'start' | 'forced break' | 'collapsible space' | 'other' = 'start';
  /**
   * The collapsible space at the end: its piece, the character before it, whether it includes a segment break and whether
   * a line may wrap at it.
   */
  #space = { piece: 0, before: '', isBreak: false, wraps: true };

  addTransparent(text: string): void {
    this.#start();
    this.#results.push(text);
  }

  addAtomic(text: string): void {
    this.#keepSpace();
    this.#start();
    this.#results.push(text);
    this.#end = 'other';
    this.#space.before = '';
  }

  addPreserved(text: string): void {
    if (text.startsWith('\n')) this.#dropSpace();
    this.#start('');
    if (text !== '') this.#append(text);
  }

  addCollapsed(text: string, keepBreaks: boolean, wraps: boolean): void {
    this.#start('');
    for (let start = 0; start < text.length; ) {
      const isSpace = isWhiteSpace(text, start);
      const end = isSpace ? endOfWhiteSpace(text, start) : endOfWords(text, start);
      if (!isSpace) this.#append(text.slice(start, end));
      else {
        const breaks = countBreaks(text, start, end);
        if (keepBreaks && breaks > 0) {
          this.#dropSpace();
          this.#append('\n'.repeat(breaks));
        } else this.#addSpace(breaks > 0, wraps);
      }
      start = end;
    }
  }

  finish(): string[] {
    this.#dropSpace();
    this.#start();
    return this.#results;
  }

  /** Ends the last piece. @param text  of the piece that starts, to which more is added */
  #start(text?: ''): void {
    if (this.#last) this.#results[this.#results.length - 1] = this.#last.toString();
    this.#last = text === undefined ? undefined : new TextBuilder();
    if (text !== undefined) this.#results.push(text);
  }

  #addSpace(isBreak: boolean, wraps: boolean): void {
    if (this.#end === 'start' || this.#end === 'forced break') return;
    if (this.#end === 'collapsible space') {
      this.#space.isBreak ||= isBreak;
      if (wraps && !this.#space.wraps) {
        // The space that is kept allows no wrapping, the collapsed one does.
        this.#space.wraps = true;
        this.#last!.append(ZERO_WIDTH_SPACE);
      }
      return;
    }
    this.#end = 'collapsible space';
    this.#space = { piece: this.#results.length - 1, before: this.#space.before, isBreak, wraps };
  }

  #append(text: string): void {
    if (this.#end === 'collapsible space') {
      const isBesideZeroWidth = this.#space.before === ZERO_WIDTH_SPACE || text.startsWith(ZERO_WIDTH_SPACE);
      if (this.#space.isBreak && isBesideZeroWidth) this.#dropSpace();
      else this.#keepSpace();
    }
    this.#last!.append(text);
    this.#end = text.endsWith('\n') ? 'forced break' : 'other';
    this.#space.before = text.slice(-1);
  }

  #keepSpace(): void {
    if (this.#end !== 'collapsible space') return;
    const { piece } = this.#space;
    if (piece === this.#results.length - 1) this.#last!.append(' ');
    else this.#results[piece] += ' ';
    this.#end = 'other';
  }

  #dropSpace(): void {
    if (this.#end === 'collapsible space') this.#end = 'other';
  }
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

function isWhiteSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === SPACE || unit === LINE_FEED || unit === TAB || unit === CARRIAGE_RETURN;
}

function endOfWhiteSpace(text: string, start: number): number {
  let at = start;
  while (isWhiteSpace(text, at)) at++;
  return at;
}

/** The end of the words from `start` on, which are separated by single spaces. */
function endOfWords(text: string, start: number): number {
  const { length } = text;
  for (let at = start + 1; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > SPACE || !isWhiteSpace(text, at)) continue;
    if (unit !== SPACE || !(text.charCodeAt(at + 1) > SPACE)) return at;
  }
  return length;
}

/** The number of line feeds, carriage returns, and pairs of both. */
function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LINE_FEED || (unit === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) count++;
  }
  return count;
}

const ZERO_WIDTH_SPACE = '\u200b';
