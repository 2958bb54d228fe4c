/** Processes of a test's own, which it can kill. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

/**
 * Starts a module beside the test as a process. It hears and says messages, and is killed when the test has ended.
 * @param module  relative to test/service
 */
export function start(t: Test, module: string, argument: unknown): ChildProcess {
  const path = fileURLToPath(new URL(`../${module}`, import.meta.url));
  const child = fork(path, [JSON.stringify(argument)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  t.teardown(() => kill(child));
  return child;
}

/** Resolves with the process's next message. */
export async function message<T>(child: ChildProcess): Promise<T> {
  const [value] = await once(child, 'message');
  return value as T;
}

/** Ends the process without a chance to clear up. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** In the started process: its argument. */
export function argument<T>(): T {
  return JSON.parse(process.argv[2]!) as T;
}

/** In the started process: sends the test a message. */
export function sendToTest(value: unknown): void {
  process.send!(value);
}
