/** The first two stages: expands templates, and makes trees of what they give, by their programs or by the parser. */

import type { Deadline } from './deadline.js';
import type { DocumentInput, EngineLimits, Stage } from './document.js';
import { EngineError } from './errors.js';
import type { HtmlDocument } from './html/dom.js';
import { parseHtml } from './html/parse.js';
import { TreePrograms } from './html/program/programs.js';
import { TagAttributesCache } from './html/tag-attributes.js';
import { compileTemplate, type ExpandOptions, type Template, TemplateCache } from './template/expand.js';

/** A document, and its scope as in `Scoped` of render.ts. */
type TemplateInput = Pick<DocumentInput, 'html' | 'template' | 'data' | 'locale' | 'partials' | 'now'> & {
  readonly scope?: string;
};

const DEFAULT_LOCALE = 'en-US';

/** Templates that are kept between documents. One instance per thread. */
export class Expansion {
  readonly cache = new TemplateCache();
  readonly #programs = new TreePrograms();
  readonly #attributes = new TagAttributesCache();

  constructor(private readonly limits: Pick<EngineLimits, 'maxTemplateLength' | 'maxHtmlLength'>) {}

  /** @param deadline  checked for every helper and round of a loop @throws EngineError of `compileTemplate`, `Template.expand` and `parseHtml` */
  document(input: TemplateInput, time: <T>(stage: Stage, run: () => T) => T, deadline?: Deadline): HtmlDocument {
    const options = { ...optionsOf(input, input.locale ?? DEFAULT_LOCALE), deadline };
    const limits = { maxLength: this.limits.maxHtmlLength };
    if (input.template === false)
      return time('html', () => parseHtml(this.#plain(input.html), limits, this.#attributes));
    const { template, expanded } = time('template', () => {
      const template = this.#compileDocument(input);
      return { template, expanded: template.expandMarked(options) ?? template.expand(options) };
    });
    return time('html', () => {
      if (typeof expanded === 'string') return parseHtml(expanded, limits, this.#attributes);
      return this.#programs.build(expanded, limits) ?? parseHtml(template.expand(options), limits, this.#attributes);
    });
  }

  /** Expands a template of another file of the document, which no locale concerns. */
  text(source: string, input: TemplateInput): string {
    return this.#compile(source, input).expand(optionsOf(input, DEFAULT_LOCALE));
  }

  /** HTML that is no template, within the limit of those. */
  #plain(html: string): string {
    if (typeof html !== 'string') throw new EngineError('template_invalid', 'The document is not a string.');
    if (html.length <= this.limits.maxHtmlLength) return html;
    const max = this.limits.maxHtmlLength.toLocaleString('en-US');
    throw new EngineError('document_too_large', `The document has more than ${max} characters.`);
  }

  #compileDocument(input: TemplateInput): Template {
    try {
      return this.#compile(input.html, input);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'template_invalid' || error.line === undefined) throw error;
      const { code, line, column, cause } = error;
      throw new EngineError(code, `${error.message} ${NO_TEMPLATE}`, { line, column, cause });
    }
  }

  #compile(source: string, { partials, scope = '' }: TemplateInput): Template {
    const { maxTemplateLength: maxSource, maxHtmlLength: maxOutput } = this.limits;
    return compileTemplate(source, {
      partials: partials ?? {},
      cache: this.cache,
      scope,
      limits: { maxSource, maxOutput },
    });
  }
}

const NO_TEMPLATE = 'If the document is no template, set template: false (command line: --no-template).';

const optionsOf = ({ data, now }: TemplateInput, locale: string): ExpandOptions => ({
  data: data ?? {},
  locale,
  ...(now !== undefined && { now }),
});
