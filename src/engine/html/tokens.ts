/** Tokens passed from the tokenizer to tree construction. */

import type { DocumentMode } from './dom.js';

export interface StartTag {
  readonly kind: 'start';
  /** ASCII lower case. */
  readonly name: string;
  /** Names in lower case, without duplicates; character references in values decoded. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly selfClosing: boolean;
  /** Offset of the `<` in the source, in UTF-16 units; -1 for implied tags. */
  readonly offset: number;
}

export interface EndTag {
  readonly kind: 'end';
  readonly name: string;
}

/** Text with references decoded and newlines normalized. Consecutive text may be several tokens. */
export interface Characters {
  readonly kind: 'text';
  readonly data: string;
}

/** Comments are dropped, but one ends a run of text and may change where the text is inserted. */
export interface Comment {
  readonly kind: 'comment';
}

interface Doctype {
  readonly kind: 'doctype';
  /** The mode that it triggers. */
  readonly documentMode: DocumentMode;
}

export interface EndOfFile {
  readonly kind: 'end of file';
}

export type Token = StartTag | EndTag | Characters | Comment | Doctype | EndOfFile;

export const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** A start tag implied by the standard. */
export function impliedTag(name: string): StartTag {
  return { kind: 'start', name, attributes: NO_ATTRIBUTES, selfClosing: false, offset: -1 };
}
