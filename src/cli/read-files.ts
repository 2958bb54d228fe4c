/** Records the files read for a render, to detect changes. */

import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AssetSource } from '../assets.js';

/** Files and folders with their state just before they were read, including missing ones. */
export class ReadFiles {
  readonly #states: Map<string, string>;

  /** @param states  of other instances */
  constructor(states: Iterable<readonly [path: string, state: string]> = []) {
    this.#states = new Map(states);
  }

  /** Must be called before the file is read, so that changes in between are detected. */
  record(path: string): void {
    const absolute = resolve(path);
    if (!this.#states.has(absolute)) this.#states.set(absolute, stateOf(absolute));
  }

  /** Plain data. */
  get states(): [path: string, state: string][] {
    return [...this.#states];
  }

  get haveChanged(): boolean {
    return [...this.#states].some(([path, state]) => stateOf(path) !== state);
  }

  /** Existing folders to watch for changes of the files, and for missing ones to appear. */
  get folders(): Set<string> {
    const folders = new Set<string>();
    for (const path of this.#states.keys()) {
      folders.add(existingFolder(dirname(path)));
      // The target of a symbolic link may be in another folder.
      folders.add(existingFolder(realPathOf(path)));
    }
    return folders;
  }
}

function stateOf(path: string): string {
  const found = statsOf(path);
  return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : 'missing';
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined; // missing or out of reach: a cycle of links, a name too long, a folder of somebody else
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it is missing
  }
}

/** The path itself or its closest existing ancestor. */
function existingFolder(path: string): string {
  let folder = path;
  while (!statsOf(folder)?.isDirectory() && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** Records the files that a document looks up. @param folder base of relative URLs */
export function recordingAssets(assets: AssetSource, folder: string, files: ReadFiles): AssetSource {
  const base = pathToFileURL(`${resolve(folder)}/`);
  return (...asked) => {
    const path = filePathOf(asked[0], base);
    if (path !== undefined) files.record(path);
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
