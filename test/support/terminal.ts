/** Runs a command in a pseudoterminal, by `script` of util-linux. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { reader } from './reader.js';

export interface OnTerminal {
  /** Resolves when the output after the previous match matches; rejects if the command ends before. */
  printed(pattern: RegExp): Promise<string>;
  /** Types keys. */
  type(keys: string): void;
  /** Settles at its end: its exit code and all of its output. */
  readonly ended: Promise<{ readonly code: number; readonly output: string }>;
}

export interface TerminalOptions {
  readonly cwd?: string;
  /** Environment variables besides PATH and TERM. */
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
