/** The standard streams of a command: `process` has them. */

import type { Readable, Writable } from 'node:stream';

export interface Input extends Readable {
  readonly isTTY?: boolean;
}

export interface Output extends Writable {
  readonly isTTY?: boolean;
  /** The file descriptor of a terminal. */
  readonly fd?: number;
}

export interface Streams {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** For services: a closed output does not end them, as it ends other commands. */
export function outliveReaders({ stdout, stderr }: Streams): void {
  for (const stream of [stdout, stderr]) stream.removeAllListeners('error').on('error', () => undefined);
}
