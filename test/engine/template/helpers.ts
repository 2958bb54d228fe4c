/** Short forms for tests of templates. */

import { EngineError } from '../../../src/engine/errors.js';
import {
  type CompileTemplateOptions,
  compileTemplate,
  type ExpandOptions,
} from '../../../src/engine/template/expand.js';

/** Expands a template with data. */
export function expand(
  source: string,
  data: unknown = {},
  options: CompileTemplateOptions & ExpandOptions = {},
): string {
  return compileTemplate(source, options).expand({ data, ...options });
}

/** The error with which a template is refused or fails. */
export function errorOf(
  source: string,
  data: unknown = {},
  options: CompileTemplateOptions & ExpandOptions = {},
): EngineError {
  return caught(() => expand(source, data, options));
}

/** The error with which a template is refused without being expanded. */
export function compileErrorOf(source: string, options: CompileTemplateOptions = {}): EngineError {
  return caught(() => compileTemplate(source, options));
}

function caught(step: () => unknown): EngineError {
  try {
    step();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error('There was no error');
}

/** Where an error is, as `code line:column`. */
export function placeOf({ code, line, column }: EngineError): string {
  return `${code} ${line}:${column}`;
}
