/** White space processing, phase I, across an inline formatting context. */

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
  return collapse === 'collapse' && COLLAPSED.test(text);
}

/** Splits collapsed text into white space, and words separated by single spaces. */
const RUNS = /[ \t\r\n]+|[^ \t\r\n]+(?: [^\0- ][^ \t\r\n]*)*/g;

/** Words separated by single spaces. */
const COLLAPSED = /^[^ \t\r\n]+(?: [^\0- ][^ \t\r\n]*)*$/;

class Collapser {
  readonly #results: string[] = [];
  /** How the text so far ends. */
  #end: 'start' | 'forced break' | 'collapsible space' | 'other' = 'start';
  /**
   * The collapsible space at the end: its piece, the character before it, whether it includes a segment break and whether
   * a line may wrap at it.
   */
  #space = { piece: 0, before: '', isBreak: false, wraps: true };

  addTransparent(text: string): void {
    this.#results.push(text);
  }

  addAtomic(text: string): void {
    this.#results.push(text);
    this.#end = 'other';
    this.#space.before = '';
  }

  addPreserved(text: string): void {
    if (text.startsWith('\n')) this.#dropTrailingSpace();
    this.#results.push('');
    if (text !== '') this.#append(text);
  }

  addCollapsed(text: string, keepBreaks: boolean, wraps: boolean): void {
    this.#results.push('');
    for (const [run] of text.matchAll(RUNS)) {
      if (!isWhiteSpace(run)) this.#append(run);
      else if (keepBreaks && /[\r\n]/.test(run)) {
        this.#dropTrailingSpace();
        this.#append('\n'.repeat(run.replace(/\r\n?/g, '\n').split('\n').length - 1));
      } else this.#addSpace(/[\r\n]/.test(run), wraps);
    }
  }

  finish(): string[] {
    this.#dropTrailingSpace();
    return this.#results;
  }

  #addSpace(isBreak: boolean, wraps: boolean): void {
    if (this.#end === 'start' || this.#end === 'forced break') return;
    if (this.#end === 'collapsible space') {
      this.#space.isBreak ||= isBreak;
      if (wraps && !this.#space.wraps) {
        // The space that is kept allows no wrapping, the collapsed one does.
        this.#space.wraps = true;
        this.#results[this.#results.length - 1] += ZERO_WIDTH_SPACE;
      }
      return;
    }
    const piece = this.#results.length - 1;
    this.#results[piece] += ' ';
    this.#end = 'collapsible space';
    this.#space = { piece, before: this.#space.before, isBreak, wraps };
  }

  #append(text: string): void {
    if (this.#end === 'collapsible space' && this.#space.isBreak) {
      if (this.#space.before === ZERO_WIDTH_SPACE || text.startsWith(ZERO_WIDTH_SPACE)) this.#dropTrailingSpace();
    }
    this.#results[this.#results.length - 1] += text;
    this.#end = text.endsWith('\n') ? 'forced break' : 'other';
    this.#space.before = text.slice(-1);
  }

  #dropTrailingSpace(): void {
    if (this.#end !== 'collapsible space') return;
    const { piece } = this.#space;
    this.#results[piece] = this.#results[piece]!.slice(0, -1);
    this.#end = 'other';
  }
}

const isWhiteSpace = (run: string) => run.charCodeAt(0) <= 0x20;

const ZERO_WIDTH_SPACE = '\u200b';
