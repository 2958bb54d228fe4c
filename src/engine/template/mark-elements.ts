/** Marks elements with their place in the template, for editors that connect pages with the source. */

/** Its value is the offset of the start tag in the template, in UTF-16 units. */
export const OFFSET_ATTRIBUTE = 'data-platen-offset';

/** Elements whose content is text. Source: https://html.spec.whatwg.org/multipage/syntax.html#raw-text-elements */
const TEXT_ONLY = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes)$/i;
const TAG_NAME = /[a-z][^\s/>{]*/iy;

/** @returns the template with the attribute on each start tag; tag names that a template composes stay unmarked */
export function markElements(source: string): string {
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < source.length) {
    if (source.startsWith('{{', at)) at = endOfMustache(source, at);
    else if (source.startsWith('<!--', at)) at = after(source, '-->', at + 4);
    else if (source[at] !== '<') at = nextOf(source, at + 1);
    else {
      TAG_NAME.lastIndex = at + 1;
      const name = TAG_NAME.exec(source)?.[0];
      const end = at + 1 + (name?.length ?? 0);
      if (name === undefined || source.startsWith('{{', end)) {
        at = end;
        continue;
      }
      parts.push(source.slice(copied, end), ` ${OFFSET_ATTRIBUTE}="${at}"`);
      copied = end;
      at = endOfTag(source, end);
      if (TEXT_ONLY.test(name)) at = closingTag(source, name, at);
    }
  }
  return parts.join('') + source.slice(copied);
}

/** The next place where a tag, a comment or an expression may begin. */
function nextOf(source: string, from: number): number {
  let at = from;
  while (at < source.length && source[at] !== '<' && source[at] !== '{') at += 1;
  return at;
}

/** @returns the offset after `text`, or the end of the source */
function after(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from);
  return found < 0 ? source.length : found + text.length;
}

function endOfMustache(source: string, at: number): number {
  if (/^\{\{~?!--/.test(source.slice(at, at + 6))) return after(source, '--', at + 6) + 2;
  const end = after(source, '}}', at + 2);
  return source[end] === '}' ? end + 1 : end;
}

/** @param from  after the name of the tag */
function endOfTag(source: string, from: number): number {
  let quote = '';
  let at = from;
  while (at < source.length) {
    const character = source[at]!;
    if (character === '{' && source[at + 1] === '{') {
      at = endOfMustache(source, at);
      continue;
    }
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
    at += 1;
  }
  return at;
}

function closingTag(source: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(source)?.index ?? source.length;
}

/** Offset of the content of the element whose start tag is at `offset`. */
export function contentOffset(source: string, offset: number): number {
  return endOfTag(source, offset + 1);
}
