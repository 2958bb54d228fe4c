/** What a render read: to be rendered again when some of it has changed. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AssetSource } from '../assets.js';

/** Files and folders, and how they were just before they were read. A path that leads nowhere counts, too. */
export class ReadFiles {
  readonly #states = new Map<string, string>();

  /** To be called before the file is read: what changes meanwhile is then a change. */
  note(path: string): void {
    const absolute = resolve(path);
    if (!this.#states.has(absolute)) this.#states.set(absolute, stateOf(absolute));
  }

  get haveChanged(): boolean {
    return [...this.#states].some(([path, state]) => stateOf(path) !== state);
  }

  /** Existing folders in which something happens when one of the files changes, appears or goes. */
  get folders(): Set<string> {
    const folders = new Set<string>();
    for (const path of this.#states.keys()) {
      folders.add(existingFolder(dirname(path)));
      // Behind a symbolic link the file changes elsewhere.
      folders.add(existingFolder(realPathOf(path)));
    }
    return folders;
  }
}

function stateOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : 'missing';
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it is missing
  }
}

/** The path itself or the nearest folder above it. */
function existingFolder(path: string): string {
  let folder = path;
  while (!statSync(folder, { throwIfNoEntry: false })?.isDirectory() && folder !== dirname(folder))
    folder = dirname(folder);
  return folder;
}

/** Takes note of the files that a document asks for. @param folder  what relative URLs are relative to */
export function notingAssets(assets: AssetSource, folder: string, files: ReadFiles): AssetSource {
  const base = pathToFileURL(`${resolve(folder)}/`);
  return (...asked) => {
    const path = filePathOf(asked[0], base);
    if (path !== undefined) files.note(path);
    return assets(...asked);
  };
}

function filePathOf(url: string, base: URL): string | undefined {
  try {
    const resolved = new URL(url, base);
    return resolved.protocol === 'file:' ? fileURLToPath(resolved) : undefined;
  } catch {
    return undefined; // no URL, or none of a file
  }
}
