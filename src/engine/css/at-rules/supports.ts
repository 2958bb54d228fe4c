/** `@supports` conditions: true for what this engine renders. Source: https://drafts.csswg.org/css-conditional-4/ */

import { type Selector, type SupportsCondition, transform } from 'lightningcss';
import { SelectorProblem } from '../selectors/selector-program.js';
import { compileSelector } from '../selectors/selectors.js';
import { supportsDeclaration } from '../syntax/declarations.js';
import { scanBrackets } from '../syntax/guard.js';

export function evaluateSupports(condition: SupportsCondition): boolean {
  switch (condition.type) {
    case 'not':
      return !evaluateSupports(condition.value);
    case 'and':
      return condition.value.every(evaluateSupports);
    case 'or':
      return condition.value.some(evaluateSupports);
    case 'declaration':
      return (
        !hasStraySemicolon(condition.value) &&
        supportsDeclaration(condition.propertyId.property, withoutImportance(condition.value))
      );
    case 'selector':
      return supportsSelector(condition.value);
    default:
      return false;
  }
}

function withoutImportance(value: string): string {
  return value.replace(/!\s*important\s*$/i, '');
}

/**
 * Whether a semicolon ends the value, or a fallback of `var()`, which makes the condition `<general-enclosed>`.
 * Source: https://drafts.csswg.org/css-syntax-3/#typedef-declaration-value
 */
function hasStraySemicolon(value: string): boolean {
  const open: string[] = [];
  for (const [token] of value.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\/|[\w-]*\(|[[{)\]};]/gs)) {
    if (token === ';' && /^(?:|(?:var|env)\()$/i.test(open.at(-1) ?? '')) return true;
    if (/[([{]$/.test(token)) open.push(token);
    else if (/^[)\]}]$/.test(token)) open.pop();
  }
  return false;
}

function supportsSelector(text: string): boolean {
  const selectors = parseSelectors(text);
  if (selectors?.length !== 1) return false;
  try {
    const { part } = compileSelector(selectors[0]!, { quirks: false, namespaces: new Map(), forgive: fail });
    return part === undefined;
  } catch (error) {
    if (error instanceof SelectorProblem) return error.kind === 'dead';
    throw error;
  }
}

function fail(problem: SelectorProblem): never {
  throw problem;
}

function parseSelectors(text: string): readonly Selector[] | undefined {
  const scan = scanBrackets(text);
  if (scan.problem || scan.missing || scan.stray.length > 0 || text.includes('{')) return undefined;
  let selectors: readonly Selector[] | undefined;
  try {
    transform({
      filename: 'supports.css',
      code: Buffer.from(`${text}{color:red}`),
      visitor: {
        StyleSheet({ rules }) {
          const rule = rules[0];
          if (rules.length === 1 && rule?.type === 'style') selectors = rule.value.selectors;
        },
      },
    });
  } catch {
    return undefined;
  }
  return selectors;
}
