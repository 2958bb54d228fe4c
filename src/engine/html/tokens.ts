/** What the tokenizer hands to tree construction, one at a time. */

export interface StartTag {
  readonly kind: 'start';
  /** ASCII letters in lower case. */
  readonly name: string;
  /** Names in lower case, the first of equal names; values with character references resolved. */
  readonly attributes: Map<string, string>;
  readonly selfClosing: boolean;
  /** Offset of the `<` in the source, in UTF-16 units; -1 for a tag that the parser implied. */
  readonly offset: number;
}

export interface EndTag {
  readonly kind: 'end';
  readonly name: string;
}

/** A run of characters, references resolved, line ends as U+000A. A text may come in several runs. */
export interface Characters {
  readonly kind: 'text';
  readonly data: string;
}

/** Comments are not kept, but one ends a run of text and so may decide where that text goes. */
export interface Comment {
  readonly kind: 'comment';
}

export interface Doctype {
  readonly kind: 'doctype';
  /** True when it makes browsers lay out in quirks mode. */
  readonly quirks: boolean;
}

export interface EndOfFile {
  readonly kind: 'end of file';
}

export type Token = StartTag | EndTag | Characters | Comment | Doctype | EndOfFile;

/** A start tag that the author did not write. */
export function impliedTag(name: string): StartTag {
  return { kind: 'start', name, attributes: new Map(), selfClosing: false, offset: -1 };
}
