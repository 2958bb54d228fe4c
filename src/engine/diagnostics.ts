/**
 * Diagnostics report what is not fully supported in a document. They are collected in a `Report` that callers pass to
 * stages. Shape and kinds are those of DiagnosticView in the HTTP API.
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

/** Entries per document: a generated document may repeat one mistake in 100,000 places. */
const MAX_DIAGNOSTICS = 1000;
const MAX_TEXT_LENGTH = 200;

/** Collects the diagnostics of a document. Identical ones (kind, text, context) share an entry with a count. */
export class Report {
  readonly #entries = new Map<string, { kind: DiagnosticKind; text: string; context: string; count: number }>();

  add(kind: DiagnosticKind, text: string, context: string, count = 1): void {
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

  /** @param place  goes before each place */
  addAll(other: Report, place = ''): void {
    for (const { kind, text, context, count } of other.diagnostics) this.add(kind, text, place + context, count);
  }

  /** In the order of first occurrence. */
  get diagnostics(): Diagnostic[] {
    return [...this.#entries.values()].map((entry) => ({ ...entry }));
  }
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}
