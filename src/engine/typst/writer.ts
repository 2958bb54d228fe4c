/**
 * The only place that makes Typst code. `Code` is a type that strings do not have: text reaches a source through
 * `literal` alone, numbers through `length` and its like, and names are members of the closed lists below.
 */

import type { Color } from '../css/values/values.js';

declare const code: unique symbol;
/** A well-formed Typst expression or statement. Made by this module only. */
export type Code = string & { readonly [code]: true };

/** The functions of Typst that a source may call. */
export type FunctionName =
  | 'align'
  | 'block'
  | 'box'
  | 'curve'
  | 'curve.close'
  | 'curve.cubic'
  | 'curve.line'
  | 'curve.move'
  | 'enum'
  | 'gradient.conic'
  | 'gradient.linear'
  | 'gradient.radial'
  | 'heading'
  | 'hide'
  | 'image'
  | 'link'
  | 'list'
  | 'page'
  | 'par'
  | 'pdf.artifact'
  | 'place'
  | 'rect'
  | 'rotate'
  | 'scale'
  | 'skew'
  | 'table'
  | 'table.cell'
  | 'table.footer'
  | 'table.header'
  | 'text'
  | 'tiling'
  | 'underline';

/** Elements whose defaults `set` may change; `document` only there. */
export type ElementName = FunctionName | 'document';

/** Names that a source binds itself: a letter and a number. */
export type LocalName = `${'s' | 'f' | 'c' | 'd'}${number}`;

/** Constants of Typst. */
export type Keyword = 'none' | 'true' | 'false' | 'left' | 'ltr' | 'rtl' | 'rgb' | 'top+left';

const made = (text: string) => text as Code;

/** What a Typst string literal cannot hold as it is, and whatever is no visible character of the source. */
const TO_ESCAPE = /[\\"\u2028\u2029\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * Any text as a string literal. Lone surrogates become U+FFFD, since a source is UTF-8.
 * Source: https://typst.app/docs/reference/foundations/str/#escapes
 */
export function literal(text: string): Code {
  return made(`"${text.replace(TO_ESCAPE, escapeCharacter)}"`);
}

function escapeCharacter(character: string): string {
  if (character === '\\' || character === '"') return `\\${character}`;
  const codePoint = character.codePointAt(0)!;
  return codePoint >= 0xd800 && codePoint <= 0xdfff ? '\ufffd' : `\\u{${codePoint.toString(16)}}`;
}

/** Decimals kept: 1/10,000 pt is a fiftieth of layout's unit. */
const DECIMALS = 1e4;
/** Beyond it a double no longer prints without an exponent, and no page reaches that far. */
const MAX_NUMBER = 1e9;

/** A number, shortest form, never with an exponent. NaN is 0. */
export function number(value: number): Code {
  const limited = Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, value)) || 0;
  // The sum turns -0 into 0.
  return made(String(Math.round(limited * DECIMALS) / DECIMALS + 0));
}

/** CSS px as a length in pt. */
export const length = (px: number): Code => made(`${number(px * 0.75)}pt`);
export const percent = (value: number): Code => made(`${number(value)}%`);
/** Degrees. */
export const angle = (degrees: number): Code => made(`${number(degrees)}deg`);
/** A fraction of the font's space plus px, for the width of spaces. */
export const spaceWidth = (px: number): Code => made(`100%${px < 0 ? '-' : '+'}${length(Math.abs(px))}`);
export const keyword = (name: Keyword): Code => made(name);

/** Colours are rounded to 8 bits a channel, as browsers paint them. `alpha` multiplies their own. */
export function rgb({ r, g, b, a }: Color, alpha = 1): Code {
  const opacity = a * alpha;
  return made(`rgb("#${hexByte(r)}${hexByte(g)}${hexByte(b)}${opacity < 1 ? hexByte(opacity * 255) : ''}")`);
}

function hexByte(value: number): string {
  const byte = Math.min(255, Math.max(0, Math.round(value))) || 0;
  return byte.toString(16).padStart(2, '0');
}

/** `name: value`; the name is one of ours. */
export const named = (name: ArgumentName, value: Code): Code => made(`${name}:${value}`);

