/** Specified values of `@page` rules. Source: https://drafts.csswg.org/css-page-3/ */

import type { Declaration, PageRule as ParsedPageRule, TokenOrValue } from 'lightningcss';
import type { Report } from '../../diagnostics.js';
import type { MarginBoxName, PageQuery } from '../compute/styled-document.js';
import { isNth } from '../selectors/nth.js';
import { isSpace } from '../syntax/component-values.js';
import { type DeclarationBlock, readDeclarations } from '../syntax/declarations.js';
import { printDeclaration } from '../syntax/lightning.js';
import { PX_PER_UNIT } from '../values/units.js';
import { decodeFootnoteArea } from './page-footnote.js';
import { decodeNth, type PageNth } from './page-nth.js';

export interface PageSelector {
  readonly name: string;
  readonly first: boolean;
  readonly blank: boolean;
  readonly side: 'left' | 'right' | undefined;
  readonly nth: PageNth | undefined;
}

/** px. An orientation alone applies to the default page size. */
export type PageSize =
  | { readonly width: number; readonly height: number }
  | { readonly orientation: 'portrait' | 'landscape' }
  | 'auto';

/** A margin box or the footnote area. */
export type PageBoxName = MarginBoxName | 'footnote';

export interface PageRule {
  /** Empty when all were invalid. */
  readonly selectors: readonly PageSelector[];
  readonly size: PageSize | undefined;
  readonly sizeIsImportant: boolean;
  readonly block: DeclarationBlock;
  readonly marginBoxes: readonly { readonly name: PageBoxName; readonly block: DeclarationBlock }[];
}

/**
 * Reads a `@page` rule; reports and ignores invalid selectors and declarations.
 * @param place  location of the rule, for diagnostics
 * @param sheet  base of its URLs, see UrlReference
 */
export function readPageRule(rule: ParsedPageRule, place: string, report: Report, sheet?: string): PageRule {
  const { declarations: normal = [], importantDeclarations: important = [] } = rule.declarations;
  const size = lastSize(normal, place, report);
  const importantSize = lastSize(important, place, report);
  return {
    selectors: rule.selectors.length === 0 ? [EVERY_PAGE] : readSelectors(rule.selectors, place, report),
    size: importantSize ?? size,
    sizeIsImportant: importantSize !== undefined,
    block: readDeclarations(normal.filter(isStyle), important.filter(isStyle), place, report, sheet),
    marginBoxes: rule.rules.map((box) => {
      const { isFootnoteArea, declarations } = decodeFootnoteArea(box.declarations.declarations ?? []);
      const important = box.declarations.importantDeclarations ?? [];
      return {
        name: isFootnoteArea ? 'footnote' : (box.marginBox as MarginBoxName),
        block: readDeclarations(declarations, important, place, report, sheet),
      };
    }),
  };
}

const EVERY_PAGE: PageSelector = { name: '', first: false, blank: false, side: undefined, nth: undefined };

/** Whether the rule has no page selector. */
export function isForEveryPage({ selectors }: PageRule): boolean {
  return selectors.includes(EVERY_PAGE);
}

function readSelectors(selectors: ParsedPageRule['selectors'], place: string, report: Report): PageSelector[] {
  return selectors.flatMap(({ name: written, pseudoClasses }) => {
    const { name, nth } = decodeNth(written ?? '');
    if (nth && 'invalid' in nth) {
      report.add('UnsupportedSelector', `@page ${name}:nth(${nth.invalid})`, place);
      return [];
    }
    const side = pseudoClasses.find((pseudo) => pseudo === 'left' || pseudo === 'right');
    const [first, blank] = [pseudoClasses.includes('first'), pseudoClasses.includes('blank')];
    return [{ name, first, blank, side, nth }];
  });
}

function isStyle(declaration: Declaration): boolean {
  return !isSize(declaration);
}

function isSize(declaration: Declaration): boolean {
  return declaration.property === 'custom' && declaration.value.name.toLowerCase() === 'size';
}

function lastSize(declarations: readonly Declaration[], place: string, report: Report): PageSize | undefined {
  let size: PageSize | undefined;
  for (const declaration of declarations) {
    if (declaration.property !== 'custom' || !isSize(declaration)) continue;
    const read = readSize(declaration.value.value as TokenOrValue[]);
    if (read && typeof read === 'object' && 'width' in read && (read.width === 0 || read.height === 0))
      report.add('UnsupportedValue', printDeclaration(declaration), `${place}: a page needs room`);
    else if (read) size = read;
    else report.add('InvalidCss', printDeclaration(declaration), place);
  }
  return size;
}

