/** The whole service as operators start it: a primary, HTTP processes, threads. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { binary } from '../../support/cli.js';
import { SERVER } from './service.js';

export interface Served {
  readonly url: string;
  readonly process: ChildProcess;
  /** Output and log so far. */
  readonly output: () => string;
  /** Log so far. */
  readonly log: () => Record<string, unknown>[];
  /** Ends it as an operator would. @returns its exit code */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `platen serve` on a free port. Killed, with all it started, when the test has ended.
 * @param by  a program with arguments that becomes the one that is named after them
 */
export async function serve(t: Test, environment: Record<string, string>, by: readonly string[] = []): Promise<Served> {
  const [program = process.execPath, ...args] = [...by, ...binary.command, 'serve'];
  const few = { PORT: '0', ADMIN_PORT: '0', PROCESSES: '2', THREADS: '1' };
  const env = { PATH: process.env['PATH'], ...few, ...SERVER, ...environment };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await closed;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /^Platen serves (\S+)$/m.exec(output)?.[1];
      if (found) resolve(found);
    });
    void closed.then(() => reject(new Error(`it ended: ${output}`)));
  });
  return {
    url,
    process: child,
    output: () => output,
    log: () => output.split('\n').flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line)] : [])),
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}

/** A new folder, deleted when the test has ended. */
export function folder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'platen-serve-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Whether anybody answers there. */
export async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}
