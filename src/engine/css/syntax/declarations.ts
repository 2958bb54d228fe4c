/**
 * Converts declarations of lightningcss: expands shorthands, resolves aliases, parses values by the table of
 * properties, and reports what is invalid or unsupported.
 */

import type { Declaration, TokenOrValue } from 'lightningcss';
import { type DiagnosticKind, Report } from '../../diagnostics.js';
import {
  CssWide,
  type CssWideKeyword,
  CustomValue,
  isDeferred,
  map,
  Pending,
  type Specified,
} from '../cascade/specified.js';
import { type DeclaredName, isCustomName, isRefusedName } from '../properties/declared-name.js';
import { isLogicalName, LOGICAL, type LogicalName } from '../properties/logical.js';
import { canonicalName, isForeign } from '../properties/names.js';
import { translateOldFlexbox } from '../properties/old-flexbox.js';
import { NO_EFFECT, NOT_IMPLEMENTED, SVG_PROPERTIES } from '../properties/others.js';
import type { Parse, Property } from '../properties/property.js';
import { SHORTHANDS, type Shorthand } from '../properties/shorthands.js';
import { PROPERTIES, PROPERTY_TABLE, type PropertyName, propertiesWhere } from '../properties/table.js';
import { withDeferredColors } from '../values/custom-colors.js';
import { hasUnitlessAngle, withAngleUnits } from '../values/gradient-angles.js';
import { hasColorSpace, splitColorSpaces, withColorSpaces } from '../values/gradient-spaces.js';
import { resolutionLiteral, withResults } from '../values/math-tokens.js';
import { hasComputedColor, withoutComputedColors } from './computed-colors.js';
import { parseStyleAttribute } from './css-parser.js';
import { hasCustomColor } from './custom-colors.js';
import { hasDeviceCmyk, withoutDeviceCmyk } from './device-cmyk.js';
import {
  hasCapitalReference,
  hasReference,
  hasStrayToken,
  printDeclaration,
  printTokens,
  withStringType,
} from './lightning.js';
import { hasSubgrid, longhandsOfSubgrid } from './subgrid.js';
import { Cursor, onlyWord } from './tokens.js';
import { hasZeroFontSize, withFontSizeUnit } from './zero-font-size.js';

/** A diagnostic of an unsupported declaration; the longhands of a shorthand share one. */
export interface Problem {
  readonly kind: DiagnosticKind;
  /** Name of the property, or `name: value`. */
  readonly text: string;
  readonly place: string;
  /** Whether it is a notice: browsers ignore the declaration, too. Default false. */
  readonly isNotice?: boolean;
}

/** The value of a declaration in the cascade. */
export type SpecifiedValue = Specified<unknown> | CssWide | Pending | CustomValue;

export interface StyleDeclaration {
  readonly name: DeclaredName;
  readonly value: SpecifiedValue;
  readonly important: boolean;
  readonly problem: Problem | undefined;
}

/** Normal declarations in source order, then important ones. */
export type DeclarationBlock = readonly StyleDeclaration[];

/** The common form of lightningcss's three types of declarations. */
interface Source {
  /** As written, with prefix. */
  readonly name: string;
  /** Typed value, if lightningcss knows the property and its value. */
  readonly typed?: unknown;
  /** Component values otherwise. */
  readonly tokens?: readonly TokenOrValue[];
  readonly declaration: Declaration;
}

/**
 * Converts the normal and important declarations of a rule.
 * @param place   location of the rule, for diagnostics: `<style> 1, line 12, column 3`
 * @param report  receives notices of invalid declarations; unsupported ones have a `problem`, reported when they win
 * @param sheet   base of URLs, see UrlReference
 */
export function readDeclarations(
  normal: readonly Declaration[],
  important: readonly Declaration[],
  place: string,
  report: Report,
  sheet?: string,
): DeclarationBlock {
  const block: StyleDeclaration[] = [];
  const read = (declaration: Declaration, isImportant: boolean) =>
    new DeclarationReader(declaration, isImportant, place, report, sheet).readInto(block);
  for (const declaration of normal) read(declaration, false);
  for (const declaration of important) read(declaration, true);
  return block;
}

