/** Places in template sources, and the errors that name them. */

import { EngineError, type EngineErrorCode, type SourcePlace } from '../errors.js';

/** A place in the template itself or in a partial. */
export interface Place extends SourcePlace {
  /** Name of the partial; undefined for the template itself. */
  readonly partial?: string | undefined;
}

/** The part of a node's location that Handlebars's syntax tree and its helpers' options share; columns from 0. */
export interface Location {
  readonly source?: string | undefined;
  readonly start: { readonly line: number; readonly column: number };
}

export function placeAt({ source, start }: Location): Place {
  return { line: start.line, column: start.column + 1, partial: source };
}

/** @param message  what is wrong and how to mend it, as one or more sentences */
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
