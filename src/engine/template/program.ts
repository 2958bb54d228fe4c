/**
 * Template programs: a template that is used again is expanded with marks in place of its static markup, so that the
 * HTML stage knows it without parsing it.
 */

import type Handlebars from 'handlebars';
import type { TemplateLimits } from './limits.js';
import { MAX_MARKS } from './marks.js';
import { parseMarked } from './parse.js';

type Partials = ReadonlyMap<string, string>;

/** A template and the partials that it uses, with marks that are numbered together. */
export class TemplateProgram {
  /** Static markup by the number of its mark. */
  readonly markup: readonly string[];
  readonly expand: Handlebars.TemplateDelegate;
  readonly partials: Readonly<Record<string, Handlebars.TemplateDelegate>>;
  readonly #sources: Partials;
  #score = 0;

  private constructor(
    expand: Handlebars.TemplateDelegate,
    partials: Readonly<Record<string, Handlebars.TemplateDelegate>>,
    markup: readonly string[],
    sources: Partials,
  ) {
    this.expand = expand;
    this.partials = partials;
    this.markup = markup;
    this.#sources = sources;
  }

  /**
   * @param source    and `partials` by name compile without errors
   * @returns         undefined for templates without static markup, or with characters that marks are made of
   */
  static of(source: string, partials: Partials, limits: TemplateLimits): TemplateProgram | undefined {
    const main = parseMarked(source, limits, 0);
    if (!main) return undefined;
    const markup = [...main.markup.texts];
    const delegates: Record<string, Handlebars.TemplateDelegate> = {};
    for (const [name, text] of partials) {
      const partial = parseMarked(text, limits, markup.length, name);
      if (!partial) return undefined;
      // Not `push(...)`, whose arguments are limited.
      for (const each of partial.markup.texts) markup.push(each);
      delegates[name] = partial.expand;
    }
    if (markup.length === 0 || markup.length > MAX_MARKS) return undefined;
    return new TemplateProgram(main.expand, delegates, markup, partials);
  }

  uses(partials: Partials): boolean {
    if (partials.size !== this.#sources.size) return false;
    for (const [name, source] of partials) if (this.#sources.get(name) !== source) return false;
    return true;
  }

  /** Whether too few documents can be built without their text: then, trying costs more than it saves. */
  get isFutile(): boolean {
    return this.#score < MIN_SCORE;
  }

  /** @param isBuilt  whether the document has been built without its text */
  count(isBuilt: boolean): void {
    this.#score = isBuilt ? Math.min(0, this.#score + 1) : this.#score - FAILURE;
  }
}

/** A failure takes the time of up to that many successes; the first three may be of unusual data. */
const FAILURE = 4;
const MIN_SCORE = -3 * FAILURE;

/** Uses of a template before a program is made of it: those of one document only should not pay for it. */
const USES_BEFORE = 2;
/** Programs made of one template, whose partials change. */
const MAX_PROGRAMS = 4;

/** The program of a template in a cache, once there is one. */
export class ProgramSlot {
  #uses = 0;
  #made = 0;
  #program: TemplateProgram | undefined;

  /** Whether the program is made at the next use. */
  get isDue(): boolean {
    return this.#made === 0 && this.#uses >= USES_BEFORE;
  }

  /**
   * Counts a use of the template.
   * @param partials  the sources of those that it uses, by name
   */
  use(source: string, partials: () => Partials, limits: TemplateLimits): TemplateProgram | undefined {
    this.#uses += 1;
    if (this.#uses <= USES_BEFORE || this.#program?.isFutile) return undefined;
    if (this.#made > 0 && !this.#program) return undefined;
    const sources = partials();
    if (this.#program?.uses(sources)) return this.#program;
    this.#made += 1;
    this.#program = this.#made > MAX_PROGRAMS ? undefined : TemplateProgram.of(source, sources, limits);
    return this.#program;
  }
}
