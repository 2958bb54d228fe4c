/** A disk that a test can fill, where it may mount one: on Linux, as root. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

export interface SmallDisk {
  readonly folder: string;
  /** Writes until nothing more can be written. */
  fill(): void;
  free(): void;
}

/** @returns undefined when it cannot be mounted; unmounted when the test has ended */
export function mountSmallDisk(t: Test): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'platen-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  t.teardown(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      for (const size of [1e6, 1e3])
        for (let written = true; written; )
          try {
            writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
          } catch {
            written = false;
          }
    },
    free: () => rmSync(filler),
  };
}
