/** `@supports` conditions: true for what this engine renders. Source: https://drafts.csswg.org/css-conditional-4/ */

import { type Selector, type SupportsCondition, transform } from 'lightningcss';
import type { Support } from '../properties/property.js';
import { SelectorProblem } from '../selectors/selector-program.js';
import { compileSelector } from '../selectors/selectors.js';
import { supportsDeclaration } from '../syntax/declarations.js';
import { scanBrackets } from '../syntax/guard.js';
import { replaceNesting } from '../syntax/nesting.js';
import { AT_RULES } from './at-rules.js';
import { FONT_FORMATS, FONT_TECHNOLOGIES } from './font-face.js';

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
    case 'unknown':
      return supportsOther(condition.value);
  }
}

/** Sources: https://drafts.csswg.org/css-conditional-5/#at-supports-ext */
function supportsOther(text: string): boolean {
  const [, name = '', argument = ''] = /^([\w-]+)\(\s*([@\w-]+)\s*\)$/.exec(text.trim().toLowerCase()) ?? [];
  if (name === 'font-format') return FONT_FORMATS.has(argument);
  if (name === 'font-tech') return FONT_TECHNOLOGIES.has(argument);
  const rule = argument.slice(1);
  return name === 'at-rule' && argument.startsWith('@') && Object.hasOwn(AT_RULES, rule) && isSupported(rule);
}

const isSupported = (rule: string): boolean => (AT_RULES as Readonly<Record<string, Support>>)[rule] !== 'none';

function withoutImportance(value: string): string {
  return value.replace(/!\s*important\s*$/i, '');
}

/**
 * Whether a semicolon ends the value, which makes the condition `<general-enclosed>`.
 * Source: https://drafts.csswg.org/css-conditional-3/#at-supports
 */
function hasStraySemicolon(value: string): boolean {
  let depth = 0;
  for (const [token] of value.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\/|[([{)\]};]/gs)) {
    if (token === ';' && depth === 0) return true;
    if (/^[([{]$/.test(token)) depth++;
    else if (/^[)\]}]$/.test(token)) depth--;
  }
  return false;
}

function supportsSelector(text: string): boolean {
  const selectors = parseSelectors(text);
  if (selectors?.length !== 1) return false;
  try {
    const { part } = compileSelector(replaceNesting(selectors[0]!, undefined), {
      quirks: false,
      namespaces: new Map(),
      forgive: fail,
    });
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
  // A relative selector is none: https://drafts.csswg.org/css-conditional-4/#support-definition-ext
  if (scan.problem || scan.missing || scan.stray.length > 0 || /[{]|^\s*[>+~]/.test(text)) return undefined;
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
