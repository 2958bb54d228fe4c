/** Parsed style sheets, rule sets, declarations and computed styles, kept between documents; bounded. */

import { BoundedCache } from '../../collections/bounded-cache.js';
import { getOrMake } from '../../collections/maps.js';
import type { RuleSet } from '../cascade/rule-set.js';
import { createValueCache, type ValueCache } from '../cascade/variables.js';
import { type DeclarationBlock, declare } from '../syntax/declarations.js';
import type { Stylesheet } from '../syntax/stylesheet.js';
import { SharedStyles } from './style-tree.js';

export class StyleCaches {
  /** Weights in UTF-16 units of source; a parsed sheet takes about 10 bytes per unit. */
  readonly stylesheets = new BoundedCache<string, Stylesheet>(2_000_000);
  /** By text: the constants of this package. */
  readonly userAgentSheets = new Map<string, Stylesheet>();
  readonly ruleSets = new BoundedCache<string, RuleSet>(64);
  readonly #declared = new BoundedCache<string, DeclarationBlock>(5_000);
  readonly values: ValueCache = createValueCache();
  readonly #numbers = new WeakMap<Stylesheet, number>();
  #lastNumber = 0;
  #shared = new SharedStyles();

  /** Parses one declaration of a presentational hint or user agent default. */
  readonly declare = (name: string, value: string): DeclarationBlock =>
    this.#declared.getOrMake(`${name}:${value}`, () => declare(name, value));

  /** For a document that starts now. */
  sharedStyles(): SharedStyles {
    if (this.#shared.isFull) this.#shared = new SharedStyles();
    return this.#shared;
  }

  /** A unique number for a style sheet, for cache keys. */
  numberOf(sheet: Stylesheet): number {
    return getOrMake(this.#numbers, sheet, () => ++this.#lastNumber);
  }
}
