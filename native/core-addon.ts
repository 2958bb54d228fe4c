/** The core as an addon of Node.js, which `npm run build:core` builds where Rust is available. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CacheUses } from '../src/engine/collections/bounded-cache.js';
import type { CoreBinding } from './core.js';

/** Exports of the addon. */
interface Addon {
  readonly Core: new () => Omit<CoreBinding, 'subsetUses' | 'memory' | 'hasEnded'> & {
    /** Missing in an addon of an earlier build. */
    subsetUses?(): CacheUses;
  };
}

/** Path of the built addon, next to its source; undefined when it is not built. */
export function coreAddonPath(): string | undefined {
  const name = `platen-core.${process.platform}-${process.arch}.node`;
  const places = [`./core/${name}`, `../../native/core/${name}`];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
}

/** Throws an error with build instructions when the addon is not built. */
export function openCoreAddon(): CoreBinding {
  const path = coreAddonPath();
  if (path === undefined) throw new Error('the native core is not built: run npm run build:core, which needs cargo');
  const core = new (createRequire(import.meta.url)(path) as Addon).Core();
  return {
    addFont: (data, index) => core.addFont(data, index),
    removeFont: (handle) => core.removeFont(handle),
    addImage: (data, format, smooth) => core.addImage(data, format, smooth),
    addDrawing: (source, fonts) => core.addDrawing(source, fonts),
    removeImage: (handle) => core.removeImage(handle),
    write(list, fonts, images) {
      const written = core.write(list, fonts, images);
      // A copy: memory of the addon cannot be transferred to another thread.
      return written.pdf ? { pdf: new Uint8Array(written.pdf) } : written;
    },
    subsetUses: () => core.subsetUses?.() ?? { hits: 0, misses: 0 },
    memory: undefined,
    hasEnded: false,
  };
}
