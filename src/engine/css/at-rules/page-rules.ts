/** Specified values of `@page` rules. Source: https://drafts.csswg.org/css-page-3/ */

import type { Declaration, PageRule as ParsedPageRule } from 'lightningcss';
import type { Report } from '../../diagnostics.js';
import type { MarginBoxName, PageQuery } from '../compute/styled-document.js';
import { isNth } from '../selectors/nth.js';
import { type DeclarationBlock, readDeclarations } from '../syntax/declarations.js';
import { descriptorOf, type PageDescriptors, readDescriptors } from './page-descriptors.js';
import { decodeFootnoteArea } from './page-footnote.js';
import { decodeNth, type PageNth } from './page-nth.js';

interface PageSelector {
  readonly name: string;
  readonly first: boolean;
  /** Known after layout only, so it applies to margin boxes. */
  readonly last: boolean;
  readonly blank: boolean;
  readonly side: 'left' | 'right' | undefined;
  readonly nth: PageNth | undefined;
}

/** A margin box or the footnote area. */
type PageBoxName = MarginBoxName | 'footnote';

export interface PageRule {
  /** Empty when all were invalid. */
  readonly selectors: readonly PageSelector[];
  readonly descriptors: Partial<PageDescriptors>;
  readonly importantDescriptors: Partial<PageDescriptors>;
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
  const isStyle = (declaration: Declaration) => descriptorOf(declaration) === undefined;
  const selectors = rule.selectors.length === 0 ? [EVERY_PAGE] : readSelectors(rule.selectors, place, report);
  if (selectors.some(({ last }) => last)) reportBeforeLast([...normal, ...important], place, report);
  return {
    selectors,
    descriptors: readDescriptors(normal, place, report),
    importantDescriptors: readDescriptors(important, place, report),
    block: readDeclarations(normal.filter(isStyle), important.filter(isStyle), place, report, sheet),
    marginBoxes: rule.rules.map((box) => {
      const { isFootnoteArea, declarations } = decodeFootnoteArea(box.declarations.declarations ?? []);
      const important = box.declarations.importantDeclarations ?? [];
      if (isFootnoteArea && selectors.some(({ last }) => last))
        report.add('UnsupportedValue', '@page :last { @footnote }', place);
      return {
        name: isFootnoteArea ? 'footnote' : (box.marginBox as MarginBoxName),
        block: readDeclarations(declarations, important, place, report, sheet),
      };
    }),
  };
}

const EVERY_PAGE: PageSelector = { name: '', first: false, last: false, blank: false, side: undefined, nth: undefined };

/** Whether the rule has no page selector. */
export function isForEveryPage({ selectors }: PageRule): boolean {
  return selectors.includes(EVERY_PAGE);
}

/** The pages are laid out before the last one is known: its rules style margin boxes only. */
function reportBeforeLast(declarations: readonly Declaration[], place: string, report: Report): void {
  for (const declaration of declarations) {
    const name = declaration.property === 'custom' ? declaration.value.name : declaration.property;
    report.add('UnsupportedValue', `@page :last { ${name} }`, place);
  }
}

function readSelectors(selectors: ParsedPageRule['selectors'], place: string, report: Report): PageSelector[] {
  return selectors.flatMap(({ name: written, pseudoClasses }) => {
    const { name, nth } = decodeNth(written ?? '');
    if (nth && 'invalid' in nth) {
      report.add('UnsupportedSelector', `@page ${name}:nth(${nth.invalid})`, place);
      return [];
    }
    const side = pseudoClasses.find((pseudo) => pseudo === 'left' || pseudo === 'right');
    const [first, last, blank] = (['first', 'last', 'blank'] as const).map((pseudo) => pseudoClasses.includes(pseudo));
    return [{ name, first: first!, last: last!, blank: blank!, side, nth }];
  });
}

/**
 * @returns the specificity as one number; undefined when the selector does not match
 * Source: https://drafts.csswg.org/css-page-3/#cascading-and-page-context
 */
export function matchPage(selector: PageSelector, page: PageQuery): number | undefined {
  if (selector.name !== '' && selector.name !== page.name) return undefined;
  if (selector.first && page.index !== 0) return undefined;
  if (selector.last && !page.last) return undefined;
  if (selector.blank && !page.blank) return undefined;
  if (selector.side && selector.side !== page.side) return undefined;
  if (selector.nth && !isNthPage(selector.nth, selector.name, page)) return undefined;
  const names = selector.name === '' ? 0 : 1;
  const { first, last, blank, nth } = selector;
  const states = [first, last, blank, nth !== undefined].filter(Boolean).length;
  return names * 100 + states * 10 + (selector.side ? 1 : 0);
}

/** Counts in the named page group, or else in the document. */
function isNthPage({ a, b, of }: PageNth, name: string, { index, groups }: PageQuery): boolean {
  const inGroup = groups?.get(of ?? name);
  const place = of === undefined ? (inGroup ?? index + 1) : inGroup;
  return place !== undefined && isNth(a, b, place);
}
