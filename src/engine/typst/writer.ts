/**
 * The only module that creates Typst code. The type `Code` is distinct from strings: text enters a source through
 * `literal`, numbers through `length` and the like, and names come from the closed lists below.
 */

import type { Cmyk, Color } from '../css/values/values.js';
import { decimal, hexByte } from '../encode/numbers.js';

declare const code: unique symbol;
/** A well-formed Typst expression or statement. Created by this module only. */
export type Code = string & { readonly [code]: true };

/** Typst functions that a source may call. */
type FunctionName =
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
  | 'h'
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

/** Elements with `set` rules; `document` has no function. */
type ElementName = FunctionName | 'document';

/** Names bound in the source: a letter and a number. */
export type LocalName = `${'s' | 'f' | 'c' | 'd'}${number}`;

/** Typst constants. */
export type Keyword = 'cmyk' | 'none' | 'true' | 'false' | 'left' | 'ltr' | 'rtl' | 'rgb' | 'top+left';

const asCode = (text: string) => text as Code;

/** Characters that a Typst string literal cannot contain, and invisible ones. */
const TO_ESCAPE = /[\\"\u2028\u2029\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * Any text as a string literal. Lone surrogates become U+FFFD, as a source is UTF-8.
 * Source: https://typst.app/docs/reference/foundations/str/#escapes
 */
export function literal(text: string): Code {
  return asCode(`"${text.replace(TO_ESCAPE, escapeCharacter)}"`);
}

function escapeCharacter(character: string): string {
  if (character === '\\' || character === '"') return `\\${character}`;
  const codePoint = character.codePointAt(0)!;
  return codePoint >= 0xd800 && codePoint <= 0xdfff ? '\ufffd' : `\\u{${codePoint.toString(16)}}`;
}

/** A number in shortest form, never with an exponent. NaN becomes 0. */
export const number = (value: number): Code => asCode(decimal(value));

/** CSS px as a length in pt. */
export const length = (px: number): Code => asCode(`${number(px * 0.75)}pt`);
export const percent = (value: number): Code => asCode(`${number(value)}%`);
/** Degrees. */
export const angle = (degrees: number): Code => asCode(`${number(degrees)}deg`);
/** Width of spaces: that of the font plus px. */
export const spaceWidth = (px: number): Code => asCode(`100%${px < 0 ? '-' : '+'}${length(Math.abs(px))}`);
export const keyword = (name: Keyword): Code => asCode(name);

/**
 * RGB is rounded to 8 bits per channel, as in browsers. CMYK has no alpha in Typst: translucent colours are converted.
 * @param alpha multiplies the colour's alpha
 */
export function colorCode(color: Color, alpha = 1): Code {
  const opacity = color.a * alpha;
  return color.cmyk && opacity === 1 ? cmyk(color.cmyk) : rgb(color, opacity);
}

const cmyk = (inks: Cmyk): Code => asCode(`cmyk(${inks.map((ink) => percent(ink * 100)).join(',')})`);

function rgb({ r, g, b }: Color, opacity: number): Code {
  return asCode(`rgb("#${hexByte(r)}${hexByte(g)}${hexByte(b)}${opacity < 1 ? hexByte(opacity * 255) : ''}")`);
}

/** A named argument, `name: value`. */
export const named = (name: ArgumentName, value: Code): Code => asCode(`${name}:${value}`);

type ArgumentName =
  | 'alt'
  | 'angle'
  | 'author'
  | 'ax'
  | 'baseline'
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
  asCode(`${name}(${args.join(',')})`);

/** An array, also of one item. */
export const array = (items: readonly Code[]): Code =>
  asCode(items.length === 1 ? `(${items[0]},)` : `(${items.join(',')})`);

/** An array of `count` equal values. */
export const repeated = (value: Code, count: number): Code => asCode(`(${value},)*${number(count)}`);

/** A function that maps 1, 2, … to the items. */
export const nthOf = (items: readonly Code[]): Code => asCode(`it=>${array(items)}.at(it - 1)`);

/** A dictionary; the empty one needs its own syntax. */
export const dictionary = (entries: readonly Code[]): Code =>
  asCode(entries.length > 0 ? `(${entries.join(',')})` : '(:)');

/** A dictionary entry whose key comes from the document. */
export const entry = (key: string, value: Code): Code => asCode(`${literal(key)}:${value}`);

/** A code block; its value is the content of all statements in order. */
export const sequence = (statements: readonly Code[]): Code => asCode(`{\n${statements.join('\n')}\n}`);

/**
 * Language and region arguments; none for an invalid BCP 47 tag.
 * @param tag any text
 */
export function language(tag: string | undefined): Code[] {
  const match = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-|$)/i.exec(tag ?? '');
  if (!match?.[1]) return [];
  const args = [named('lang', literal(match[1].toLowerCase()))];
  if (match[2]) args.push(named('region', literal(match[2].toUpperCase())));
  return args;
}

/** A reference to a parameter or local name. */
export const local = (name: LocalName | Parameter): Code => asCode(name);

type Parameter = 'x' | 'y' | 'w' | 'h' | 'k' | 't' | 'u';

/** `#let name = value`, at the top level of a source. */
export const constant = (name: LocalName, value: Code): Code => asCode(`#let ${name}=${value}`);

/** `#let name(parameters) = body`, at the top level of a source. */
export const definition = (name: LocalName, parameters: readonly Parameter[], body: Code): Code =>
  asCode(`#let ${name}(${parameters.join(',')})=${body}`);

/** `#set element(args)`, at the top level only, as each rule costs time on every page after it. */
export const setRule = (element: ElementName, ...args: readonly Code[]): Code =>
  asCode(`#set ${element}(${args.join(',')})`);

/** Headings show their supplement, so that their body can be the text of the bookmark. */
export const HEADINGS = asCode('#show heading: it=>it.supplement');

/** The whole source with one statement per line, so that the line of a Typst error identifies the item. */
export const source = (definitions: readonly Code[], pages: readonly Code[]): string =>
  [...definitions, ...pages.map((page) => `#${page}`)].join('\n');
