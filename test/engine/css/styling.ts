/** Helpers for tests of the style stage. */

import type { FontFaceRule } from '../../../src/engine/css/at-rules/font-face.js';
import { collectRules, type RuleOptions } from '../../../src/engine/css/compute/collect-rules.js';
import { computeStyles } from '../../../src/engine/css/compute/style.js';
import { StyleCaches } from '../../../src/engine/css/compute/style-caches.js';
import type { FontUnitsOf, PseudoName, StyledDocument } from '../../../src/engine/css/compute/styled-document.js';
import { Report } from '../../../src/engine/diagnostics.js';
import type { ElementNode } from '../../../src/engine/html/dom.js';
import { parseHtml } from '../../../src/engine/html/parse.js';

export interface Styled {
  readonly styled: StyledDocument;
  readonly fontFaces: readonly FontFaceRule[];
  /** Diagnostics, then notices. */
  readonly findings: readonly string[];
  /** Diagnostics alone. */
  readonly diagnostics: readonly string[];
  /** A property of the element with the id, as text. */
  get(id: string, property: string, pseudo?: PseudoName): string;
  element(id: string): ElementNode;
}

/** Font units of a font whose x-height and zero are half an em. */
export const fontUnits: FontUnitsOf = (font) => ({
  xHeight: font['font-size'] / 2,
  capHeight: font['font-size'] * 0.7,
  zeroAdvance: font['font-size'] / 2,
  lineSpacing: font['font-size'] * 1.15,
});

const caches = new StyleCaches();

export function style(css: string, body: string, options: Partial<RuleOptions> & { quirks?: boolean } = {}): Styled {
  const doctype = options.quirks ? '' : '<!doctype html>';
  return styleSource(`${doctype}<html><head><style>${css}</style></head><body>${body}</body></html>`, options);
}

export function styleSource(html: string, options: Partial<RuleOptions> = {}): Styled {
  const document = parseHtml(html);
  const report = new Report();
  const rules = collectRules(document, { fontUnits, caches, ...options }, report);
  const styled = computeStyles(rules, options.fontUnits ?? fontUnits, report);
  const element = (id: string) => {
    const found = findById(document.root, id);
    if (!found) throw new Error(`no element #${id}`);
    return found;
  };
  return {
    styled,
    fontFaces: rules.fontFaces,
    element,
    get findings() {
      return report.findings.map(({ kind, text, context }) => `${kind} ${text} @ ${context}`);
    },
    get diagnostics() {
      return report.diagnostics.map(({ kind, text, context }) => `${kind} ${text} @ ${context}`);
    },
    get(id, property, pseudo) {
      const computed = pseudo ? styled.pseudo(element(id), pseudo) : styled.style(element(id));
      return computed ? valueText((computed as unknown as Record<string, unknown>)[property]) : 'no such box';
    },
  };
}

function findById(element: ElementNode, id: string): ElementNode | undefined {
  if (element.attribute('id') === id) return element;
  for (const child of element.children) {
    const found = child.kind === 'element' ? findById(child, id) : undefined;
    if (found) return found;
  }
  return undefined;
}

export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  if ('r' in value && 'g' in value && 'b' in value && 'a' in value) {
    const { r, g, b, a } = value;
    return a === 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${a})`;
  }
  if ('type' in value && value.type === 'string' && 'value' in value) return JSON.stringify(value.value);
  return JSON.stringify(value);
}
