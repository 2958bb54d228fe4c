/** Whether what a diagnostic names shows: Chromium prints the document with and without it. */

import type { Page } from 'puppeteer-core';
import type { Diagnostic } from '../../src/index.js';
import { compare } from '../wpt/rasters.js';
import type { Print, Printers } from './prints.js';

/** Pixels that may differ between two prints of one document. */
const MIN_PIXELS = 4;

/** undefined: the diagnostic names nothing that can be taken out of a document. */
export async function showsInChromium(
  printers: Printers,
  file: string,
  whole: Print,
  { kind, text }: Diagnostic,
): Promise<boolean | undefined> {
  const property = /^([a-z-]+)(?::|$)/i.exec(text)?.[1];
  const element = /^<([a-z0-9]+)/i.exec(text)?.[1];
  let change: ((page: Page) => Promise<void>) | undefined;
  if (kind === 'UnsupportedElement' && element !== undefined) change = (page) => page.evaluate(hideElements, element);
  else if (kind === 'UnsupportedAtRule') change = (page) => page.evaluate(removeRules, text);
  else if (/^Unsupported(?:Property|Value)$/.test(kind) && property !== undefined && element === undefined)
    change = (page) => page.evaluate(removeDeclarations, property);
  if (!change) return undefined;
  const without = await printers.chromium(file, change);
  const { pixels } = compare(whole.pages, without.pages);
  return pixels === undefined || pixels > MIN_PIXELS;
}

/** Runs in the page, as the functions below; none inside them, which tsx would give a name by a helper. */
function hideElements(name: string): void {
  for (const element of Array.from(document.querySelectorAll<HTMLElement>(name)))
    element.style.setProperty('visibility', 'hidden', 'important');
}

function removeRules(name: string): void {
  const parents: (CSSStyleSheet | CSSGroupingRule)[] = Array.from(document.styleSheets);
  for (let parent = parents.pop(); parent; parent = parents.pop()) {
    for (let at = parent.cssRules.length - 1; at >= 0; at--) {
      const rule = parent.cssRules[at]!;
      if (rule.cssText.startsWith(name)) parent.deleteRule(at);
      else if (rule instanceof CSSGroupingRule) parents.push(rule);
    }
  }
}

function removeDeclarations(property: string): void {
  const lists = Array.from(document.styleSheets, (sheet) => sheet.cssRules);
  for (let rules = lists.pop(); rules; rules = lists.pop()) {
    for (const rule of Array.from(rules)) {
      if (rule instanceof CSSStyleRule) rule.style.removeProperty(property);
      if ('cssRules' in rule) lists.push(rule.cssRules as CSSRuleList);
    }
  }
  for (const element of Array.from(document.querySelectorAll<HTMLElement>('[style]')))
    element.style.removeProperty(property);
}
