/** Parses and checks the source of a template or partial. */

import type Handlebars from 'handlebars';
import { placeOf } from '../errors.js';
import { type CheckedTree, checkTree } from './check-tree.js';
import { ENVIRONMENT, lastTokenOffset, MARKING_ENVIRONMENT } from './environment.js';
import { HELPERS } from './helpers/index.js';
import type { TemplateLimits } from './limits.js';
import { MARK } from './marks.js';
import { errorAt, type Place, placeAt } from './places.js';
import { scanTemplate } from './scan.js';
import { StaticMarkup } from './static-markup.js';

/** A template by itself; references to partials are not resolved yet. */
export interface ParsedTemplate extends CheckedTree {
  readonly source: string;
  readonly expand: Handlebars.TemplateDelegate;
}

const KNOWN_HELPERS = Object.fromEntries([...HELPERS.keys()].map((name) => [name, true])) as NonNullable<
  CompileOptions['knownHelpers']
>;
const COMPILE_OPTIONS = { knownHelpers: KNOWN_HELPERS, knownHelpersOnly: true };

/**
 * @param partial  the partial's name; undefined for the template itself
 * @throws EngineError template_invalid with line and column
 */
export function parseTemplate(source: string, limits: TemplateLimits, partial?: string): ParsedTemplate {
  if (!source.includes('{{')) return parsedTemplate(source, NO_REFERENCES, () => source);
  const tree = parseTree(scanTemplate(source, limits, partial), partial);
  const checked = checkTree(tree, limits);
  return parsedTemplate(source, checked, ENVIRONMENT.compile(tree, COMPILE_OPTIONS));
}

/** A template or partial whose expansions have marks in place of static markup. */
interface MarkedTemplate {
  readonly expand: Handlebars.TemplateDelegate;
  readonly markup: StaticMarkup;
}

/**
 * @param source  parses without errors
 * @param first   the number of its first mark
 * @returns       undefined for text with what marks begin with
 */
export function parseMarked(
  source: string,
  limits: TemplateLimits,
  first: number,
  partial?: string,
): MarkedTemplate | undefined {
  if (source.includes(MARK)) return undefined;
  const tree = parseTree(scanTemplate(source, limits, partial), partial);
  checkTree(tree, limits);
  const markup = new StaticMarkup(first);
  markup.mark(tree);
  return { expand: MARKING_ENVIRONMENT.compile(tree, COMPILE_OPTIONS), markup };
}

const parsedTemplate = (
  source: string,
  { usedPartials, requiredPartials, inlinePartials, usesAnyPartial }: CheckedTree,
  expand: Handlebars.TemplateDelegate,
): ParsedTemplate => ({ source, usedPartials, requiredPartials, inlinePartials, usesAnyPartial, expand });

/** Of text without expressions, which Handlebars would give back as it is. */
const NO_REFERENCES: CheckedTree = {
  usedPartials: new Set(),
  requiredPartials: [],
  inlinePartials: new Set(),
  usesAnyPartial: false,
};

function parseTree(source: string, partial: string | undefined): hbs.AST.Program {
  try {
    return ENVIRONMENT.parse(source, partial === undefined ? {} : { srcName: partial });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw errorAt('template_invalid', explain(error.message), placeOfError(error, source, partial), error);
  }
}

/** Handlebars' errors carry a position; for errors of its parser, it comes from the lexer. */
function placeOfError(error: Error, source: string, partial: string | undefined): Place {
  const { lineNumber, column } = error as Partial<Handlebars.Exception>;
  if (typeof lineNumber === 'number' && typeof column === 'number') {
    return placeAt({ source: partial, start: { line: lineNumber, column } });
  }
  return { ...placeOf(source, lastTokenOffset(error.message.startsWith('Lexical'))), partial };
}

/** Descriptions of tokens in error messages. */
const TOKENS: Readonly<Record<string, string>> = {
  EOF: 'The end of the template',
  CLOSE: '}}',
  CLOSE_UNESCAPED: '}}}',
  CLOSE_SEXPR: 'A closing parenthesis',
  OPEN_SEXPR: 'An opening parenthesis',
  INVERSE: '{{else}}',
  OPEN_INVERSE_CHAIN: '{{else …}}',
  EQUALS: '=',
  ID: 'A name',
  STRING: 'A string',
  NUMBER: 'A number',
  BOOLEAN: 'true or false',
  DATA: '@',
  SEP: 'A dot or slash',
};

function explain(message: string): string {
  const got = /got '(\w+)'/.exec(message)?.[1];
  if (got && Object.hasOwn(TOKENS, got)) return `${TOKENS[got]} is not allowed here.`;
  const path = /^Invalid path: (.*?) - /.exec(message)?.[1];
  if (path) return `The path ${path} is invalid: .. is allowed only at its start.`;
  return 'This character is not allowed here.';
}
