/**
 * Removes invalid statements from style rules. When lightningcss recovers from one (`*zoom: 1`, a missing colon), it
 * drops the declarations before it in the same rule, which CSS keeps. So the sheet is parsed again without the
 * statement.
 * Source: https://drafts.csswg.org/css-syntax-3/#consume-block-contents
 */

/** Half-open, in UTF-16 units of the text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Contents of a block: rules (`@media`), declarations and rules (a style rule), or blocks that are left alone
 * (`@page`).
 */
type BlockKind = 'rules' | 'style' | 'other';

/**
 * Replaces the statements of style rules at the offsets by spaces, which keeps lines.
 * @param offsets  where the parser failed, in UTF-16 units
 * @returns        undefined when no offset is in a statement of a style rule
 */
export function blankStatements(text: string, offsets: readonly number[]): string | undefined {
  const broken = innermost(styleStatements(text), offsets);
  if (broken.length === 0) return undefined;
  let result = '';
  let at = 0;
  for (const range of broken) {
    if (range.start < at) continue; // inside the previous one
    result += text.slice(at, range.start) + text.slice(range.start, range.end).replace(/[^\n]/g, ' ');
    at = range.end;
  }
  return result + text.slice(at);
}

/** The innermost statements that contain an offset or end at it, in order and without duplicates. */
function innermost(statements: readonly Range[], offsets: readonly number[]): Range[] {
  const found = new Set<Range>();
  const open: Range[] = []; // statements around the current offset, outermost first
  const sorted = [...statements].sort((a, b) => a.start - b.start || b.end - a.end);
  let next = 0;
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    for (; next < sorted.length && sorted[next]!.start <= offset; next++) {
      while (open.length > 0 && open[open.length - 1]!.end <= sorted[next]!.start) open.pop();
      open.push(sorted[next]!);
    }
    while (open.length > 0 && open[open.length - 1]!.end < offset) open.pop();
    const range = open[open.length - 1];
    if (range) found.add(range);
  }
  return [...found].sort((a, b) => a.start - b.start);
}

/** Statements of style rules: declarations with their semicolons, and nested rules with their blocks. */
function styleStatements(text: string): Range[] {
  const statements: Range[] = [];
  const blocks: { kind: BlockKind; start: number; brackets: number }[] = [];
  let kind: BlockKind = 'rules';
  let start = 0; // of the statement
  let brackets = 0; // open ( and [ in it
  const end = (at: number) => {
    if (kind === 'style' && text.slice(start, at).trim() !== '') statements.push({ start, end: at });
    start = at;
    brackets = 0;
  };
  const token = new RegExp(TOKEN);
  for (let i = 0; i < text.length; i++) {
    token.lastIndex = i;
    if (token.test(text)) {
      i = token.lastIndex - 1;
      continue;
    }
    const char = text[i];
    if (char === '(' || char === '[') brackets++;
    else if ((char === ')' || char === ']') && brackets > 0) brackets--;
    else if (char === '{') {
      blocks.push({ kind, start, brackets });
      kind = blockKind(text.slice(start, i), kind);
      start = i + 1;
      brackets = 0;
    } else if (brackets > 0) continue;
    else if (char === ';' && kind !== 'rules') end(i + 1);
    else if (char === '}' && blocks.length > 0) {
      end(i);
      ({ kind, start, brackets } = blocks.pop()!);
      // A rule ends with its block, a declaration (`--x: {}`) continues.
      if (brackets === 0 && !/^\s*--[\w-]*\s*:/.test(text.slice(start, start + 200))) end(i + 1);
    }
  }
  end(text.length);
  return statements;
}

function blockKind(prelude: string, outer: BlockKind): BlockKind {
  const text = prelude.replace(/\/\*.*?\*\//gs, ' ').trim();
  if (outer === 'other' || /^--[\w-]*\s*:/.test(text)) return 'other';
  if (!text.startsWith('@')) return 'style';
  if (!/^@(media|supports|layer|container|scope|starting-style|nest)\b/i.test(text)) return 'other';
  return outer;
}

/** An escape, string, comment or unquoted URL, whose brackets and semicolons are text. */
const TOKEN = new RegExp(
  [
    String.raw`\\.`,
    String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*["\n]?`,
    String.raw`'[^'\\\n]*(?:\\.[^'\\\n]*)*['\n]?`,
    String.raw`\/\*.*?(?:\*\/|$)`,
    String.raw`url\(\s*(?!["'\s])[^)]*\)?`,
  ].join('|'),
  'isy',
);
