import { readdirSync, readFileSync } from 'node:fs';

/**
 * Proportional set size of a process and its descendants, bytes: shared pages are divided among their processes. Linux
 * only: elsewhere 0. Source: https://man7.org/linux/man-pages/man5/proc_pid_smaps.5.html
 */
export function memoryOfTree(root: number): number {
  const children = new Map<number, number[]>();
  for (const name of list('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(/\) \S+ (\d+)/.exec(read(`/proc/${name}/stat`))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  let bytes = 0;
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    bytes += 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
    open.push(...(children.get(pid) ?? []));
  }
  return bytes;
}

/** A process may end while it is read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
