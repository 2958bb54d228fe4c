/**
 * A diagnostic says that a document looks different from what its author wrote, and where. What is not supported, invalid
 * or missing, but makes no visible difference in this document, is a notice. Both are collected in a `Report` that
 * callers pass to stages. Shape and kinds are those of DiagnosticView in the HTTP API.
 */

export const DIAGNOSTIC_KINDS = [
  'UnsupportedElement',
  'UnsupportedProperty',
  'UnsupportedValue',
  'UnsupportedSelector',
  'UnsupportedAtRule',
  'InvalidCss',
  'MissingGlyph',
  'MissingFont',
  'MissingAsset',
  'BlockedResource',
  'LayoutOverflow',
  'NotConformant',
] as const;

export type DiagnosticKind = (typeof DIAGNOSTIC_KINDS)[number];

export interface Diagnostic {
  readonly kind: DiagnosticKind;
  /** The offending tag, property, selector or declaration, as written in the source. */
  readonly text: string;
  /**
   * The place: the path of an element (`table.items > tr`) or a position in a style sheet (`<style> 1, line 12, column
   * 3`).
   */
  readonly context: string;
  /** Number of identical occurrences; >= 1. */
  readonly count: number;
}

/** A diagnostic or a notice. */
export interface Finding extends Diagnostic {
  readonly isNotice: boolean;
}

/** Entries of each list per document: a generated document may repeat one mistake in 100,000 places. */
const MAX_DIAGNOSTICS = 1000;
const MAX_TEXT_LENGTH = 200;

/** Entries in the order of first occurrence. Identical ones (kind, text, context) share an entry with a count. */
class DiagnosticList {
  readonly #entries = new Map<string, { kind: DiagnosticKind; text: string; context: string; count: number }>();

  add(kind: DiagnosticKind, text: string, context: string, count: number): void {
    const entry = { kind, text: shorten(text), context: shorten(context), count };
    let key = `${entry.kind}\0${entry.text}\0${entry.context}`;
    let known = this.#entries.get(key);
    if (!known && this.#entries.size >= MAX_DIAGNOSTICS) {
      // Above the limit, one entry per kind keeps counting without places.
      entry.text = '(further ones)';
      entry.context = `more than ${MAX_DIAGNOSTICS} different diagnostics`;
      key = `${entry.kind}\0further`;
      known = this.#entries.get(key);
    }
    if (known) known.count += count;
    else this.#entries.set(key, entry);
  }

  get all(): Diagnostic[] {
    return [...this.#entries.values()].map((entry) => ({ ...entry }));
  }
}

/** Collects the diagnostics and the notices of a document. */
export class Report {
  readonly #diagnostics = new DiagnosticList();
  readonly #notices = new DiagnosticList();

  add(kind: DiagnosticKind, text: string, context: string, count = 1): void {
    this.#diagnostics.add(kind, text, context, count);
  }

  /** Adds what makes no visible difference. */
  notice(kind: DiagnosticKind, text: string, context: string, count = 1): void {
    this.#notices.add(kind, text, context, count);
  }

  /** @param place  goes before each place */
  addAll(findings: readonly Finding[], place = ''): void {
    for (const { kind, text, context, count, isNotice } of findings)
      (isNotice ? this.#notices : this.#diagnostics).add(kind, text, place + context, count);
  }

  get diagnostics(): Diagnostic[] {
    return this.#diagnostics.all;
  }

  get notices(): Diagnostic[] {
    return this.#notices.all;
  }

  /** Diagnostics, then notices. */
  get findings(): Finding[] {
    return [
      ...this.diagnostics.map((one) => ({ ...one, isNotice: false })),
      ...this.notices.map((one) => ({ ...one, isNotice: true })),
    ];
  }
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}
