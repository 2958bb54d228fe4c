/** Character references, line ends and NULs in the pieces of a source. The table of names is that of `entities`. */

import { decodeHTML, decodeHTMLAttribute } from 'entities';

const CARRIAGE_RETURN = /\r\n?/g;
const NUL = /\0/g;

/** Line ends as U+000A. Source: https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream */
export function normaliseNewlines(source: string): string {
  return source.includes('\r') ? source.replace(CARRIAGE_RETURN, '\n') : source;
}

export function replaceNuls(text: string): string {
  return text.includes('\0') ? text.replace(NUL, '\uFFFD') : text;
}

export function removeNuls(text: string): string {
  return text.includes('\0') ? text.replace(NUL, '') : text;
}

/** The characters that a slice of source between tags stands for. NULs stay: their meaning depends on their place. */
export function decodeText(source: string): string {
  const text = normaliseNewlines(source);
  return text.includes('&') ? decodeHTML(text) : text;
}

/** The value that the source of an attribute's value stands for: `&copy=` is no reference there. */
export function decodeAttributeValue(source: string): string {
  const value = replaceNuls(normaliseNewlines(source));
  return value.includes('&') ? decodeHTMLAttribute(value) : value;
}
