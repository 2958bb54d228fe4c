/**
 * Finds the static markup of a template: what expansions have as it is, from the start of a tag to the end of that or of
 * a later one. The HTML stage checks by its tokenizer that it is markup where a document has it.
 */

import { markOf } from './marks.js';

/** Where a template is after some of its text. Values do not change it. */
interface Place {
  readonly inside: 'data' | 'text element' | 'tag' | 'double quotes' | 'single quotes' | 'comment' | 'declaration';
  /** Name of the element whose content is text, in its start tag and in the content; else ''. */
  readonly name: string;
}

const DATA: Place = { inside: 'data', name: '' };

/** Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments, step 4 */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(
  'title textarea style script xmp iframe noembed noframes plaintext'.split(' '),
);
const OPENING = /<(?:(\/?)([a-z][^\t\n\f\r />]*)|!--|[!?])/gi;
const IN_TAG = /["'>]/g;

/** Replaces the static markup of syntax trees with marks. */
export class StaticMarkup {
  /** By number, from `first` on. */
  readonly texts: string[] = [];

  /** @param first  the number of the first mark */
  constructor(readonly first: number) {}

  /** @param tree  its text is changed */
  mark(tree: hbs.AST.Program): void {
    this.#program(tree, DATA);
  }

  /** @returns the place at the end; undefined if that depends on data, and nothing is marked from there on */
  #program(program: hbs.AST.Program | undefined, from: Place | undefined): Place | undefined {
    let place = from;
    for (const statement of program?.body ?? []) place = this.#statement(statement, place);
    return place;
  }

  #statement(node: hbs.AST.Statement, from: Place | undefined): Place | undefined {
    switch (node.type) {
      case 'ContentStatement':
        return from && this.#content(node as hbs.AST.ContentStatement, from);
      case 'BlockStatement': {
        const { program, inverse } = node as hbs.AST.BlockStatement;
        const end = this.#program(program, from);
        const other = this.#program(inverse, from);
        return isSame(end, other) ? end : undefined;
      }
      case 'PartialBlockStatement':
        this.#program((node as hbs.AST.PartialBlockStatement).program, DATA);
        return from;
      case 'DecoratorBlock':
        this.#program((node as hbs.AST.DecoratorBlock).program, DATA);
        return from;
      default:
        return from;
    }
  }

  #content(node: hbs.AST.ContentStatement, from: Place): Place {
    const { start, end, place } = wholeTags(node.value, from);
    if (start < end) {
      const mark = markOf(this.first + this.texts.length);
      this.texts.push(node.value.slice(start, end));
      node.value = node.value.slice(0, start) + mark + node.value.slice(end);
    }
    return place;
  }
}

const isSame = (a: Place | undefined, b: Place | undefined): boolean => a?.inside === b?.inside && a?.name === b?.name;

/** @returns the range of whole tags, empty if there is none, and the place after the text */
function wholeTags(text: string, from: Place): { readonly start: number; readonly end: number; readonly place: Place } {
  let place = from;
  let start = text.length;
  let end = 0;
  for (let at = 0; at < text.length; ) {
    if (place.inside === 'data' || place.inside === 'text element') {
      const opened = opening(text, at, place);
      if (!opened) break;
      const closed = closing(text, opened.end, opened.place);
      ({ at, place } = closed);
      if (!closed.isClosed) break;
      start = Math.min(start, opened.start);
      end = at;
    } else ({ at, place } = closing(text, at, place));
  }
  return { start, end, place };
}

/** The next tag, comment or declaration. */
function opening(
  text: string,
  from: number,
  { inside, name: textElement }: Place,
): { readonly start: number; readonly end: number; readonly place: Place } | undefined {
  OPENING.lastIndex = from;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const [opened, slash, tagName] = match;
    const name = tagName?.toLowerCase();
    if (inside === 'text element' && !(slash && name === textElement)) continue;
    const range = { start: match.index, end: OPENING.lastIndex };
    if (name === undefined)
      return { ...range, place: { inside: opened === '<!--' ? 'comment' : 'declaration', name: '' } };
    return { ...range, place: { inside: 'tag', name: !slash && TEXT_ELEMENTS.has(name) ? name : '' } };
  }
  return undefined;
}

/** The place after the tag, comment or declaration that is open, or at the end of a text that does not close it. */
function closing(
  text: string,
  from: number,
  { inside: outer, name }: Place,
): { readonly at: number; readonly place: Place; readonly isClosed: boolean } {
  const after: Place = name === '' ? DATA : { inside: 'text element', name };
  let inside = outer;
  let at = from;
  for (;;) {
    IN_TAG.lastIndex = at;
    const end = END_OF[inside] ?? '';
    const found = end === '' ? (IN_TAG.exec(text)?.index ?? -1) : text.indexOf(end, at);
    if (found === -1) return { at: text.length, place: { inside, name }, isClosed: false };
    at = found + Math.max(1, end.length);
    if (inside === 'double quotes' || inside === 'single quotes') inside = 'tag';
    else if (inside !== 'tag' || text[found] === '>') return { at, place: after, isClosed: true };
    else inside = text[found] === '"' ? 'double quotes' : 'single quotes';
  }
}

const END_OF: Partial<Readonly<Record<Place['inside'], string>>> = {
  'double quotes': '"',
  'single quotes': "'",
  comment: '-->',
  declaration: '>',
};
