/** How much memory another process takes. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const KB = 1024;

/** Bytes of memory that are resident. @returns undefined when it has ended, or cannot be told */
export function memoryOf(pid: number): number | undefined {
  try {
    if (process.platform === 'win32') return undefined;
    const size =
      process.platform === 'linux'
        ? /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' });
    return size === undefined ? undefined : Number(size) * KB;
  } catch {
    return undefined;
  }
}
