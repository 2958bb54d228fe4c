/**
 * Templates: Handlebars with locale-aware helpers. A template is HTML with `{{…}}`; expanding it with data gives the
 * HTML of a document. Values are HTML-escaped unless written as `{{{…}}}`. Only own properties of the data are
 * accessible.
 */

import type Handlebars from 'handlebars';
import type { Deadline } from '../deadline.js';
import { EngineError } from '../errors.js';
import { TemplateCache } from './cache.js';
import type { RunData } from './environment.js';
import { TEMPLATE_LIMITS, type TemplateLimits } from './limits.js';
import { type ParsedTemplate, parseTemplate } from './parse.js';
import { errorAt } from './places.js';
import type { ProgramSlot, TemplateProgram } from './program.js';
import { HelperError, Run } from './run.js';

export { TemplateCache, type TemplateCacheOptions } from './cache.js';
export type { TemplateLimits } from './limits.js';
export type { TemplateProgram } from './program.js';

export interface CompileTemplateOptions {
  /** Partials for `{{> name}}` by name. Only those used have to compile. */
  readonly partials?: Readonly<Record<string, string>>;
  /** Caches compiled templates across documents; default: every call compiles. */
  readonly cache?: TemplateCache;
  /** Only templates of one scope share what is cached; default ''. */
  readonly scope?: string;
  readonly limits?: Partial<TemplateLimits>;
}

export interface ExpandOptions {
  /** Data for the template; any JSON value. */
  readonly data?: unknown;
  /** BCP 47 tag; default en-US. */
  readonly locale?: string;
  /** Base time of `{{relative}}` when the template passes none, as the engine has no clock. */
  readonly now?: Date | number;
  /** Checked for every helper and round of a loop. */
  readonly deadline?: Deadline | undefined;
}

export interface Template {
  /** @throws EngineError template_failed, document_too_large or invalid_locale */
  expand(options?: ExpandOptions): string;
  /**
   * Expands a template that the cache knows from documents before.
   * @returns undefined when `expand` has to do it: there is no program, or the expansion fails
   */
  expandMarked(options?: ExpandOptions): MarkedHtml | undefined;
}

/** HTML with marks in place of static markup. */
export interface MarkedHtml {
  readonly text: string;
  readonly program: TemplateProgram;
  /** Of the text with its markup, in UTF-16 units; a longer one has to be refused. */
  readonly maxLength: number;
}

/**
 * Compiles a template and the partials it uses.
 * @throws EngineError template_invalid with line and column: syntax, unknown helper or partial, wrong arguments
 */
export function compileTemplate(source: string, options: CompileTemplateOptions = {}): Template {
  const limits = { ...TEMPLATE_LIMITS, ...options.limits };
  const { cache = new TemplateCache(), scope = '' } = options;
  const compile = (text: string, partial?: string): CompiledTemplate =>
    compileOne(text, { limits, cache, scope, partial });
  const main = compile(source);
  const partials = compilePartials(main.parsed, options.partials ?? {}, (text, name) => compile(text, name).parsed);
  const runWith = ({ locale = 'en-US', now, deadline }: ExpandOptions, program?: TemplateProgram) =>
    new Run(canonicalLocale(locale, cache), now?.valueOf(), cache.formatters, limits, program?.markup, deadline);
  return {
    expand: ({ data = {}, ...options } = {}) => {
      const delegates = Object.fromEntries([...partials].map(([name, { expand }]) => [name, expand]));
      return expandWith(main.parsed, delegates, data, runWith(options));
    },
    expandMarked: ({ data = {}, ...options } = {}) => {
      const sources = () => new Map([...partials].map(([name, { source }]) => [name, source]));
      const program = main.program?.use(source, sources, limits);
      if (!program) return undefined;
      const text = tryExpand(program, data, runWith(options, program));
      return text === undefined ? undefined : { text, program, maxLength: limits.maxOutput };
    },
  };
}

/** Errors are those of the expansion without marks, which may fail at another place: it has more text. */
function tryExpand(program: TemplateProgram, data: unknown, run: Run): string | undefined {
  try {
    return expandWith(program, program.partials, data, run);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    program.count(false);
    return undefined;
  }
}

