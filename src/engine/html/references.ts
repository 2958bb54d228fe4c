/**
 * Decodes character references, newlines and NULs in slices of the source. The table of names comes from `entities`.
 */

import { decodeHTML, decodeHTMLAttribute } from 'entities';

const CARRIAGE_RETURN = /\r\n?/g;
const NUL = /\0/g;

/**
 * Normalizes newlines to U+000A.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream
 */
export function normalizeNewlines(source: string): string {
  return source.includes('\r') ? source.replace(CARRIAGE_RETURN, '\n') : source;
}

export function replaceNuls(text: string): string {
  return text.includes('\0') ? text.replace(NUL, '\uFFFD') : text;
}

export function removeNuls(text: string): string {
  return text.includes('\0') ? text.replace(NUL, '') : text;
}

/** Decodes text between tags. NULs remain, as their treatment depends on the insertion mode. */
export function decodeText(source: string): string {
  const text = normalizeNewlines(source);
  return text.includes('&') ? decodeHTML(text) : text;
}

/** Decodes an attribute value, in which `&copy=` is no reference. */
export function decodeAttributeValue(source: string): string {
  const value = replaceNuls(normalizeNewlines(source));
  return value.includes('&') ? decodeHTMLAttribute(value) : value;
}
