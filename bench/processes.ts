/** Processes of a service on this machine. Linux only. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export function childrenOf(parent: number, name: RegExp): number[] {
  const pids = textOf(`/proc/${parent}/task/${parent}/children`).trim().split(' ').filter(Boolean).map(Number);
  return pids.filter((pid) => name.test(textOf(`/proc/${pid}/cmdline`)));
}

/** The embedded Postgres servers of a data folder. */
export function postmasters(folder: string): number[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('postmaster.pid'))
    .map((name) => Number(textOf(join(folder, name)).split('\n')[0]))
    .filter((pid) => pid > 0 && textOf(`/proc/${pid}/cmdline`).includes('postgres'));
}

/** Processes whose command line or environment names the folder, but for this one. */
export function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes(folder) || textOf(`/proc/${pid}/environ`).includes(folder))
    .map(Number);
}

/** Resident bytes of a process. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** @returns '' when it is not there; a process may end while it is read */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** @throws after so many seconds */
export async function until(what: string, seconds: number, isSo: () => Promise<boolean>, every = 200): Promise<void> {
  const since = performance.now();
  while (!(await isSo())) {
    if (performance.now() - since > seconds * 1000) throw new Error(`${what}: not after ${seconds} s`);
    await delay(every);
  }
}
