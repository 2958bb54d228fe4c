/** Runs a command on a terminal of its own, as people do: `script` of util-linux makes one. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { reader } from './reader.js';

export interface OnTerminal {
  /** Resolves when what it printed, after what was waited for before, matches; rejects when it ends before. */
  printed(pattern: RegExp): Promise<string>;
  /** Keys that its user presses. */
  type(keys: string): void;
  /** When it has ended: its exit code and all that it printed, on standard output and standard error. */
  readonly ended: Promise<{ readonly code: number; readonly output: string }>;
}

export interface TerminalOptions {
  readonly cwd?: string;
  /** Its environment beside PATH and TERM. */
  readonly env?: Readonly<Record<string, string>>;
}

export function onTerminal(command: readonly string[], { cwd, env }: TerminalOptions = {}): OnTerminal {
  const line = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    ...(cwd && { cwd }),
    env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return { printed: reader(child.stdout, ended), type: (keys) => void child.stdin.write(keys), ended };
}
