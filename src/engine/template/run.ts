/** One expansion of a template: what its helpers may ask for, and what it has used up so far. */

import { EngineError } from '../errors.js';
import type { Formatter, TemplateCache } from './cache.js';
import type { TemplateLimits } from './limits.js';

/** What a helper throws for wrong arguments; it becomes `template_failed` with the place of the call. */
export class HelperError extends Error {}

/** Templates can see it as `@run`, but nothing in it: what is not the locale or the time is private. */
export class Run {
  readonly #cache: TemplateCache;
  readonly #limits: TemplateLimits;
  #steps = 0;

  constructor(
    /** Canonical BCP 47 tag. */
    readonly locale: string,
    /** What `relative` counts from, in milliseconds since 1970; the engine itself has no clock. */
    readonly now: number | undefined,
    cache: TemplateCache,
    limits: TemplateLimits,
  ) {
    this.#cache = cache;
    this.#limits = limits;
  }

  /** Counts a round of a loop or a use of a partial. */
  step(): void {
    this.#steps += 1;
    const { maxSteps } = this.#limits;
    if (this.#steps > maxSteps) throw new HelperError(`The loops run more than ${show(maxSteps)} rounds together.`);
  }

  checkLength(length: number): void {
    const { maxOutput } = this.#limits;
    if (length <= maxOutput) return;
    throw new EngineError(
      'document_too_large',
      `The expanded HTML has more than ${show(maxOutput)} characters. Give the template less data, or split the document.`,
    );
  }

  checkPartialDepth(depth: number, name: string): void {
    if (depth <= this.#limits.maxPartialDepth) return;
    throw new EngineError(
      'template_failed',
      `The partial “${name}” is used more than ${show(this.#limits.maxPartialDepth)} levels deep. A partial that uses itself must stop at some data.`,
    );
  }

  /**
   * Makes or finds a formatter for the run's locale.
   * @param kind  tells apart what `make` makes
   * @throws HelperError if `Intl` refuses the options
   */
  formatter<Kind extends Formatter, Options>(
    kind: string,
    make: new (locales: string[], options: Options) => Kind,
    options: Options,
  ): Kind {
    const key = `${kind} ${this.locale} ${JSON.stringify(options)}`;
    const known = this.#cache.formatters.get(key);
    if (known) return known as Kind;
    // A locale that is not known falls back to a fixed one, not to that of the machine.
    const made = construct(() => new make([this.locale, 'en-US'], options));
    this.#cache.formatters.set(key, made);
    return made;
  }
}

function construct<Kind>(make: () => Kind): Kind {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new HelperError(`${error.message}.`);
    throw error;
  }
}

function show(count: number): string {
  return count.toLocaleString('en-US');
}
