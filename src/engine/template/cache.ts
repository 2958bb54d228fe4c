/** Caches of the template stage across documents; bounded, created and passed in by the caller. */

import { BoundedCache } from '../collections/bounded-cache.js';
import type { FormatterCache } from './formatters.js';
import type { ParsedTemplate } from './parse.js';

export interface TemplateCacheOptions {
  /** UTF-16 units of source whose compiled templates are cached. Default 4,000,000. */
  readonly maxSource?: number;
  /** Cached formatters for numbers, dates and others. Default 500. */
  readonly maxFormatters?: number;
}

const MAX_LOCALES = 100;

/** Compiled templates by source and formatters by options. One instance per thread serves all documents. */
export class TemplateCache {
  readonly templates: BoundedCache<string, ParsedTemplate>;
  readonly formatters: FormatterCache;
  /** Canonical BCP 47 language tags by the tags that are given. */
  readonly locales = new BoundedCache<string, string>(MAX_LOCALES);

  constructor({ maxSource = 4_000_000, maxFormatters = 500 }: TemplateCacheOptions = {}) {
    this.templates = new BoundedCache(maxSource);
    this.formatters = new BoundedCache(maxFormatters);
  }
}
