/** Prepares the data folder of the service before anything starts that depends on it. */

import { access, constants, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';
import { UsageError } from './outcome.js';

/** Creates the folder if it is missing. @throws UsageError */
export async function prepareDataFolder({ dataDir, embedded }: Pick<Config, 'dataDir' | 'embedded'>): Promise<void> {
  try {
    await makeFolder(dataDir);
    await rmdir(await mkdtemp(join(dataDir, '.writable-')));
    const files = join(dataDir, 'files');
    if (await stat(files).catch(() => undefined)) await access(files, constants.W_OK);
  } catch (error) {
    throw new UsageError(describe(dataDir, error as NodeJS.ErrnoException), { cause: error });
  }
  if (embedded) await checkOwner(dataDir);
}

/** As `mkdir` with `recursive`, which never ends where a file system takes no folders, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined))?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  }
}

function describe(folder: string, { code, message }: NodeJS.ErrnoException): string {
  const other = 'or name another folder with PLATEN_DATA_DIR';
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `the data folder ${folder} cannot be created, a file is in the way: remove it, ${other}`;
  if (code === 'EACCES' || code === 'EPERM')
    return `user ${process.getuid?.() ?? ''} may not write to the data folder ${folder}: change its owner, ${other}`;
  if (code === 'EROFS')
    return `the data folder ${folder} is on a read-only file system: mount a volume there, ${other}`;
  if (code === 'ENOENT')
    return `the data folder ${folder} cannot be created there: name another folder with PLATEN_DATA_DIR`;
  return `the data folder ${folder} cannot be used: ${message}`;
}

/** Postgres requires that its user owns its files; root may switch to the owner. */
async function checkOwner(dataDir: string): Promise<void> {
  const user = process.getuid?.();
  const owner = (await stat(join(dataDir, 'postgres')).catch(() => undefined))?.uid;
  if (user === undefined || user === 0 || owner === undefined || owner === user) return;
  throw new UsageError(
    `the database in ${dataDir} belongs to user ${owner}, this is user ${user}: start as that user or as root, ` +
      'or name another folder with PLATEN_DATA_DIR',
  );
}