const MM = PX_PER_UNIT.mm!;
const INCH = PX_PER_UNIT.in!;

/** Portrait; px. Source: https://drafts.csswg.org/css-page-3/#page-size-prop */
const NAMED_SIZES: Readonly<Record<string, readonly [number, number]>> = {
  a0: [841 * MM, 1189 * MM],
  a1: [594 * MM, 841 * MM],
  a2: [420 * MM, 594 * MM],
  a3: [297 * MM, 420 * MM],
  a4: [210 * MM, 297 * MM],
  a5: [148 * MM, 210 * MM],
  a6: [105 * MM, 148 * MM],
  a7: [74 * MM, 105 * MM],
  a8: [52 * MM, 74 * MM],
  a9: [37 * MM, 52 * MM],
  a10: [26 * MM, 37 * MM],
  b4: [250 * MM, 353 * MM],
  b5: [176 * MM, 250 * MM],
  'jis-b4': [257 * MM, 364 * MM],
  'jis-b5': [182 * MM, 257 * MM],
  letter: [8.5 * INCH, 11 * INCH],
  legal: [8.5 * INCH, 14 * INCH],
  ledger: [11 * INCH, 17 * INCH],
};

/** Font-relative lengths refer to the initial font of 16px. */
const PX_PER_SIZE_UNIT: Readonly<Record<string, number>> = { ...PX_PER_UNIT, em: 16, rem: 16 };

/** @returns undefined for an invalid value. Source: https://drafts.csswg.org/css-page-3/#page-size-prop */
function readSize(tokens: readonly TokenOrValue[]): PageSize | undefined {
  const lengths: number[] = [];
  let named: readonly [number, number] | undefined;
  let orientation: 'portrait' | 'landscape' | undefined;
  let auto = false;
  for (const token of tokens) {
    if (token.type === 'length') {
      const length = token.value.value * (PX_PER_SIZE_UNIT[token.value.unit.toLowerCase()] ?? Number.NaN);
      if (!(length >= 0)) return undefined;
      lengths.push(length);
    } else if (token.type === 'token' && token.value.type === 'ident') {
      const word = token.value.value.toLowerCase();
      if (word === 'auto' && !auto) auto = true;
      else if ((word === 'portrait' || word === 'landscape') && !orientation) orientation = word;
      else if (NAMED_SIZES[word] && !named) named = NAMED_SIZES[word];
      else return undefined;
    } else if (token.type === 'token' && token.value.type === 'number' && token.value.value === 0) {
      lengths.push(0);
    } else if (!isSpace(token)) return undefined;
  }
  if (auto) return named || orientation || lengths.length > 0 ? undefined : 'auto';
  if (lengths.length > 0) {
    if (named || orientation || lengths.length > 2) return undefined;
    return { width: lengths[0]!, height: lengths[1] ?? lengths[0]! };
  }
  if (!named) return orientation ? { orientation } : undefined;
  const [short, long] = named;
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}

/**
 * @returns the specificity as one number; undefined when the selector does not match
 * Source: https://drafts.csswg.org/css-page-3/#cascading-and-page-context
 */
export function matchPage(selector: PageSelector, page: PageQuery): number | undefined {
  if (selector.name !== '' && selector.name !== page.name) return undefined;
  if (selector.first && page.index !== 0) return undefined;
  if (selector.blank && !page.blank) return undefined;
  if (selector.side && selector.side !== page.side) return undefined;
  if (selector.nth && !isNthPage(selector.nth, selector.name, page)) return undefined;
  const names = selector.name === '' ? 0 : 1;
  const states = Number(selector.first) + Number(selector.blank) + Number(selector.nth !== undefined);
  return names * 100 + states * 10 + (selector.side ? 1 : 0);
}

/** Counts in the named page group, or else in the document. */
function isNthPage({ a, b, of }: PageNth, name: string, { index, groups }: PageQuery): boolean {
  const inGroup = groups?.get(of ?? name);
  const place = of === undefined ? (inGroup ?? index + 1) : inGroup;
  return place !== undefined && isNth(a, b, place);
}
