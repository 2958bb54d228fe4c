/** The number of processors available to this process. */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

const CGROUPS = '/sys/fs/cgroup';

/** Node counts the processors a process may run on, but not the CPU quota of a container. */
export function usableCores(read: (file: string) => string | undefined = readIfThere): number {
  return Math.max(1, Math.floor(Math.min(availableParallelism(), quota(read))));
}

/**
 * The smallest quota among the control groups of this process, in processors; Infinity without one.
 * Sources: https://docs.kernel.org/admin-guide/cgroup-v2.html (cpu.max), https://docs.kernel.org/scheduler/sched-bwc.html
 */
export function quota(read: (file: string) => string | undefined): number {
  const memberships = read('/proc/self/cgroup') ?? '';
  const group = /^0::(\/.*)$/m.exec(memberships)?.[1] ?? '/';
  const quotas: number[] = [];
  for (let path = group; ; path = dirname(path)) {
    quotas.push(share(read(join(CGROUPS, path, 'cpu.max'))));
    if (path === '/') break;
  }
  const [micros, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) => read(join(CGROUPS, 'cpu', name)));
  quotas.push(share(`${micros?.trim()} ${period}`));
  return Math.min(...quotas);
}

/** Parses "200000 100000": microseconds of CPU time and period. Without a quota the first is "max" or -1. */
function share(text: string | undefined): number {
  const [micros, period] =
    /^(\d+) (\d+)/
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return micros && period ? micros / period : Number.POSITIVE_INFINITY;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // not Linux, or no control groups
  }
}
