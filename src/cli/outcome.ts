/** Exit codes, and the error messages of commands. */

import { EngineError } from '../engine/errors.js';
import { MissingPackageError } from '../missing-package.js';

export const CLI_EXIT = { done: 0, refused: 1, usage: 2, internal: 3 } as const;

/** Incorrect options, files, settings or environment. The message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A valid command that cannot be carried out; the message says why. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** @returns the exit code and the text for standard error */
export function describeFailure(error: unknown): { readonly exitCode: number; readonly text: string } {
  if (error instanceof UsageError || error instanceof MissingPackageError)
    return { exitCode: CLI_EXIT.usage, text: error.message };
  if (error instanceof OperatorError) return { exitCode: CLI_EXIT.refused, text: error.message };
  if (error instanceof EngineError && error.code !== 'compile_failed') {
    const place = error.line === undefined || /\bline \d/i.test(error.message) ? '' : ` (line ${error.line})`;
    return { exitCode: CLI_EXIT.refused, text: `${error.message}${place}` };
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: CLI_EXIT.internal, text: `internal error: ${what}` };
}

/** Why a file cannot be read or written. @param missing  what is not there */
export function reasonOf(error: unknown, missing: 'file' | 'folder' = 'file'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no such ${missing}`;
  return code === 'EISDIR' ? 'it is a folder' : message;
}
