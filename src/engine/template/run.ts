/** One expansion of a template: the context of its helpers, and its resource usage. */

import type { Deadline } from '../deadline.js';
import { EngineError } from '../errors.js';
import type { Formatter, FormatterCache } from './formatters.js';
import type { TemplateLimits } from './limits.js';
import { withMarkup } from './marks.js';

/** Thrown by helpers for invalid arguments; becomes `template_failed` with the position of the call. */
export class HelperError extends Error {}

/** Templates can access this object as `@run`, so everything but the locale and the time is private. */
export class Run {
  readonly #formatters: FormatterCache;
  readonly #limits: TemplateLimits;
  readonly #markup: readonly string[] | undefined;
  readonly #deadline: Deadline | undefined;
  #steps = 0;

  constructor(
    /** Canonical BCP 47 tag. */
    readonly locale: string,
    /** Base time of `relative` in milliseconds since 1970; the engine has no clock. */
    readonly now: number | undefined,
    formatters: FormatterCache,
    limits: TemplateLimits,
    /** Of the marks by number; default: there are none. */
    markup?: readonly string[],
    deadline?: Deadline,
  ) {
    this.#formatters = formatters;
    this.#limits = limits;
    this.#markup = markup;
    this.#deadline = deadline;
  }

  /** A text with the markup that its marks stand for. */
  unmarked(text: string): string {
    return this.#markup ? withMarkup(text, this.#markup) : text;
  }

  /** Before a helper that takes long. @throws EngineError render_timeout */
  checkTime(): void {
    this.#deadline?.checkNow();
  }

  /** Counts a round of a loop or a use of a partial. */
  step(): void {
    this.#deadline?.check();
    this.#steps += 1;
    const { maxSteps } = this.#limits;
    if (this.#steps > maxSteps)
      throw new HelperError(`The loops run more than ${formatNumber(maxSteps)} rounds in total.`);
  }

  checkLength(length: number): void {
    const { maxOutput } = this.#limits;
    if (length <= maxOutput) return;
    throw new EngineError(
      'document_too_large',
      `The expanded HTML has more than ${formatNumber(maxOutput)} characters. Give the template less data, or split the document.`,
    );
  }

  checkPartialDepth(depth: number, name: string): void {
    if (depth <= this.#limits.maxPartialDepth) return;
    throw new EngineError(
      'template_failed',
      `The partial “${name}” is nested more than ${formatNumber(this.#limits.maxPartialDepth)} levels deep. A recursive partial needs a condition that ends it.`,
    );
  }

  /**
   * Returns a cached or new formatter for the locale of the run.
   * @param kind  identifies the constructor
   * @throws HelperError when `Intl` rejects the options
   */
  formatter<Kind extends Formatter, Options>(
    kind: string,
    make: new (locales: string[], options: Options) => Kind,
    options: Options,
  ): Kind {
    const key = `${kind} ${this.locale} ${JSON.stringify(options)}`;
    const known = this.#formatters.get(key);
    if (known) return known as Kind;
    // An unknown locale falls back to a fixed one, not to that of the machine.
    const formatter = construct(() => new make([this.locale, 'en-US'], options));
    this.#formatters.set(key, formatter);
    return formatter;
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

function formatNumber(count: number): string {
  return count.toLocaleString('en-US');
}
