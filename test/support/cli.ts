/** Runs the command line as people do: as a process of its own. */

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface Run {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  /** What it finds on standard input; default nothing. */
  readonly input?: string;
  /** Folder to run it in. */
  readonly cwd?: string;
  /** Its environment beside PATH; default none. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Cli {
  (args: readonly string[], options?: RunOptions): Promise<Run>;
  /** What to type for `platen`. */
  readonly command: readonly [node: string, script: string];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles the sources once, which is faster than a loader in every process.
 * @param folder  somewhere inside the project, so that packages are found
 */
export function buildCli(folder: string): Cli {
  for (const top of ['src', 'native']) {
    for (const name of readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue;
      const target = join(folder, top, name.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, transpile(readFileSync(join(ROOT, top, name), 'utf8')));
    }
  }
  const script = join(folder, 'src/cli.js');
  return Object.assign((args: readonly string[], options?: RunOptions) => run([script, ...args], options), {
    command: [process.execPath, script] as const,
  });
}

function transpile(source: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

function run(args: readonly string[], { input = '', cwd, env }: RunOptions = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...(cwd && { cwd }), env: { PATH: process.env['PATH'], ...env } });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (exitCode) =>
      resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }),
    );
    // A command that fails before it reads closes the pipe.
    child.stdin.on('error', () => {}).end(input);
  });
}
