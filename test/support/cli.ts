/** The command line: `platen` runs it in this process, `binary` as one of its own, for tests of what only that shows. */

import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run.js';
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

let last: Promise<unknown> = Promise.resolve();

/** Runs a command, after those that were called before: a process has one folder and one environment. */
export function platen(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const next = last.then(() => runHere(args, options));
  last = next.catch(() => undefined);
  return next;
}

async function runHere(args: readonly string[], { input = '', cwd = '.', env }: RunOptions): Promise<Run> {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const [stdout, stderr] = [new Captured(), new Captured()];
  try {
    process.chdir(cwd);
    setEnvironment(environment(env));
    const exitCode = await run(args, {
      stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
      stdout,
      stderr,
    });
    return { exitCode, stdout: stdout.bytes, stderr: stderr.bytes.toString() };
  } finally {
    process.chdir(before.cwd);
    setEnvironment(before.env);
  }
}

const environment = (env: RunOptions['env']) => ({ PATH: process.env['PATH'], ...env });

/** In place, as the system's library reads some variables. */
function setEnvironment(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}

class Captured extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

const SCRIPT = built('programs/src/cli.js');

/** Runs a command as a process of its own. */
export const binary = Object.assign((args: readonly string[], options?: RunOptions) => start(args, options).ended, {
  /** The command that runs `platen`. */
  command: [process.execPath, SCRIPT] as const,
  start: start as (args: readonly string[], options?: RunOptions) => Running,
});

function start(args: readonly string[], { input = '', cwd, env }: RunOptions = {}) {
  const child = spawn(process.execPath, [SCRIPT, ...args], { ...(cwd && { cwd }), env: environment(env) });
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
