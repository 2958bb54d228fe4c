/** Runs a program when this process has ended, however it ended. */

import { spawn } from 'node:child_process';

/** Waits until the other end of its standard input is closed, as the kernel does when a process ends. */
const WAIT = 'while read -r line; do :; done; exec "$@" </dev/null';
const SHELL = '/bin/sh';

interface ParentWatch {
  /** Nothing is run any more. */
  close(): void;
}

/** @param entryPoint  a module that is run with `args`; on Windows nothing is */
export function watchParent(entryPoint: string, args: readonly string[]): ParentWatch {
  if (process.platform === 'win32') return { close: () => undefined };
  const command = [process.execPath, ...process.execArgv, entryPoint, ...args];
  // A Ctrl-C in the terminal must not end it.
  const watch = spawn(SHELL, ['-c', WAIT, SHELL, ...command], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watch.on('error', () => undefined); // without a shell, the next start adopts what runs
  watch.unref();
  (watch.stdin as unknown as { unref(): void }).unref();
  return { close: () => watch.kill('SIGKILL') };
}
