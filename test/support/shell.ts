/** Runs shell commands of the documentation. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface ShellOptions {
  /** Folder to run it in. */
  readonly cwd: string;
  /** Environment variables besides PATH. */
  readonly env?: Readonly<Record<string, string>>;
}

/** @returns its standard output @throws when it fails, with what it wrote */
export async function shell(command: string, { cwd, env }: ShellOptions): Promise<string> {
  const environment = { PATH: process.env['PATH'], ...env };
  return (await promisify(execFile)('sh', ['-c', command], { cwd, env: environment })).stdout;
}

/** The first command of a shell script that runs `curl`, its continued lines joined. */
export function firstCurl(script: string): string {
  const found = /^curl .*$/m.exec(script.replace(/\\\n\s*/g, ''));
  if (!found) throw new Error(`there is no curl in ${script}`);
  return found[0];
}
