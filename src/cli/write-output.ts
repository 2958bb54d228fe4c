import { writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { reasonOf, UsageError } from './outcome.js';

/** @param target  a path; `-`: standard output. @throws UsageError */
export async function writeOutput(target: string, bytes: Uint8Array, stdout: Writable): Promise<void> {
  // Writing to a pipe may block; its errors are handled centrally.
  if (target === '-') return new Promise((done) => stdout.write(bytes, () => done()));
  try {
    writeFileSync(target, bytes);
  } catch (error) {
    throw new UsageError(`cannot write ${target}: ${reasonOf(error, 'folder')}`);
  }
}
