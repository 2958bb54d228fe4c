/** How a command ends: its exit code, and what people are told of a failure. */

import { EngineError } from '../engine/errors.js';
import { MissingPackageError } from '../missing-package.js';

export const CLI_EXIT = { done: 0, refused: 1, usage: 2, internal: 3 } as const;

/** Wrong use: of options, files, settings or the machine. The message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that was understood and cannot be obeyed: the message says why. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** @returns the exit code, and what to write on standard error */
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
