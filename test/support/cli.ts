/** Runs the command line as a process. */

import { spawn } from 'node:child_process';
import { built } from './build.js';
import { reader } from './reader.js';

export interface Run {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  /** Standard input; default empty. */
  readonly input?: string;
  /** Folder to run it in. */
  readonly cwd?: string;
  /** Environment variables besides PATH; default none. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A command that runs until it gets a signal. */
export interface Running {
  /** Resolves when standard error matches after the previous match; rejects if it ends before. */
  printed(pattern: RegExp): Promise<string>;
  end(signal: NodeJS.Signals): Promise<Run>;
}

export interface Cli {
  start(args: readonly string[], options?: RunOptions): Running;
  (args: readonly string[], options?: RunOptions): Promise<Run>;
  /** The command that runs `platen`. */
  readonly command: readonly [node: string, script: string];
}

/** Builds the command line; processes start faster from it than with a loader. */
export function buildCli(): Cli {
  const script = built('src/cli.js');
  return Object.assign((args: readonly string[], options?: RunOptions) => start([script, ...args], options).ended, {
    command: [process.execPath, script] as const,
    start: (args: readonly string[], options?: RunOptions) => start([script, ...args], options),
  });
}

function start(args: readonly string[], { input = '', cwd, env }: RunOptions = {}) {
  const child = spawn(process.execPath, args, { ...(cwd && { cwd }), env: { PATH: process.env['PATH'], ...env } });
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Run>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout: Buffer.concat(stdout), stderr }));
  });
  // A command that fails before it reads closes the pipe.
  child.stdin.on('error', () => {}).end(input);
  const printed = reader(child.stderr, ended);
  return {
    ended,
    printed,
    end(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
  };
}
