/** lightningcss, with what it forgets when it recovers from a mistake brought back. */

import { type Declaration, type Rule, transform, type Warning } from 'lightningcss';
import type { Report } from '../../diagnostics.js';
import { hideFootnoteAreas } from '../at-rules/page-footnote.js';
import { hideNth } from '../at-rules/page-nth.js';
import { scanBrackets } from './guard.js';
import { UNITLESS } from './lightning.js';
import { blankStatements } from './mend.js';
import { lineStarts, positionAt, RewrittenText, type TextPosition } from './rewriting.js';

export interface CssMistake {
  readonly kind: 'InvalidCss' | 'UnsupportedAtRule';
  /** What could not be read, as its author wrote it. */
  readonly text: string;
  readonly position: TextPosition;
  /** What is wrong, in words, where that is not plain. */
  readonly reason?: string;
}

export interface ParsedRules {
  readonly rules: readonly Rule[];
  readonly mistakes: readonly CssMistake[];
  /** Where the author's text has what lightningcss found there. @param line  0-based @param column  1-based */
  positionOf(location: { readonly line: number; readonly column: number }): TextPosition;
}

/** Each pass finds what the mistakes of the one before hid; after the last, lightningcss's own recovery stands. */
const MAX_PASSES = 4;

/** Never fails. Text over the limits of guard.ts gives one mistake and no rules. */
export function parseRules(sheet: RewrittenText): ParsedRules {
  const { text } = sheet;
  const { problem, offset } = scanBrackets(text);
  if (problem) {
    const written = statementAt(offset === 0 ? text : text.slice(0, offset), offset);
    const position = sheet.original(positionAt(text, written.start));
    const mistake = { kind: 'InvalidCss', text: written.text, position, reason: problem } as const;
    return { rules: [], mistakes: [mistake], positionOf: () => position };
  }
  const mistakes: CssMistake[] = [];
  const hidden = hideFootnoteAreas(hideNth(sheet));
  const positionOf: ParsedRules['positionOf'] = ({ line, column }) => hidden.original({ line: line + 1, column });
  let remaining = hidden.text;
  for (let pass = 1; ; pass++) {
    const { rules, warnings } = parseOnce(remaining);
    const errors = warnings.filter((warning) => warning.type !== 'AtRuleInvalid' && !isUnknownPseudo(warning));
    const starts = errors.length > 0 ? lineStarts(remaining) : [];
    const offsets = errors.map(({ loc }) => {
      const offset = starts[loc.line - 1]! + loc.column - 1;
      const { text: statement, start } = statementAt(remaining, offset);
      const position = hidden.original(positionAt(remaining, start));
      mistakes.push({ kind: 'InvalidCss', text: statement.replaceAll(UNITLESS, ''), position });
      return offset;
    });
    const mended = pass < MAX_PASSES && offsets.length > 0 ? blankStatements(remaining, offsets) : undefined;
    if (mended === undefined) {
      mistakes.push(...unknownAtRules(warnings, hidden));
      const isBefore = (a: TextPosition, b: TextPosition) => a.line - b.line || a.column - b.column;
      return { rules, mistakes: mistakes.sort((a, b) => isBefore(a.position, b.position)), positionOf };
    }
    remaining = mended;
  }
}

function parseOnce(text: string): { rules: readonly Rule[]; warnings: readonly Warning[] } {
  let rules: readonly Rule[] = [];
  const { warnings } = transform({
    filename: 'sheet.css',
    code: Buffer.from(text),
    errorRecovery: true,
    visitor: {
      StyleSheet(parsed) {
        rules = parsed.rules;
        return { ...parsed, rules: [] }; // nothing to print
      },
    },
  });
  return { rules, warnings };
}

/** The declarations of a style attribute. @param place  of the element, for people */
export function parseStyleAttribute(
  text: string,
  place: string,
  report: Report,
): { readonly normal: readonly Declaration[]; readonly important: readonly Declaration[] } {
  const { missing, stray } = scanBrackets(text);
  // A brace that would end the rule becomes what makes its declaration invalid, and what is left open is closed.
  let body = text;
  for (const at of stray) if (text[at] === '}') body = `${body.slice(0, at)}!${body.slice(at + 1)}`;
  const { rules, mistakes } = parseRules(RewrittenText.of(`a{${body}${missing}}`));
  for (const { kind, text: written, reason } of mistakes)
    report.add(kind, written, reason === undefined ? place : `${place}: ${reason}`);
  const rule = rules[0];
  if (rule?.type !== 'style') return { normal: [], important: [] };
  const { declarations: normal = [], importantDeclarations: important = [] } = rule.value.declarations ?? {};
  return { normal, important };
}

/** Found again, with their rule, when its selectors are compiled. */
function isUnknownPseudo(warning: Warning): boolean {
  const value: unknown = 'value' in warning ? warning.value : undefined;
  if (warning.type !== 'SelectorError' || typeof value !== 'object' || value === null) return false;
  return 'type' in value && /^UnsupportedPseudo/.test(String(value.type));
}

/** Those of other browsers (`@-ms-viewport`) say nothing that is lost here. */
function unknownAtRules(warnings: readonly Warning[], sheet: RewrittenText): CssMistake[] {
  return warnings.flatMap((warning) => {
    if (warning.type !== 'AtRuleInvalid') return [];
    const name = 'value' in warning ? String(warning.value) : '';
    if (/^-(ms|o|moz|webkit)-/.test(name)) return [];
    // Found at the end of the name.
    const position = { line: warning.loc.line, column: warning.loc.column - name.length - 1 };
    return [{ kind: 'UnsupportedAtRule' as const, text: `@${name}`, position: sheet.original(position) }];
  });
}

/** Characters looked at on either side of a mistake. */
const SNIPPET_REACH = 200;

/** The declaration or rule around the offset, on its line. */
function statementAt(text: string, offset: number): { readonly text: string; readonly start: number } {
  const before = text.slice(Math.max(0, offset - SNIPPET_REACH), offset);
  const after = text.slice(offset, offset + SNIPPET_REACH);
  const own = lastOf(before, /[;{}\n]/) + after.split(/[;}\n]/, 1)[0]!;
  if (own.trim() !== '') {
    const start = offset - lastOf(before, /[;{}\n]/).length;
    return { text: own.trim(), start: start + own.search(/\S/) };
  }
  // Where the parser only gave up on a later line, the mistake is above.
  const above = before.trimEnd();
  const found = lastOf(above, /[;{}\n]/);
  if (found.trim() === '') return { text: after.slice(0, 1), start: offset };
  const start = offset - before.length + above.length - found.length;
  return { text: found.trim(), start: start + found.search(/\S/) };
}

const lastOf = (text: string, separator: RegExp): string => text.split(separator).at(-1)!;
