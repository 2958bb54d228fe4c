/** Computes styles from declarations alone, for tests. */

import { createValueCache } from '../../../../src/engine/css/cascade/variables.js';
import { computeStyle, type ElementStyle, type StyleContext } from '../../../../src/engine/css/compute/compute.js';
import type { DeclaredName } from '../../../../src/engine/css/properties/declared-name.js';
import type { ComputedStyle } from '../../../../src/engine/css/properties/table.js';
import { readStyleAttribute, type StyleDeclaration } from '../../../../src/engine/css/syntax/declarations.js';
import { Report } from '../../../../src/engine/diagnostics.js';

/** A page area of 700px by 1000px; a font whose `ex` is 0.5em, `ch` 0.6em, `cap` 0.7em and line spacing 1.25em. */
export function createContext(more: Partial<StyleContext> = {}): StyleContext {
  return {
    viewport: { width: 700, height: 1000 },
    viewportUse: { isUsed: false },
    containerUse: { isUsed: false },
    fontUnits: ({ 'font-size': size }) => ({
      xHeight: size * 0.5,
      capHeight: size * 0.7,
      zeroAdvance: size * 0.6,
      lineSpacing: size * 1.25,
    }),
    quirks: false,
    cache: createValueCache(),
    customProperties: new Map(),
    fontFeatureValues: new Map(),
    ...more,
  };
}

/** The winning declarations of `css`, in cascade order. */
function winners(css: string, report = new Report()): Map<DeclaredName, StyleDeclaration> {
  const won = new Map<DeclaredName, StyleDeclaration>();
  for (const declaration of readStyleAttribute(css, 'test', report)) {
    won.delete(declaration.name);
    won.set(declaration.name, declaration);
  }
  return won;
}

/** Computes the styles of a path of elements from the root, given by their declarations. */
export function computePath(path: readonly string[], context: StyleContext = createContext()): ElementStyle[] {
  const styles: ElementStyle[] = [];
  for (const css of path) {
    const input = { winners: winners(css), parent: styles.at(-1) ?? null, root: styles[0] ?? null };
    styles.push(computeStyle(input, context));
  }
  return styles;
}

/** The style of an element with `css` and a parent. */
export function computed(css: string, parent = '', context?: StyleContext): ComputedStyle {
  return computePath(['', parent, css], context).at(-1)!.style;
}

/** Diagnostics of declarations: invalid ones yield theirs when parsed, unsupported ones when they win. */
export function diagnosed(css: string): string[] {
  const report = new Report();
  for (const { problem } of winners(css, report).values()) {
    if (problem) report.add(problem.kind, problem.text, problem.place);
  }
  return report.findings.map(({ kind, text }) => `${kind} ${text}`);
}