/** Parses a list of declarations. Parameters as in readDeclarations. */
export function readStyleAttribute(text: string, place: string, report: Report, sheet?: string): DeclarationBlock {
  const { normal, important } = parseStyleAttribute(text, place, report);
  return readDeclarations(normal, important, place, report, sheet);
}

/** Parses one declaration, without reports. Empty when it is invalid or not supported. */
export function declare(name: string, value: string, place = ''): DeclarationBlock {
  return readStyleAttribute(`${name}:${value}`, place, new Report()).filter((read) => !isRefusedName(read.name));
}

/** Whether `name: value` renders as specified, for `@supports`. */
export function supportsDeclaration(name: string, value: string): boolean {
  // `--` is reserved.
  if (name === '--') return false;
  const report = new Report();
  const block = readStyleAttribute(`${name}:${value}`, '', report);
  return report.findings.length === 0 && block.every((declaration) => declaration.problem === undefined);
}

/** The keyword of a declaration that rolls back the cascade. */
export function revertOf({ value }: StyleDeclaration): 'revert' | 'revert-layer' | undefined {
  if (!(value instanceof CssWide)) return undefined;
  return value.keyword === 'revert' || value.keyword === 'revert-layer' ? value.keyword : undefined;
}

export interface ProblemReport {
  readonly report: Report;
  /** Problems already in the report. */
  readonly reported: Set<Problem>;
}

/** Reports the problem of a winning declaration, once per document. */
export function reportProblem(problem: Problem | undefined, { report, reported }: ProblemReport): void {
  if (problem === undefined || reported.has(problem)) return;
  reported.add(problem);
  if (problem.isNotice) report.notice(problem.kind, problem.text, problem.place);
  else report.add(problem.kind, problem.text, problem.place);
}

const WIDE = new Map(
  (['initial', 'inherit', 'unset', 'revert', 'revert-layer'] as const satisfies readonly CssWideKeyword[]).map(
    (keyword) => [keyword as string, new CssWide(keyword)],
  ),
);

const WITHOUT_EFFECT = new Set(NO_EFFECT);
const OF_SVG = new Set(SVG_PROPERTIES);

/** Meaning of `always` by alias. Source: https://drafts.csswg.org/css-break-4/#page-break-properties */
const FORCED_BREAKS: Readonly<Record<string, 'page' | 'column'>> = {
  'page-break-before': 'page',
  'page-break-after': 'page',
  '-webkit-column-break-before': 'column',
  '-webkit-column-break-after': 'column',
};

/** Functions whose values Chromium accepts, and that are unsupported where the parser of the property rejects them. */
export const VALID_FUNCTIONS: readonly string[] = (
  'attr color-mix anchor anchor-size calc-size contrast-color if random sibling-index sibling-count progress ' +
  '-webkit-gradient -webkit-image-set -webkit-cross-fade linear-gradient radial-gradient conic-gradient shape path ' +
  'round mod rem sign hypot'
).split(' ');

/** One of the functions, a relative color (`rgb(from …)`), or a function of the author (`--name()`). */
const UNSUPPORTED_FUNCTION = new RegExp(
  `(?<![\\w-])(?:(?:${VALID_FUNCTIONS.join('|')}|--[\\w-]+)\\(|\\w+\\(\\s*from\\b)`,
  'i',
);

