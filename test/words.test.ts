/**
 * The vocabulary of the code: terms of CSS, Blink, PDF and HTTP, in plain English. Lists words to avoid with their
 * replacements; identifiers are split at capitals and underscores, comments and strings are read as prose.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';

/** Parts of identifiers. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  most: 'max',
  least: 'min',
  turned: 'rotated, orthogonal or converted',
  turning: 'rotation, conversion',
  band: 'line, row or track',
  bands: 'lines, rows or tracks',
  heed: 'apply',
  heeds: 'applies',
  dumb: 'unusable',
  passage: 'run, range',
  twin: 'sibling, counterpart',
  twins: 'siblings, counterparts',
  unseen: 'invisible',
  told: 'reported',
  tells: 'reports',
  brought: 'document',
  room: 'opportunity, extent or available size',
  rooms: 'opportunities',
};

/** Sequences of parts of identifiers, in lower case. */
const SEQUENCES: Readonly<Record<string, string>> = { 'seen all': 'visited', 'make way': 'clear, shift' };

/** Prose of comments, strings and documentation. */
const PROSE: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\/\*\*\s*(?:\*\s*)?What\b(?! .*\?)/g, instead: 'a noun or an active verb: "The size of …", "Gives …"' },
  { pattern: /\bis for the (?:eye|reader) to\b/gi, instead: 'who decides, actively' },
  { pattern: /\b(?:heed|heeds|heeded)\b/gi, instead: 'apply, respect' },
  { pattern: /\bdumb (?:font|face)s?\b/gi, instead: 'unusable' },
  { pattern: /\b(?:twin|twins)\b/gi, instead: 'sibling, counterpart' },
  { pattern: /\bmakes? way for\b/gi, instead: 'moves past, clears' },
  { pattern: /\bfor want of\b/gi, instead: 'without, for lack of' },
  { pattern: /\bwithout a word\b/gi, instead: 'silently' },
  { pattern: /\bof its own accord\b/gi, instead: 'by itself' },
  { pattern: /\bcome to rest\b/gi, instead: 'stabilize' },
  { pattern: /\bnobody vouches\b/gi, instead: 'untrusted' },
  { pattern: /\bin the coordinates around\b/gi, instead: 'in the outer coordinate space' },
];

/** Uses of a listed word that are terms of the field, by file. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The value of TERM for a terminal without cursor control.
  'src/cli/progress.ts': ['dumb'],
  'test/cli/progress.test.ts': ['dumb'],
};

const FOLDERS = ['src', 'native', 'workers', 'scripts', 'bench', 'test', 'docs', 'examples'];
const THIS = 'test/words.test.ts';

const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/(?:^|\/)(?:target|node_modules)\//.test(name))
      .map((name) => join(folder, name)),
  ),
  'README.md',
  'ARCHITECTURE.md',
].filter((name) => /\.(?:[cm]?ts|mjs|rs|md)$/.test(name) && name !== THIS);

interface Piece {
  readonly kind: 'identifier' | 'prose';
  readonly text: string;
  readonly offset: number;
}

/** Splits TypeScript into identifiers, and comments and strings. */
function pieces(source: string): Piece[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found = new Map<number, Piece>();
  const add = (kind: Piece['kind'], from: number, to: number) =>
    found.set(from, { kind, text: source.slice(from, to), offset: from });
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ])
      add('prose', pos, end);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) add('identifier', node.getStart(), node.getEnd());
    else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      add('prose', node.getStart(), node.getEnd());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()];
}

/** `maxLineWidth` and `MAX_LINE_WIDTH` → `max line width` */
const words = (identifier: string): string =>
  identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_$#]/g, ' ')
    .toLowerCase();

function inIdentifier(text: string): string[] {
  const spelled = words(text);
  const parts = spelled.split(' ').filter((part) => Object.hasOwn(IDENTIFIERS, part));
  const sequences = Object.keys(SEQUENCES).filter((sequence) => ` ${spelled} `.includes(` ${sequence} `));
  return [
    ...parts.map((part) => `${text}: ${part} → ${IDENTIFIERS[part]}`),
    ...sequences.map((sequence) => `${text}: ${sequence} → ${SEQUENCES[sequence]}`),
  ];
}

const known = new Map<string, string[]>();
/** Identifiers recur: each is looked at once. */
function inKnownIdentifier(text: string): string[] {
  const problems = known.get(text) ?? inIdentifier(text);
  known.set(text, problems);
  return problems;
}

const inProse = (text: string): string[] =>
  PROSE.flatMap(({ pattern, instead }) => [...text.matchAll(pattern)].map(([found]) => `"${found}" → ${instead}`));

function check(name: string, source: string): string[] {
  const all = /\.(?:[cm]?ts|mjs)$/.test(name) ? pieces(source) : [{ kind: 'prose', text: source, offset: 0 } as const];
  const allowed = ALLOWED[name] ?? [];
  return all.flatMap(({ kind, text, offset }) => {
    const problems = kind === 'identifier' ? inKnownIdentifier(text) : inProse(text);
    return problems
      .filter((problem) => !allowed.some((word) => problem.includes(`: ${word} →`)))
      .map((problem) => `${name}:${source.slice(0, offset).split('\n').length} ${problem}`);
  });
}

t.test('names and prose use the terms of the field', async (t) => {
  t.ok(files.length > 400);
  t.strictSame(
    files.flatMap((name) => check(name, readFileSync(name, 'utf8'))),
    [],
  );
});

t.test('listed words are found in identifiers, comments and strings', async (t) => {
  const found = (source: string) => check('src/example.ts', source).length;
  t.equal(found('const mostWide = 1;'), 1);
  t.equal(found('const MOST_BYTES = 1;'), 1);
  t.equal(found('class A { #seenAll() {} }'), 1);
  t.equal(found('/** What a box is. */'), 1);
  t.equal(found("const message = 'one of the twins';"), 1);
  t.equal(found('// at most three\nconst almost = 1;'), 0);
});
