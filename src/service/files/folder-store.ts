/** Files in a folder, which several hosts may share. */

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../errors.js';
import { isId } from '../ids.js';
import type { ByteRange, FileStore } from './store.js';

export class FolderStore implements FileStore {
  readonly #root: string;
  readonly #madeFolders = new Set<string>();

  /** @param root  absolute; made when it is missing */
  constructor(root: string) {
    this.#root = root;
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    const folder = this.#folderOf(id);
    const unfinished = join(folder, `${id}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      if (!this.#madeFolders.has(folder)) await this.#makeFolder(folder);
      await writeDurably(unfinished, bytes);
      await rename(unfinished, join(folder, id));
      await syncFolder(folder);
    } catch (error) {
      this.#madeFolders.delete(folder);
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw unavailable(error);
    }
  }

  async read(id: string, range?: ByteRange): Promise<Buffer | undefined> {
    try {
      const file = await open(join(this.#folderOf(id), id));
      try {
        return range ? await readRange(file, range) : await file.readFile();
      } finally {
        await file.close();
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unavailable(error);
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(join(this.#folderOf(id), id), { force: true }).catch(ignoreMissing);
  }

  async *olderThan(seconds: number): AsyncIterable<readonly string[]> {
    const before = Date.now() - seconds * 1000;
    for (const name of await readdir(this.#root).catch(() => [])) {
      const folder = join(this.#root, name);
      const old: string[] = [];
      for (const file of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, file)).catch(() => undefined);
        if (!found || found.mtimeMs > before) continue;
        if (isId(file)) old.push(file);
        else if (file.endsWith('.tmp')) await rm(join(folder, file), { force: true });
      }
      if (old.length > 0) yield old;
    }
  }

  /** One of 256 folders, by the last two digits of the id: the first ones of a UUIDv7 are a time. */
  #folderOf(id: string): string {
    return join(this.#root, id.slice(-2).toLowerCase());
  }

  async #makeFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(this.#root);
    this.#madeFolders.add(folder);
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readRange(file: Awaited<ReturnType<typeof open>>, { start, end }: ByteRange): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(end - start + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** A parent folder may be missing too. */
function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw unavailable(error);
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('storage_unavailable', undefined, { cause, retryAfterSeconds: 1 });
}
