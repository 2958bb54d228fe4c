/**
 * Source text with replacements before parsing, and the map of positions back to the source. Replacements keep lines,
 * but not columns.
 */

import { partitionPoint } from '../../collections/partition-point.js';

/** 1-based; columns in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** One replacement; offsets in UTF-16 units of the result, but for `sourceEnd`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  /** End of the replaced range in the source. */
  readonly sourceEnd: number;
}

export class RewrittenText {
  #lineStarts: readonly number[] | undefined;

  private constructor(
    readonly text: string,
    /** The text before the replacements; undefined: the text as written. */
    private readonly source: RewrittenText | undefined,
    private readonly edits: readonly Edit[],
  ) {}

  static of(text: string): RewrittenText {
    return new RewrittenText(text, undefined, []);
  }

  /**
   * As `String.prototype.replaceAll()`.
   * @param pattern   global
   * @param replacer  called with the match and its groups
   */
  replaceAll(pattern: RegExp, replacer: (...match: (string | undefined)[]) => string): RewrittenText {
    const edits: Edit[] = [];
    let text = '';
    let from = 0;
    for (const match of this.text.matchAll(pattern)) {
      const replacement = replacer(...match);
      if (replacement === match[0]) continue;
      text += this.text.slice(from, match.index);
      const start = text.length;
      text += replacement;
      from = match.index + match[0].length;
      edits.push({ start, end: text.length, sourceEnd: from });
    }
    return edits.length === 0 ? this : new RewrittenText(text + this.text.slice(from), this, edits);
  }

  /** Maps a position to the source; one inside a replacement to about the start of the replaced range. */
  original(position: TextPosition): TextPosition {
    const { source } = this;
    if (!source) return position;
    const offset = (this.#starts()[position.line - 1] ?? 0) + position.column - 1;
    const column = this.#sourceOffset(offset) - (source.#starts()[position.line - 1] ?? 0) + 1;
    return source.original({ line: position.line, column: Math.max(1, column) });
  }

  #sourceOffset(offset: number): number {
    const index = partitionPoint(this.edits, ({ end }) => end <= offset);
    const last = this.edits[index - 1];
    const shift = last ? last.sourceEnd - last.end : 0;
    const next = this.edits[index];
    return (next && offset > next.start ? next.start : offset) + shift;
  }

  #starts(): readonly number[] {
    this.#lineStarts ??= lineStarts(this.text);
    return this.#lineStarts;
  }
}

/**
 * @param starts  the line starts of the text
 * @param offset  in UTF-16 units of the text
 */
export function positionAt(starts: readonly number[], offset: number): TextPosition {
  const line = partitionPoint(starts, (start) => start <= offset);
  return { line, column: offset - starts[line - 1]! + 1 };
}

/** Offsets of line starts. Source: https://drafts.csswg.org/css-syntax-3/#newline */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n|[\n\r\f]/g)) starts.push(index + end.length);
  return starts;
}