function compileOne(
  source: string,
  {
    limits,
    cache,
    scope,
    partial,
  }: { limits: TemplateLimits; cache: TemplateCache; scope: string; partial: string | undefined },
): CompiledTemplate {
  // Handlebars would also compile a syntax tree passed as data, including code.
  if (typeof source !== 'string') throw new EngineError('template_invalid', 'The template is not a string.');
  if (source.length > limits.maxSource) {
    const max = limits.maxSource.toLocaleString('en-US');
    throw new EngineError('document_too_large', `The template has more than ${max} characters. Move data out of it.`);
  }
  // No key for the cache: parsing is cheaper.
  if (!source.includes('{{')) return { parsed: parseTemplate(source, limits, partial) };
  const key = `${scope} ${limits.maxNesting} ${partial === undefined ? '' : JSON.stringify(partial)}\n${source}`;
  return cache.getOrParse(key, source.length, () => parseTemplate(source, limits, partial));
}

/** A template, with its program if it is cached. */
interface CompiledTemplate {
  readonly parsed: ParsedTemplate;
  readonly program?: ProgramSlot;
}

type Partials = ReadonlyMap<string, ParsedTemplate>;

/** Compiles the partials that a template uses, directly or indirectly. */
function compilePartials(
  main: ParsedTemplate,
  sources: Readonly<Record<string, string>>,
  compile: (source: string, partial: string) => ParsedTemplate,
): Partials {
  const used = new Map<string, ParsedTemplate>();
  const queue = [main];
  for (let template = queue.pop(); template; template = queue.pop()) {
    for (const name of template.usesAnyPartial ? Object.keys(sources) : template.usedPartials) {
      if (used.has(name) || !Object.hasOwn(sources, name)) continue;
      const partial = compile(sources[name]!, name);
      used.set(name, partial);
      queue.push(partial);
    }
  }
  checkReferences([main, ...used.values()], used);
  return used;
}

/** Checks that partials exist. A partial declared inline in one template is visible to all templates it calls. */
function checkReferences(templates: readonly ParsedTemplate[], used: Partials): void {
  const inline = new Set(templates.flatMap((template) => [...template.inlinePartials]));
  for (const { name, place } of templates.flatMap((template) => template.requiredPartials)) {
    if (!used.has(name) && !inline.has(name))
      throw errorAt('template_invalid', `There is no partial “${name}”.`, place);
  }
}

function canonicalLocale(locale: string, { locales }: TemplateCache): string {
  const known = locales.get(locale);
  if (known !== undefined) return known;
  try {
    const [canonical] = Intl.getCanonicalLocales(locale);
    if (canonical) {
      locales.set(locale, canonical);
      return canonical;
    }
  } catch {
    // Reported below.
  }
  throw new EngineError('invalid_locale', `The locale “${locale}” is not a BCP 47 language tag, such as de-AT.`);
}

function expandWith(
  main: Pick<ParsedTemplate, 'expand'>,
  partials: Readonly<Record<string, Handlebars.TemplateDelegate>>,
  data: unknown,
  run: Run,
): string {
  const runData: RunData = { run, locale: run.locale, partialDepth: 0 };
  try {
    const text = main.expand(data, {
      data: runData,
      partials,
      // Explicit, so that Handlebars denies access silently instead of logging a warning.
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
    });
    run.checkLength(text.length);
    return text;
  } catch (error) {
    throw failure(error);
  }
}

/** Converts any failure to an error that is safe to show. */
function failure(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof HelperError) return new EngineError('template_failed', error.message, { cause: error });
  if (error instanceof RangeError && /string length/i.test(error.message)) {
    return new EngineError('document_too_large', 'A string in the template exceeds the maximum length.', {
      cause: error,
    });
  }
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    const message = 'The template includes itself without end. A recursive partial needs a condition that ends it.';
    return new EngineError('template_failed', message, { cause: error });
  }
  const partial = error instanceof Error ? /^The partial (.*) could not be found$/.exec(error.message)?.[1] : undefined;
  const message =
    partial === undefined ? 'The template cannot be expanded with this data.' : `There is no partial “${partial}”.`;
  return new EngineError('template_failed', message, { cause: error });
}
