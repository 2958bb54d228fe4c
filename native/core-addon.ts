/** The core as an addon of Node.js, which `npm run build:core` builds where Rust is available. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CacheUses } from '../src/engine/collections/bounded-cache.js';
import { type CoreBinding, CoreMemoryError, type Written } from './core.js';

/** Exports of the addon. */
interface Addon {
  readonly Core: new (
    limit: number,
  ) => Omit<CoreBinding, 'addImage' | 'write' | 'subsetUses' | 'memory' | 'hasEnded'> & {
    addImage(data: Uint8Array, format: string, smooth: boolean): number;
    /** @param isLate  not asked in an addon of an earlier build */
    write(
      list: Uint8Array,
      fonts: Uint32Array,
      images: Uint32Array,
      isLate: () => boolean,
    ): Written & { readonly isOutOfMemory?: boolean };
    /** Missing in an addon of an earlier build. */
    subsetUses?(): CacheUses;
    readonly memory?: number;
  };
}

/** Memory limit of an instance: 1 GB. */
const DEFAULT_MAX_MEMORY = 1024 ** 3;

/** Path of the built addon, next to its source; undefined when it is not built. */
export function coreAddonPath(): string | undefined {
  const name = `platen-core.${process.platform}-${process.arch}.node`;
  const places = [`./core/${name}`, `../../native/core/${name}`];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
}

/**
 * @param maxMemory  bytes that the instance may hold, with those of the document that it writes
 * @throws an error with build instructions when the addon is not built
 */
export function openCoreAddon(maxMemory = DEFAULT_MAX_MEMORY): CoreBinding {
  const path = coreAddonPath();
  if (path === undefined) throw new Error('the native core is not built: run npm run build:core, which needs cargo');
  const core = new (createRequire(import.meta.url)(path) as Addon).Core(maxMemory);
  const reserve = (bytes: number) => {
    if ((core.memory ?? 0) + bytes > maxMemory) throw new CoreMemoryError('out of memory');
  };
  return {
    addFont(data, index) {
      reserve(data.length);
      return core.addFont(data, index);
    },
    removeFont: (handle) => core.removeFont(handle),
    addImage(data, format, smooth, decoded) {
      // It is decoded at once, and then split into colour and opacity, or compressed.
      reserve(data.length + 2 * decoded);
      return core.addImage(data, format, smooth);
    },
    addDrawing(source, fonts) {
      reserve(source.length);
      return core.addDrawing(source, fonts);
    },
    removeImage: (handle) => core.removeImage(handle),
    write(list, fonts, images, isLate) {
      const written = core.write(list, fonts, images, isLate);
      if (written.isOutOfMemory) throw new CoreMemoryError('out of memory');
      // A copy: memory of the addon cannot be transferred to another thread.
      return written.pdf ? { pdf: new Uint8Array(written.pdf) } : written;
    },
    subsetUses: () => core.subsetUses?.() ?? { hits: 0, misses: 0 },
    get memory() {
      return core.memory;
    },
    hasEnded: false,
  };
}
