/** The error codes of the engine, and the class that carries them. */

import type { Diagnostic } from './diagnostics.js';

export const ENGINE_ERRORS = {
  template_invalid: 'The template does not compile',
  template_failed: 'The template failed during expansion',
  document_too_large: 'The document is larger than the limit',
  document_too_complex: 'The document exceeds the limit of nesting or parts',
  render_timeout: 'The render took longer than the limit',
  document_not_supported: 'The document uses a feature that is not fully supported',
  invalid_asset: 'The assets callback returned an invalid value',
  invalid_timestamp: 'The answer of the time stamp authority cannot be used',
  invalid_locale: 'The locale is not a BCP 47 language tag',
  invalid_option: 'An option is not valid, or contradicts another one',
  compile_failed: 'The PDF could not be written',
} as const;

export type EngineErrorCode = keyof typeof ENGINE_ERRORS;

interface EngineErrorDetail {
  /** 1-based place in the template or HTML source. */
  readonly line?: number;
  readonly column?: number;
  readonly diagnostics?: readonly Diagnostic[];
  readonly cause?: unknown;
}

/**
 * Rejects a document or template. `message` says what is wrong, where, and how to fix it; it is safe to show to users.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly diagnostics: readonly Diagnostic[] | undefined;

  constructor(
    readonly code: EngineErrorCode,
    message: string = ENGINE_ERRORS[code],
    detail: EngineErrorDetail = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.line = detail.line;
    this.column = detail.column;
    this.diagnostics = detail.diagnostics;
  }
}

/** The message, with the place in the template unless it names it already. */
export function messageWithPlace({ message, line, column }: EngineError): string {
  if (line === undefined || new RegExp(`\\bline ${line}\\b`, 'i').test(message)) return message;
  return `${message} (line ${line}${column === undefined ? '' : `, column ${column}`})`;
}

/** A position in a source: 1-based, columns in UTF-16 units. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
}

/** The position of an offset in UTF-16 units. */
export function placeOf(source: string, offset: number): SourcePlace {
  const before = source.slice(0, offset).split(/\r\n?|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The refusal of a strict render. @param diagnostics  at least one */
export function notSupported(diagnostics: readonly Diagnostic[]): EngineError {
  const first = diagnostics[0]!;
  const more = diagnostics.length > 1 ? ` and ${diagnostics.length - 1} more` : '';
  const message = `The document is not fully supported: ${first.kind} ${first.text} (${first.context})${more}`;
  return new EngineError('document_not_supported', message, { diagnostics });
}

/**
 * Runs the stages of a document. JavaScript has limits of its own, which are those of a document that is nested too deeply,
 * or has a value that is too large: their errors become errors of the document.
 * @throws EngineError `document_too_complex`, `document_too_large`; what `run` throws otherwise
 */
export function withinLimits<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (/call stack/i.test(error.message)) {
      const message = 'Elements, values or rules are nested too deeply in one another, or one of them is too long.';
      throw new EngineError('document_too_complex', message, { cause: error });
    }
    if (/array length|string length|allocation failed|array buffer/i.test(error.message)) {
      const message =
        'A text, a list or a picture of the document is larger than one may be. Split it, or make it smaller.';
      throw new EngineError('document_too_large', message, { cause: error });
    }
    throw error;
  }
}
