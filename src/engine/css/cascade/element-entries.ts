/**
 * Entries of an element's cascade besides style rules: presentational hints, the style attribute, and declarations that
 * depend on the parent's style.
 */

import type { BoundedCache } from '../../collections/bounded-cache.js';
import { getOrMake } from '../../collections/maps.js';
import { Report } from '../../diagnostics.js';
import { describeElement } from '../../html/dom.js';
import { presentationalHints } from '../html-hints/presentational.js';
import type { ComputedStyle } from '../properties/table.js';
import type { Subject } from '../selectors/subject.js';
import { type DeclarationBlock, readStyleAttribute } from '../syntax/declarations.js';
import { markUnitlessLengths } from '../syntax/unitless.js';
import { type CascadeEntry, LEVELS } from './cascade.js';

const NONE: readonly CascadeEntry[] = [];

/** Styles of ancestors that the declarations of an element depend on. */
export interface AncestorStyles {
  readonly parent: ComputedStyle | undefined;
  /** Style of the `body` element; undefined outside of it. */
  readonly body: ComputedStyle | undefined;
}

const OWN_REFERENCE = /^(?:filter|clip-path|mask)\S*: url\(/;

/** Equal attributes give the same entry. */
export class ElementEntries {
  readonly #styles = new Map<string, CascadeEntry>();
  readonly #hints = new Map<string, CascadeEntry>();
  readonly #userAgent = new Map<string, CascadeEntry>();

  constructor(
    readonly caches: {
      readonly styleAttributes: BoundedCache<string, DeclarationBlock>;
      readonly declare: (name: string, value: string) => DeclarationBlock;
    },
    readonly quirks: boolean,
    readonly report: Report,
  ) {}

  /** Entries above the user agent's rules and below the author's, in ascending order. */
  belowAuthor(subject: Subject, ancestors: AncestorStyles): readonly CascadeEntry[] {
    const { name } = subject.element;
    if (!subject.isHtml && name !== 'svg') return NONE;
    const hint = this.#hintEntry(subject);
    if (name !== 'th' && name !== 'table') return hint ? [hint] : NONE;
    const entries = name === 'th' ? this.#ofHeadingCell(ancestors) : this.#ofTable(ancestors);
    return hint ? [...entries, hint] : entries;
  }

  /** `text-align: -internal-center` of Blink's html.css: centered unless an ancestor sets an alignment. */
  #ofHeadingCell({ parent }: AncestorStyles): CascadeEntry[] {
    return parent?.['text-align'] === 'start' ? [this.#userAgentEntry('text-align', 'center')] : [];
  }

  /**
   * A table does not inherit the alignment of `<center>` and `<div align>`; in quirks mode its color is that of the
   * body.
   * Source: https://quirks.spec.whatwg.org/#the-tables-inherit-color-from-body-quirk
   */
  #ofTable({ parent, body }: AncestorStyles): CascadeEntry[] {
    const entries: CascadeEntry[] = [];
    if (parent?.['text-align'].startsWith('-webkit-')) entries.push(this.#userAgentEntry('text-align', 'start'));
    if (this.quirks && body) {
      const { r, g, b, a } = body.color;
      entries.push(this.#userAgentEntry('color', `rgb(${r} ${g} ${b} / ${a})`));
    }
    return entries;
  }

  #userAgentEntry(name: string, value: string): CascadeEntry {
    const make = () => ({ level: LEVELS.userAgent, block: this.caches.declare(name, value) });
    return getOrMake(this.#userAgent, `${name}:${value}`, make);
  }

  styleAttribute(subject: Subject): CascadeEntry | undefined {
    const text = subject.attribute('style');
    if (!text) return undefined;
    const entry = getOrMake(this.#styles, text, () => {
      return { level: LEVELS.styleAttribute, block: this.#readStyle(text, subject) };
    });
    return entry.block.length > 0 ? entry : undefined;
  }

  #hintEntry(subject: Subject): CascadeEntry | undefined {
    const hints = presentationalHints(subject);
    if (hints.length === 0) return undefined;
    const key = hints.map(([name, value]) => `${name}:${value}`).join(';');
    return getOrMake(this.#hints, key, () => {
      const block = hints.flatMap(([name, value]) => this.caches.declare(name, value));
      return { level: LEVELS.presentationalHints, block };
    });
  }

  /** Blocks without diagnostics do not depend on their place and are cached across documents. */
  #readStyle(text: string, subject: Subject): DeclarationBlock {
    const marked = markUnitlessLengths(text, this.quirks);
    const known = this.caches.styleAttributes.get(marked);
    if (known) return known;
    const place = `style of ${describeElement(subject.element)}`;
    const found = new Report();
    const read = readStyleAttribute(marked, place, found);
    // In SVG, the SVG renderer resolves references to filters, masks and clip paths of the same drawing.
    const inDrawing = !subject.isHtml;
    const block = inDrawing ? read.filter(({ problem }) => !OWN_REFERENCE.test(problem?.text ?? '')) : read;
    const diagnostics = found.diagnostics.filter(({ text: what }) => !(inDrawing && OWN_REFERENCE.test(what)));
    for (const { kind, text: what, context, count } of diagnostics) this.report.add(kind, what, context, count);
    const clean = found.diagnostics.length === 0 && read.every((declaration) => declaration.problem === undefined);
    if (clean) this.caches.styleAttributes.set(marked, block);
    return block;
  }
}