export type ArgumentName =
  | 'alt'
  | 'angle'
  | 'author'
  | 'ax'
  | 'body-indent'
  | 'bookmarked'
  | 'bottom-edge'
  | 'bottom-left'
  | 'bottom-right'
  | 'cap'
  | 'cjk-latin-spacing'
  | 'clip'
  | 'colspan'
  | 'column-gutter'
  | 'columns'
  | 'dash'
  | 'date'
  | 'description'
  | 'dir'
  | 'dx'
  | 'dy'
  | 'evade'
  | 'fallback'
  | 'features'
  | 'fill'
  | 'fill-rule'
  | 'fit'
  | 'font'
  | 'height'
  | 'hyphenate'
  | 'indent'
  | 'inset'
  | 'join'
  | 'keywords'
  | 'lang'
  | 'leading'
  | 'level'
  | 'linebreaks'
  | 'margin'
  | 'marker'
  | 'numbering'
  | 'offset'
  | 'origin'
  | 'overhang'
  | 'page'
  | 'paint'
  | 'radius'
  | 'region'
  | 'relative'
  | 'repeat'
  | 'row-gutter'
  | 'rows'
  | 'rowspan'
  | 'scaling'
  | 'size'
  | 'space'
  | 'spacing'
  | 'stroke'
  | 'style'
  | 'supplement'
  | 'thickness'
  | 'title'
  | 'top-edge'
  | 'top-left'
  | 'top-right'
  | 'tracking'
  | 'weight'
  | 'width'
  | 'x'
  | 'y';

export const call = (name: FunctionName | LocalName, ...args: readonly Code[]): Code =>
  made(`${name}(${args.join(',')})`);

/** A tuple; with one item, too. */
export const array = (items: readonly Code[]): Code =>
  made(items.length === 1 ? `(${items[0]},)` : `(${items.join(',')})`);

/** The same value several times. */
export const repeated = (value: Code, count: number): Code => made(`(${value},)*${number(count)}`);

/** A function from 1, 2, … to the items. */
export const nthOf = (items: readonly Code[]): Code => made(`it=>${array(items)}.at(it - 1)`);

/** A dictionary of named values; `{}` is written so that it stays one. */
export const dictionary = (entries: readonly Code[]): Code =>
  made(entries.length > 0 ? `(${entries.join(',')})` : '(:)');

/** An entry with a key that a document chose. */
export const entry = (key: string, value: Code): Code => made(`${literal(key)}:${value}`);

/** A code block: its value is all its statements' content, in order. */
export const sequence = (statements: readonly Code[]): Code => made(`{\n${statements.join('\n')}\n}`);

/**
 * The language and region that Typst can be told of; nothing for what is no BCP 47 tag.
 * @param tag any text
 */
export function language(tag: string | undefined): Code[] {
  const match = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-|$)/i.exec(tag ?? '');
  if (!match?.[1]) return [];
  const args = [named('lang', literal(match[1].toLowerCase()))];
  if (match[2]) args.push(named('region', literal(match[2].toUpperCase())));
  return args;
}

/** A reference to a parameter or a local name. */
export const local = (name: LocalName | Parameter): Code => made(name);

export type Parameter = 'x' | 'y' | 'w' | 'h' | 'k' | 't' | 'u';

/** `#let name = value`, at the top of a source. */
export const constant = (name: LocalName, value: Code): Code => made(`#let ${name}=${value}`);

/** `#let name(parameters) = body`, at the top of a source. */
export const definition = (name: LocalName, parameters: readonly Parameter[], body: Code): Code =>
  made(`#let ${name}(${parameters.join(',')})=${body}`);

/** `#set element(args)`, at the top of a source only: each costs every page after it. */
export const setRule = (element: ElementName, ...args: readonly Code[]): Code =>
  made(`#set ${element}(${args.join(',')})`);

/** Headings show their supplement, so that their text can be that of the bookmark alone. */
export const HEADINGS = made('#show heading: it=>it.supplement');

/** The whole source, one statement a line: a diagnostic's line then tells the item. */
export const source = (definitions: readonly Code[], pages: readonly Code[]): string =>
  [...definitions, ...pages.map((page) => `#${page}`)].join('\n');
