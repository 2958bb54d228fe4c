import { execFileSync } from 'node:child_process';

/** The output of a program, whatever it ends with. */
export function run(program: string, ...args: readonly string[]): string {
  try {
    return String(execFileSync(program, args, { stdio: 'pipe' }));
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout);
  }
}
