/** Whether what a diagnostic names shows: Chromium prints the document with and without it. */

import type { Page } from 'puppeteer-core';
import type { Diagnostic } from '../../src/index.js';
import { compare } from '../wpt/rasters.js';
import type { Print, Printers } from './prints.js';

/** Pixels that may differ between two prints of one document. */
const MIN_PIXELS = 4;

/** For each diagnostic; undefined: it names nothing that can be taken out of a document. */
export async function showInChromium(
  printers: Printers,
  file: string,
  whole: Print,
  diagnostics: readonly Diagnostic[],
): Promise<(boolean | undefined)[]> {
  const known = new Map<string, boolean>();
  const shows: (boolean | undefined)[] = [];
  for (const diagnostic of diagnostics) {
    const removal = removalOf(diagnostic);
    const shown = removal && (known.get(removal.what) ?? (await differs(printers, file, whole, removal)));
    if (removal && shown !== undefined) known.set(removal.what, shown);
    shows.push(shown);
  }
  return shows;
}

interface Removal {
  /** The name of the property, at-rule or element. */
  readonly what: string;
  readonly change: (page: Page) => Promise<void>;
}

function removalOf({ kind, text }: Diagnostic): Removal | undefined {
  const property = /^([a-z-]+)(?::|$)/i.exec(text)?.[1];
  const element = /^<([a-z0-9]+)/i.exec(text)?.[1];
  if (kind === 'UnsupportedElement' && element !== undefined)
    return { what: `<${element}>`, change: (page) => page.evaluate(hideElements, element) };
  if (kind === 'UnsupportedAtRule') return { what: text, change: (page) => page.evaluate(removeRules, text) };
  if (!/^Unsupported(?:Property|Value)$/.test(kind) || property === undefined || element !== undefined)
    return undefined;
  return { what: property, change: (page) => page.evaluate(removeDeclarations, property) };
}

async function differs(printers: Printers, file: string, whole: Print, { change }: Removal): Promise<boolean> {
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
