/**
 * Templates: Handlebars with helpers that know the locale. A template is HTML with `{{…}}` in it; expanding it with
 * data gives the HTML of a document. Values are escaped as HTML unless written `{{{…}}}`. Only own properties of the
 * data can be reached.
 */

import { EngineError } from '../errors.js';
import { TemplateCache } from './cache.js';
import type { RunData } from './environment.js';
import { TEMPLATE_LIMITS, type TemplateLimits } from './limits.js';
import { type ParsedTemplate, parseTemplate } from './parse.js';
import { errorAt } from './places.js';
import { HelperError, Run } from './run.js';

export { TemplateCache, type TemplateCacheOptions } from './cache.js';
export type { TemplateLimits } from './limits.js';

export interface CompileTemplateOptions {
  /** Sources of the partials that `{{> name}}` may use, by name. Only those that are used need to compile. */
  readonly partials?: Readonly<Record<string, string>>;
  /** Keeps compiled templates between documents; without one each call compiles anew. */
  readonly cache?: TemplateCache;
  readonly limits?: Partial<TemplateLimits>;
}

export interface ExpandOptions {
  /** What the template's names stand for; any JSON value. */
  readonly data?: unknown;
  /** BCP 47 tag; default en-US. */
  readonly locale?: string;
  /** The time that `{{relative}}` counts from when the template gives none; the engine has no clock. */
  readonly now?: Date | number;
}

export interface Template {
  /** @throws EngineError template_failed, document_too_large or invalid_locale */
  expand(options?: ExpandOptions): string;
}

/**
 * Compiles a template and the partials it uses.
 * @throws EngineError template_invalid with line and column: syntax, unknown helper or partial, wrong arguments
 */
export function compileTemplate(source: string, options: CompileTemplateOptions = {}): Template {
  const limits = { ...TEMPLATE_LIMITS, ...options.limits };
  const cache = options.cache ?? new TemplateCache();
  const compile = (text: string, partial?: string): ParsedTemplate => compileOne(text, { limits, cache, partial });
  const main = compile(source);
  const partials = compilePartials(main, options.partials ?? {}, compile);
  return {
    expand: ({ data = {}, locale = 'en-US', now } = {}) => {
      const run = new Run(canonicalLocale(locale), now?.valueOf(), cache, limits);
      return expandWith(main, partials, data, run);
    },
  };
}

/** Compiles and expands a template in one step. */
export function expandTemplate({
  source,
  ...options
}: { readonly source: string } & CompileTemplateOptions & ExpandOptions): string {
  return compileTemplate(source, options).expand(options);
}

function compileOne(
  source: string,
  { limits, cache, partial }: { limits: TemplateLimits; cache: TemplateCache; partial: string | undefined },
): ParsedTemplate {
  // Handlebars would compile a syntax tree, code and all, that arrived as data.
  if (typeof source !== 'string') throw new EngineError('template_invalid', 'The template is not text.');
  if (source.length > limits.maxSource) {
    const most = limits.maxSource.toLocaleString('en-US');
    throw new EngineError('document_too_large', `The template has more than ${most} characters. Move data out of it.`);
  }
  const key = `${limits.maxNesting} ${partial === undefined ? '' : JSON.stringify(partial)}\n${source}`;
  const known = cache.templates.get(key);
  if (known) return known;
  const parsed = parseTemplate(source, limits, partial);
  cache.templates.set(key, parsed, source.length + 1);
  return parsed;
}

type Partials = ReadonlyMap<string, ParsedTemplate>;

/** The partials that a template uses, and those that they use. */
function compilePartials(
  main: ParsedTemplate,
  sources: Readonly<Record<string, string>>,
  compile: (source: string, partial: string) => ParsedTemplate,
): Partials {
  const used = new Map<string, ParsedTemplate>();
  const waiting = [main];
  for (let template = waiting.pop(); template; template = waiting.pop()) {
    for (const name of template.usesAnyPartial ? Object.keys(sources) : template.usedPartials) {
      if (used.has(name) || !Object.hasOwn(sources, name)) continue;
      const partial = compile(sources[name]!, name);
      used.set(name, partial);
      waiting.push(partial);
    }
  }
  checkReferences([main, ...used.values()], used);
  return used;
}

/** A partial declared inside one template can be used by every other that it calls. */
function checkReferences(templates: readonly ParsedTemplate[], used: Partials): void {
  const inline = new Set(templates.flatMap((template) => [...template.inlinePartials]));
  for (const { name, place } of templates.flatMap((template) => template.requiredPartials)) {
    if (!used.has(name) && !inline.has(name))
      throw errorAt('template_invalid', `There is no partial “${name}”.`, place);
  }
}

function canonicalLocale(locale: string): string {
  try {
    const [canonical] = Intl.getCanonicalLocales(locale);
    if (canonical) return canonical;
  } catch {
    // Said below.
  }
  throw new EngineError('invalid_locale', `The locale “${locale}” is not a BCP 47 language tag, such as de-AT.`);
}

function expandWith(main: ParsedTemplate, partials: Partials, data: unknown, run: Run): string {
  const runData: RunData = { run, locale: run.locale, partialDepth: 0 };
  try {
    const text = main.expand(data, {
      data: runData,
      partials: Object.fromEntries([...partials].map(([name, { expand }]) => [name, expand])),
      // Said explicitly, so that Handlebars refuses in silence instead of warning on the console.
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
    });
    run.checkLength(text.length);
    return text;
  } catch (error) {
    throw failure(error);
  }
}

/** Whatever went wrong as an error that is safe to show. */
function failure(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof HelperError) return new EngineError('template_failed', error.message, { cause: error });
  if (error instanceof RangeError && /string length/i.test(error.message)) {
    return new EngineError('document_too_large', 'A text in the template became too long.', { cause: error });
  }
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    const message = 'The template uses itself without end. A partial that uses itself must stop at some data.';
    return new EngineError('template_failed', message, { cause: error });
  }
  const partial = error instanceof Error ? /^The partial (.*) could not be found$/.exec(error.message)?.[1] : undefined;
  const message =
    partial === undefined ? 'The template cannot be expanded with this data.' : `There is no partial “${partial}”.`;
  return new EngineError('template_failed', message, { cause: error });
}
