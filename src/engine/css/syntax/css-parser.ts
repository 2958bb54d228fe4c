/** Parses CSS with lightningcss, with the error recovery of CSS. */

import { type Declaration, type Rule, transform, type Warning } from 'lightningcss';
import type { Report } from '../../diagnostics.js';
import { encodeContainerPreludes } from '../at-rules/container-prelude.js';
import { encodeFootnoteAreas } from '../at-rules/page-footnote.js';
import { encodeNth } from '../at-rules/page-nth.js';
import { blankStatements } from './error-recovery.js';
import { scanBrackets } from './guard.js';
import { UNITLESS } from './lightning.js';
import { lineStarts, positionAt, RewrittenText, type TextPosition } from './rewriting.js';
import { encodeScopeBodies } from './scope-bodies.js';

interface CssParseError {
  readonly kind: 'InvalidCss' | 'UnsupportedAtRule';
  /** The invalid statement, as written. */
  readonly text: string;
  readonly position: TextPosition;
  /** Explanation, where the text is not enough. */
  readonly reason?: string;
}

export interface ParsedRules {
  readonly rules: readonly Rule[];
  readonly parseErrors: readonly CssParseError[];
  /**
   * Maps a location of lightningcss to the source.
   * @param location  0-based line, 1-based column
   */
  positionOf(location: { readonly line: number; readonly column: number }): TextPosition;
}

/** Each pass may find errors that those of the one before concealed; the last keeps lightningcss's own recovery. */
const MAX_PASSES = 4;

/** Parses a style sheet. Never fails; text over the limits of guard.ts gives one error and no rules. */
export function parseRules(sheet: RewrittenText): ParsedRules {
  const { text } = sheet;
  const { problem, offset } = scanBrackets(text);
  if (problem) {
    const written = statementAt(offset === 0 ? text : text.slice(0, offset), offset);
    const position = sheet.original(positionAt(lineStarts(text), written.start));
    const parseError = { kind: 'InvalidCss', text: written.text, position, reason: problem } as const;
    return { rules: [], parseErrors: [parseError], positionOf: () => position };
  }
  const parseErrors: CssParseError[] = [];
  const encoded = encodeScopeBodies(encodeContainerPreludes(encodeFootnoteAreas(encodeNth(sheet))));
  const positionOf: ParsedRules['positionOf'] = ({ line, column }) => encoded.original({ line: line + 1, column });
  let remaining = encoded.text;
  for (let pass = 1; ; pass++) {
    const { rules, warnings } = parseOnce(remaining);
    const errors = warnings.filter((warning) => warning.type !== 'AtRuleInvalid' && !isUnknownPseudo(warning));
    const starts = errors.length > 0 ? lineStarts(remaining) : [];
    const offsets = errors.map(({ loc }) => {
      const offset = starts[loc.line - 1]! + loc.column - 1;
      const { text: statement, start } = statementAt(remaining, offset);
      const position = encoded.original(positionAt(starts, start));
      parseErrors.push({ kind: 'InvalidCss', text: statement.replaceAll(UNITLESS, ''), position });
      return offset;
    });
    const recovered = pass < MAX_PASSES && offsets.length > 0 ? blankStatements(remaining, offsets) : undefined;
    // Without a statement, the rest may exceed the limits: that of a string, for example.
    if (recovered === undefined || scanBrackets(recovered).problem) {
      parseErrors.push(...unknownAtRules(warnings, encoded));
      const compare = (a: TextPosition, b: TextPosition) => a.line - b.line || a.column - b.column;
      return { rules, parseErrors: parseErrors.sort((a, b) => compare(a.position, b.position)), positionOf };
    }
    remaining = recovered;
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
        return { ...parsed, rules: [] }; // prints nothing
      },
    },
  });
  return { rules, warnings };
}

/** Parses a style attribute. @param place  location of the element, for diagnostics */
export function parseStyleAttribute(
  text: string,
  place: string,
  report: Report,
): { readonly normal: readonly Declaration[]; readonly important: readonly Declaration[] } {
  const { missing, stray } = scanBrackets(text);
  // A stray brace would end the rule: `!` makes its declaration invalid instead. Open brackets are closed.
  let body = text;
  for (const at of stray) if (text[at] === '}') body = `${body.slice(0, at)}!${body.slice(at + 1)}`;
  const { rules, parseErrors } = parseRules(RewrittenText.of(`a{${body}${missing}}`));
  for (const error of parseErrors) addParseError(report, error, place);
  const rule = rules[0];
  if (rule?.type !== 'style') return { normal: [], important: [] };
  const { declarations: normal = [], importantDeclarations: important = [] } = rule.value.declarations ?? {};
  return { normal, important };
}

/** Adds a notice of CSS that browsers drop, too, and a diagnostic where the reason is a limit that they do not have. */
export function addParseError(
  report: Report,
  { kind, text, reason }: Pick<CssParseError, 'kind' | 'text' | 'reason'>,
  place: string,
): void {
  if (reason === undefined) report.notice(kind, text, place);
  else report.add(kind, text, `${place}: ${reason}`);
}

/** Unknown pseudo-classes and pseudo-elements are reported when selectors are compiled. */
function isUnknownPseudo(warning: Warning): boolean {
  const value: unknown = 'value' in warning ? warning.value : undefined;
  if (warning.type !== 'SelectorError' || typeof value !== 'object' || value === null) return false;
  return 'type' in value && /^UnsupportedPseudo/.test(String(value.type));
}

/** An at-rule that lightningcss gives as component values. */
export const COLOR_PROFILE = 'color-profile';

/** Unknown at-rules, except those with vendor prefixes (`@-ms-viewport`). */
function unknownAtRules(warnings: readonly Warning[], sheet: RewrittenText): CssParseError[] {
  return warnings.flatMap((warning) => {
    if (warning.type !== 'AtRuleInvalid') return [];
    const name = 'value' in warning ? String(warning.value) : '';
    if (/^-(ms|o|moz|webkit)-/.test(name) || name.toLowerCase() === COLOR_PROFILE) return [];
    // The location is the end of the name.
    const position = { line: warning.loc.line, column: warning.loc.column - name.length - 1 };
    return [{ kind: 'UnsupportedAtRule' as const, text: `@${name}`, position: sheet.original(position) }];
  });
}

/** UTF-16 units searched for the ends of a statement, in each direction. */
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
  // The parser may fail on a later line than that of the error.
  const above = before.trimEnd();
  const found = lastOf(above, /[;{}\n]/);
  if (found.trim() === '') return { text: after.slice(0, 1), start: offset };
  const start = offset - before.length + above.length - found.length;
  return { text: found.trim(), start: start + found.search(/\S/) };
}

const lastOf = (text: string, separator: RegExp): string => text.split(separator).at(-1)!;
