/** Caches of the template stage across documents; bounded, created and passed in by the caller. */

import { BoundedCache } from '../collections/bounded-cache.js';
import type { FormatterCache } from './formatters.js';
import type { ParsedTemplate } from './parse.js';
import { ProgramSlot } from './program.js';

export interface TemplateCacheOptions {
  /** UTF-16 units of source whose compiled templates are cached; one with a program counts four times and 4,000. Default 4,000,000. */
  readonly maxSource?: number;
  /** Cached formatters for numbers, dates and others. Default 500. */
  readonly maxFormatters?: number;
}

const MAX_LOCALES = 100;

/** Weight of a template with a program: by that of the template alone, and what any program may take. */
const WEIGHT_WITH_PROGRAM = 4;
const PROGRAM_WEIGHT = 4_000;

interface CachedTemplate {
  readonly parsed: ParsedTemplate;
  readonly program: ProgramSlot;
}

/** Compiled templates by source and formatters by options. One instance per thread serves all documents. */
export class TemplateCache {
  readonly templates: BoundedCache<string, CachedTemplate>;
  readonly formatters: FormatterCache;
  /** Canonical BCP 47 language tags by the tags that are given. */
  readonly locales = new BoundedCache<string, string>(MAX_LOCALES);

  constructor({ maxSource = 4_000_000, maxFormatters = 500 }: TemplateCacheOptions = {}) {
    this.templates = new BoundedCache(maxSource);
    this.formatters = new BoundedCache(maxFormatters);
  }

  /** @returns the template, and room for its program if the cache has any */
  getOrParse(
    key: string,
    length: number,
    parse: () => ParsedTemplate,
  ): Partial<CachedTemplate> & { readonly parsed: ParsedTemplate } {
    const { templates } = this;
    const weight = length + 1;
    const known = templates.get(key);
    if (!known) {
      const parsed = parse();
      if (weight > templates.maxWeight) return { parsed };
      const made = { parsed, program: new ProgramSlot() };
      templates.set(key, made, weight);
      return made;
    }
    if (known.program.isDue) {
      const whole = weight * WEIGHT_WITH_PROGRAM + PROGRAM_WEIGHT;
      if (whole > templates.maxWeight) return { parsed: known.parsed };
      templates.set(key, known, whole);
    }
    return known;
  }
}
