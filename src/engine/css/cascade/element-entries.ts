/**
 * Entries of an element's cascade besides style rules: presentational hints, the style attribute, and declarations that
 * depend on the parent's style.
 */

import { getOrMake } from '../../collections/maps.js';
import { Report } from '../../diagnostics.js';
import { describeElement } from '../../html/dom.js';
import type { Hint } from '../html-hints/hint.js';
import { presentationalHints } from '../html-hints/presentational.js';
import type { ComputedStyle } from '../properties/table.js';
import type { Subject } from '../selectors/subject.js';
import { type DeclarationBlock, readStyleAttribute } from '../syntax/declarations.js';
import { asBrowsersTake } from '../syntax/lenience.js';
import { keepPercentages } from '../syntax/percentages.js';
import { RewrittenText } from '../syntax/rewriting.js';
import { markUnitlessIn } from '../syntax/unitless.js';
import { type CascadeEntry, KEY_LENGTH, LEVELS } from './cascade.js';

const NONE: readonly CascadeEntry[] = [];

/** Styles of ancestors that the declarations of an element depend on. */
export interface AncestorStyles {
  readonly parent: ComputedStyle | undefined;
  /** Style of the `body` element; undefined outside of it. */
  readonly body: ComputedStyle | undefined;
}

const OWN_REFERENCE = /^(?:filter|clip-path|mask)\S*: url\(/;

/** Entries of attributes and of the user agent, for all documents. Equal text gives the same entry. */
export class SharedEntries {
  readonly #styles = new Map<string, CascadeEntry>();
  readonly #declared = new Map<string, CascadeEntry>();
  /** Number of entries; those with long keys count several times. */
  weight = 0;

  /** The entry of a style attribute; undefined when it is unknown. */
  style(text: string): CascadeEntry | undefined {
    return this.#styles.get(text);
  }

  addStyle(text: string, entry: CascadeEntry): void {
    this.weight += 1 + text.length / KEY_LENGTH;
    this.#styles.set(text, entry);
  }

  declared(level: number, hints: readonly Hint[], declare: Declare): CascadeEntry {
    const key = `${level} ${hints.map(([name, value]) => `${name}:${value}`).join(';')}`;
    return getOrMake(this.#declared, key, () => {
      this.weight += 1 + key.length / KEY_LENGTH;
      return { level, block: hints.flatMap(([name, value]) => declare(name, value)) };
    });
  }
}

type Declare = (name: string, value: string) => DeclarationBlock;

export interface EntryCaches {
  readonly entries: SharedEntries;
  /** Parses one declaration. */
  readonly declare: Declare;
}

/** The entries of the elements of one document. */
export class ElementEntries {
  /** Those of style attributes with diagnostics, which name the first element with the attribute. */
  readonly #reported = new Map<string, CascadeEntry>();
  /** In SVG, diagnostics differ. */
  readonly #reportedInSvg = new Map<string, CascadeEntry>();

  constructor(
    readonly caches: EntryCaches,
    readonly quirks: boolean,
    readonly report: Report,
  ) {}

  /** Entries above the user agent's rules and below the author's, in ascending order. */
  belowAuthor(subject: Subject, ancestors: AncestorStyles): readonly CascadeEntry[] {
    const { name } = subject.element;
    const hint = this.#hintEntry(subject);
    if (!subject.isHtml || (name !== 'th' && name !== 'table')) return hint ? [hint] : NONE;
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
    const { entries, declare } = this.caches;
    return entries.declared(LEVELS.userAgent, [[name, value]], declare);
  }

  styleAttribute(subject: Subject): CascadeEntry | undefined {
    const text = subject.attribute('style');
    if (!text) return undefined;
    const entry = this.#styleEntry(
      asBrowsersTake(keepPercentages(markUnitlessIn(RewrittenText.of(text), this.quirks))).text,
      subject,
    );
    return entry.block.length > 0 ? entry : undefined;
  }

  #hintEntry(subject: Subject): CascadeEntry | undefined {
    const hints = presentationalHints(subject);
    if (hints.length === 0) return undefined;
    const { entries, declare } = this.caches;
    return entries.declared(LEVELS.presentationalHints, hints, declare);
  }

  #styleEntry(text: string, subject: Subject): CascadeEntry {
    const reported = subject.isHtml ? this.#reported : this.#reportedInSvg;
    const known = this.caches.entries.style(text) ?? reported.get(text);
    if (known) return known;
    const { block, isClean } = this.#readStyle(text, subject);
    const entry = { level: LEVELS.styleAttribute, block };
    if (isClean) this.caches.entries.addStyle(text, entry);
    else reported.set(text, entry);
    return entry;
  }

  /** Without diagnostics, the block does not depend on its place. */
  #readStyle(text: string, subject: Subject): { readonly block: DeclarationBlock; readonly isClean: boolean } {
    const place = `style of ${describeElement(subject.element)}`;
    const found = new Report();
    const read = readStyleAttribute(text, place, found);
    // In SVG, the SVG renderer resolves references to filters, masks and clip paths of the same drawing.
    const inDrawing = !subject.isHtml;
    const block = inDrawing ? read.filter(({ problem }) => !OWN_REFERENCE.test(problem?.text ?? '')) : read;
    this.report.addAll(found.findings.filter(({ text: what }) => !(inDrawing && OWN_REFERENCE.test(what))));
    const isClean = found.findings.length === 0 && read.every((declaration) => declaration.problem === undefined);
    return { block, isClean };
  }
}