/** A side without `to`, as in prefixed gradients: no browser accepts it. */
const OLD_GRADIENT = /(?<![\w-])(?:repeating-)?linear-gradient\(\s*(?:top|bottom|left|right)\b/i;

/** Values for other browsers, beside which authors declare a standard one. */
const FOREIGN_VALUE = /(?:^|[\s:,(])-(?:moz|ms|o|khtml)-|progid:|expression\(|alpha\(|chroma\(|\\9|\uFFFD/i;

/** `sum-set` adds up decimal fractions; `attr()` in place of a number would give it a binary one of 24 bits. */
const readsAttributes = (name: string, tokens: readonly TokenOrValue[]): boolean =>
  name === 'sum-set' &&
  tokens.every((token) =>
    token.type === 'function' ? token.value.name.toLowerCase() === 'attr' : token.type === 'token',
  );

/** Properties that read strings of attributes themselves. */
const GENERATING: ReadonlySet<string> = new Set(['content', 'string-set', 'sum-set', 'bookmark-label']);

class DeclarationReader {
  readonly #source: Source;
  readonly #important: boolean;
  readonly #place: string;
  readonly #report: Report;
  readonly #sheet: string | undefined;

  constructor(declaration: Declaration, important: boolean, place: string, report: Report, sheet: string | undefined) {
    this.#source = sourceOf(declaration);
    this.#important = important;
    this.#place = place;
    this.#report = report;
    this.#sheet = sheet;
  }

  readInto(block: StyleDeclaration[]): void {
    const { name } = this.#source;
    const canonical = canonicalName(name);
    const isCustom = isCustomName(name);
    const hasStrings = isCustom || GENERATING.has(canonical);
    const tokens = this.#source.tokens && withStringType(this.#source.tokens, hasStrings);
    if (tokens && hasCapitalReference(tokens)) {
      this.#readAgain(name, block);
      return;
    }
    if (tokens && hasStrayToken(tokens)) {
      this.#report.notice('InvalidCss', this.#text(), this.#place);
      return;
    }
    if (isCustom) {
      block.push(this.#declaration(name, this.#customValue(tokens ?? []), undefined));
      return;
    }
    if (isForeign(name)) return;
    const shorthand = Object.hasOwn(SHORTHANDS, canonical) ? SHORTHANDS[canonical] : undefined;
    const longhand = longhandOf(canonical);
    if (!shorthand && !longhand) this.#readOther(canonical, block);
    else if (tokens && hasCustomColor(tokens)) this.#addPending(canonical, tokens, shorthand, block);
    else if (tokens && !hasReference(tokens) && hasColorSpace(tokens)) this.#readWithSpaces(name, tokens, block);
    else if (tokens && !hasReference(tokens) && hasUnitlessAngle(tokens))
      this.#readText(`${name}:${printTokens(withAngleUnits(tokens))}`, block);
    else if (tokens && !hasReference(tokens) && withResults(tokens, resolutionLiteral) !== tokens)
      this.#readText(`${name}:${printTokens(withResults(tokens, resolutionLiteral))}`, block);
    else if (tokens && hasZeroFontSize(canonical, tokens))
      this.#readText(`${name}:${printTokens(withFontSizeUnit(tokens))}`, block);
    else if (tokens && hasDeviceCmyk(tokens) && !hasReference(withoutDeviceCmyk(tokens) ?? []))
      this.#readWithCmyk(name, tokens, block);
    else if (tokens && hasReference(tokens) && !readsAttributes(canonical, tokens))
      this.#addPending(canonical, tokens, shorthand, block);
    else if (tokens && hasComputedColor(tokens)) this.#readWithComputedColors(name, tokens, block);
    else if (tokens && hasSubgrid(canonical, tokens)) this.#readSubgrid(canonical, tokens, block);
    else if (shorthand) this.#readShorthand(canonical, shorthand, block);
    else if (longhand) this.#readLonghand(longhand, block);
  }

  #customValue(tokens: readonly TokenOrValue[]): SpecifiedValue {
    return WIDE.get(onlyWord(tokens) ?? '') ?? new CustomValue(tokens);
  }

  #isAlias(canonical: string): boolean {
    return this.#source.declaration.property === 'custom' && canonical !== this.#source.name.toLowerCase();
  }

  /** Parses the value again under the name that lightningcss knows. */
  #readAgain(canonical: string, block: StyleDeclaration[]): void {
    this.#readText(`${canonical}:${printTokens(this.#source.tokens ?? [])}`, block);
  }

  #readText(text: string, block: StyleDeclaration[]): void {
    for (const declaration of readStyleAttribute(text, this.#place, this.#report, this.#sheet))
      block.push({ ...declaration, important: this.#important });
  }

  /** lightningcss does not know `in oklch`: parses the value without color spaces, and adds them to its gradients. */
  #readWithSpaces(name: string, tokens: readonly TokenOrValue[], block: StyleDeclaration[]): void {
    const { plain, spaces } = splitColorSpaces(tokens);
    const read = spaces && readStyleAttribute(`${name}:${printTokens(plain)}`, this.#place, new Report(), this.#sheet);
    if (!read || read.length === 0) {
      this.#report.notice('InvalidCss', this.#text(), this.#place);
      return;
    }
    if (read.some((declaration) => isRefusedName(declaration.name))) {
      this.#refuse(canonicalName(name), block);
      return;
    }
    for (const declaration of read) {
      const value = withColorSpaces(declaration.value, spaces);
      block.push({ ...declaration, value, important: this.#important });
    }
  }

  #readWithComputedColors(name: string, tokens: readonly TokenOrValue[], block: StyleDeclaration[]): void {
    const replaced = withoutComputedColors(tokens);
    const report = new Report();
    const text = replaced && `${name}:${printTokens(replaced.tokens)}`;
    const read = text === undefined ? [] : readStyleAttribute(text, this.#place, report, this.#sheet);
    const kind = replaced ? report.diagnostics[0]?.kind : 'InvalidCss';
    if (kind) this.#report.add(kind, this.#text(), this.#place);
    for (const { value, problem, ...declaration } of read) {
      const colors = replaced?.colors ?? [];
      const named = problem && { ...problem, text: problem.kind === 'UnsupportedValue' ? this.#text() : problem.text };
      const computed = colors.length > 0 ? withDeferredColors(value, colors) : value;
      block.push({ ...declaration, value: computed, problem: named, important: this.#important });
    }
  }

  #readWithCmyk(name: string, tokens: readonly TokenOrValue[], block: StyleDeclaration[]): void {
    const plain = withoutDeviceCmyk(tokens);
    const report = new Report();
    const read = plain ? readStyleAttribute(`${name}:${printTokens(plain)}`, this.#place, report, this.#sheet) : [];
    const kind = plain ? report.findings[0]?.kind : 'InvalidCss';
    if (kind) this.#report.notice(kind, this.#text(), this.#place);
    for (const { problem, ...declaration } of read) {
      const named = problem && { ...problem, text: problem.kind === 'UnsupportedValue' ? this.#text() : problem.text };
      block.push({ ...declaration, problem: named, important: this.#important });
    }
  }

  /** Invalid as a whole unless both the rows and the columns are valid. */
  #readSubgrid(name: string, tokens: readonly TokenOrValue[], block: StyleDeclaration[]): void {
    const report = new Report();
    const read = readStyleAttribute(longhandsOfSubgrid(name, tokens), this.#place, report, this.#sheet);
    if (report.findings.length > 0) this.#report.notice('InvalidCss', this.#text(), this.#place);
    else for (const declaration of read) block.push({ ...declaration, important: this.#important });
  }

  /** Properties without computed values. */
  #readOther(name: string, block: StyleDeclaration[]): void {
    if (WITHOUT_EFFECT.has(name)) return;
    const text = this.#text();
    const written = text.slice(text.indexOf(':') + 1).trim();
    const value = written.toLowerCase();
    const translated = translateOldFlexbox(name, value);
    if (translated) {
      this.#readText(translated, block);
      return;
    }
    if (OF_SVG.has(name)) {
      const { tokens } = this.#source;
      block.push(this.#declaration(`?${name}`, new CustomValue(tokens ?? textTokens(written)), undefined));
      return;
    }
    const initialValues = Object.hasOwn(NOT_IMPLEMENTED, name) ? NOT_IMPLEMENTED[name] : undefined;
    if (!initialValues) {
      this.#report.notice('UnsupportedProperty', text, this.#place);
      return;
    }
    // Initial values take part in the cascade, so that a later `none` avoids the report.
    const isInitial = initialValues.includes(value) || WIDE.has(value);
    const problem: Problem = { kind: 'UnsupportedProperty', text: this.#source.name, place: this.#place };
    block.push(this.#declaration(`?${name}`, undefined, isInitial ? undefined : problem));
  }

  #addPending(
    property: string,
    tokens: readonly TokenOrValue[],
    shorthand: Shorthand | undefined,
    block: StyleDeclaration[],
  ): void {
    const pending = new Pending(property, tokens, this.#place, this.#sheet);
    const names = shorthand ? shorthand.longhands : [property as DeclaredName];
    for (const name of names) block.push(this.#declaration(name, pending, undefined));
  }

  #readLonghand(name: PropertyName | LogicalName, block: StyleDeclaration[]): void {
    const { typed, tokens } = this.#source;
    const property = propertyOf(name);
    // lightningcss parses CSS-wide keywords as values of `font-family` and `appearance`.
    const wide = name === 'font-family' ? onlyFamily(typed) : typeof typed === 'string' ? WIDE.get(typed) : undefined;
    const value = tokens ? this.#readTokens(property.parse, tokens) : (wide ?? property.parse.typed?.(typed as never));
    if (value === undefined && this.#isAlias(name)) this.#readAgain(name, block);
    else if (value === undefined) this.#reject(name, property, block);
    else block.push(this.#declaration(name, value, this.#problemOf([[property, value]])));
  }

  #readTokens(parse: Parse<unknown>, tokens: readonly TokenOrValue[]): SpecifiedValue | undefined {
    const word = onlyWord(tokens) ?? '';
    const wide = WIDE.get(word);
    if (wide) return wide;
    if (tokens.length === 0) return undefined;
    const forced = FORCED_BREAKS[this.#source.name.toLowerCase()];
    if (forced && word === 'always') return forced;
    const cursor = new Cursor(tokens);
    const value = parse.tokens?.(cursor);
    return cursor.done ? value : undefined;
  }

  #readShorthand(name: string, shorthand: Shorthand, block: StyleDeclaration[]): void {
    const values = this.#expand(shorthand);
    if (!values) {
      if (this.#isAlias(name)) this.#readAgain(name, block);
      else this.#reject(name, shorthand, block);
      return;
    }
    const problem = this.#problemOf(
      shorthand.longhands.map((name, at) => [propertyOf(name as PropertyName), values[at]] as const),
    );
    shorthand.longhands.forEach((name, at) => {
      block.push(this.#declaration(name, values[at], problem));
    });
  }

  /** The values of the longhands, in their order; undefined for an invalid value. */
  #expand({ longhands, split, tokens: read }: Shorthand): SpecifiedValue[] | undefined {
    const { typed, tokens } = this.#source;
    if (tokens) {
      const wide = WIDE.get(onlyWord(tokens) ?? '');
      if (wide) return longhands.map(() => wide);
      const cursor = new Cursor(tokens);
      const found = read?.(cursor);
      if (!found || !cursor.done || tokens.length === 0) return undefined;
      return longhands.map((name) => found[name] ?? initialOf(propertyOf(name as PropertyName)));
    }
    // The typed value of `all` is a keyword.
    const wide = typeof typed === 'string' ? WIDE.get(typed) : undefined;
    if (wide && !split) return longhands.map(() => wide);
    const parts = split?.(typed as never);
    if (!parts) return undefined;
    const values: SpecifiedValue[] = [];
    for (const name of longhands) {
      const property = propertyOf(name as PropertyName);
      const part = parts[name];
      const value = part === undefined ? initialOf(property) : property.parse.typed?.(part as never);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }

  #problemOf(values: readonly (readonly [Property<unknown>, SpecifiedValue])[]): Problem | undefined {
    const isLost = ([property, value]: (typeof values)[number]) =>
      property.support === 'none' && !(value instanceof CssWide) && !sameValue(value, property.initial);
    if (values.some(isLost)) return { kind: 'UnsupportedProperty', text: this.#source.name, place: this.#place };
    const isUnsupported = ([property, value]: (typeof values)[number]) =>
      !(value instanceof CssWide) && !isDeferred(value) && property.unsupported?.(value) === true;
    if (!values.some(isUnsupported)) return undefined;
    return { kind: 'UnsupportedValue', text: this.#text(), place: this.#place };
  }

  /** A rejected value, which is ignored. */
  #reject(name: string, property: Pick<Property<unknown>, 'refused' | 'unhandled'>, block: StyleDeclaration[]): void {
    const text = this.#text();
    if (FOREIGN_VALUE.test(text)) return;
    const value = text.slice(text.indexOf(':') + 2);
    const valid =
      (UNSUPPORTED_FUNCTION.test(value) && !OLD_GRADIENT.test(value)) ||
      (this.#source.tokens === undefined
        ? property.refused === 'UnsupportedValue'
        : property.unhandled?.includes(value) === true);
    if (valid) this.#refuse(name, block);
    else this.#report.notice('InvalidCss', text, this.#place);
  }

  /** A valid value that is not supported: takes part in the cascade, so that it is reported where it wins. */
  #refuse(name: string, block: StyleDeclaration[]): void {
    const problem: Problem = { kind: 'UnsupportedValue', text: this.#text(), place: this.#place };
    block.push(this.#declaration(`?!${name}`, undefined, problem));
  }

  #declaration(name: DeclaredName, specified: SpecifiedValue, problem: Problem | undefined): StyleDeclaration {
    const isRelative = this.#sheet !== undefined && WITH_URLS.has(name);
    const value = isRelative ? withSheet(specified, this.#sheet) : specified;
    return { name, value, important: this.#important, problem };
  }

  #text(): string {
    return printDeclaration(this.#source.declaration);
  }
}

const WITH_URLS: ReadonlySet<DeclaredName> = new Set(propertiesWhere(({ loadsUrls }) => loadsUrls === true));

/** Sets the base of URLs, see UrlReference. */
function withSheet(value: SpecifiedValue, sheet: string): SpecifiedValue {
  if (value instanceof CssWide || value instanceof Pending || value instanceof CustomValue) return value;
  const located = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(located);
    if (typeof part !== 'object' || part === null) return part;
    if ('image' in part) return { ...part, image: located(part.image) };
    return 'type' in part && part.type === 'url' ? { ...part, sheet } : part;
  };
  return map(value, located);
}

/** A token that prints as the text. */
const textTokens = (text: string): TokenOrValue[] => [{ type: 'token', value: { type: 'delim', value: text } }];

function sourceOf(declaration: Declaration): Source {
  if (declaration.property === 'custom') {
    const { name, value } = declaration.value;
    return { name: String(name), tokens: value, declaration };
  }
  if (declaration.property === 'unparsed') {
    const { propertyId, value } = declaration.value;
    // lightningcss declares `vendorPrefix`, but sets `vendor_prefix`.
    const prefixes = (propertyId as { vendor_prefix?: readonly string[] }).vendor_prefix ?? [];
    return { name: prefixedName(propertyId.property, prefixes), tokens: value, declaration };
  }
  const prefixes = 'vendorPrefix' in declaration ? declaration.vendorPrefix : [];
  return { name: prefixedName(declaration.property, prefixes), typed: declaration.value, declaration };
}

function prefixedName(name: string, prefixes: readonly string[]): string {
  const [prefix] = prefixes;
  return prefix === undefined || prefixes.includes('none') ? name : `-${prefix}-${name}`;
}

/** The physical or logical longhand of that name. */
function longhandOf(name: string): PropertyName | LogicalName | undefined {
  if (Object.hasOwn(PROPERTIES, name)) return name as PropertyName;
  return isLogicalName(name) ? name : undefined;
}

/** The property of a longhand; that of a physical counterpart for a logical one. */
function propertyOf(name: PropertyName | LogicalName): Property<unknown> {
  return PROPERTY_TABLE[isLogicalName(name) ? LOGICAL[name][0] : name];
}

/** lightningcss parses `font-family: inherit` as a list of one family. */
function onlyFamily(families: unknown): CssWide | undefined {
  return Array.isArray(families) && families.length === 1 ? WIDE.get(families[0]) : undefined;
}

/** The initial value as a specified one: `currentcolor` depends on the element. */
function initialOf(property: Property<unknown>): SpecifiedValue {
  return property.initialFor ? WIDE.get('initial')! : property.initial;
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
