/** Positions in template sources, and errors with a position. */

import { EngineError, type EngineErrorCode, type SourcePlace } from '../errors.js';

/** A position in the template or in a partial. */
export interface Place extends SourcePlace {
  /** Name of the partial; undefined for the template itself. */
  readonly partial?: string | undefined;
}

/** A location as in Handlebars' syntax tree and helper options; columns count from 0. */
export interface Location {
  readonly source?: string | undefined;
  readonly start: { readonly line: number; readonly column: number };
}

export function placeAt({ source, start }: Location): Place {
  return { line: start.line, column: start.column + 1, partial: source };
}

/** @param message what is wrong and how to fix it, in one or more sentences */
export function errorAt(
  code: EngineErrorCode,
  message: string,
  place: Place | undefined,
  cause?: unknown,
): EngineError {
  if (!place) return new EngineError(code, message, { cause });
  const where = place.partial === undefined ? '' : ` of the partial “${place.partial}”`;
  const text = `Line ${place.line}, column ${place.column}${where}: ${message}`;
  return new EngineError(code, text, { line: place.line, column: place.column, cause });
}
