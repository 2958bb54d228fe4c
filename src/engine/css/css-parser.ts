/** lightningcss, with what it forgets when it recovers from a mistake brought back. */

import { type Declaration, type Rule, transform, type Warning } from 'lightningcss';
import type { Report } from '../diagnostics.js';
import { scanBrackets } from './guard.js';
import { blankStatements } from './mend.js';
import { hideFootnoteAreas } from './page-footnote.js';
import { hideNth } from './page-nth.js';
import { UNITLESS } from './unitless.js';

export interface CssMistake {
  readonly kind: 'InvalidCss' | 'UnsupportedAtRule';
  /** What could not be read, as its author wrote it. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

export interface ParsedRules {
  readonly rules: readonly Rule[];
  readonly mistakes: readonly CssMistake[];
}

/** Each pass finds what the mistakes of the one before hid; after the last, lightningcss's own recovery stands. */
const MAX_PASSES = 4;

/** Never fails. Text over the limits of guard.ts gives one mistake and no rules. */
export function parseRules(text: string): ParsedRules {
  const { problem, line } = scanBrackets(text);
  if (problem) return { rules: [], mistakes: [{ kind: 'InvalidCss', text: problem, line }] };
  const mistakes: CssMistake[] = [];
  let remaining = hideFootnoteAreas(hideNth(text));
  for (let pass = 1; ; pass++) {
    const { rules, warnings } = parseOnce(remaining);
    const errors = warnings.filter((warning) => warning.type !== 'AtRuleInvalid' && !isUnknownPseudo(warning));
    const starts = errors.length > 0 ? lineStarts(remaining) : [];
    const offsets = errors.map(({ loc }) => {
      const offset = starts[loc.line - 1]! + loc.column - 1;
      const written = snippet(remaining, offset).replaceAll(UNITLESS, '');
      mistakes.push({ kind: 'InvalidCss', text: written, line: loc.line });
      return offset;
    });
    const mended = pass < MAX_PASSES && offsets.length > 0 ? blankStatements(remaining, offsets) : undefined;
    if (mended === undefined) {
      mistakes.push(...unknownAtRules(warnings));
      return { rules, mistakes: mistakes.sort((a, b) => a.line - b.line) };
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
  const { rules, mistakes } = parseRules(`a{${body}${missing}}`);
  for (const mistake of mistakes) report.add(mistake.kind, mistake.text, place);
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
function unknownAtRules(warnings: readonly Warning[]): CssMistake[] {
  return warnings.flatMap((warning) => {
    if (warning.type !== 'AtRuleInvalid') return [];
    const name = 'value' in warning ? String(warning.value) : '';
    if (/^-(ms|o|moz|webkit)-/.test(name)) return [];
    return [{ kind: 'UnsupportedAtRule' as const, text: `@${name}`, line: warning.loc.line }];
  });
}

/** Characters looked at on either side of a mistake. */
const SNIPPET_REACH = 200;

/** The declaration or rule around the offset, on its line. */
function snippet(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - SNIPPET_REACH), offset);
  const after = text.slice(offset, offset + SNIPPET_REACH);
  const found = before.split(/[;{}\n]/).pop()! + after.split(/[;}\n]/, 1)[0]!;
  // Where the parser only gave up on a later line, the mistake is above.
  return (
    found.trim() ||
    before
      .trimEnd()
      .split(/[;{}\n]/)
      .pop()!
      .trim() ||
    after.slice(0, 1)
  );
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
