/** The core as an addon of Node.js, which `npm run build:core` builds where Rust is available. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CacheUses } from '../src/engine/collections/bounded-cache.js';
import {
  type CoreBinding,
  CoreComplexityError,
  CoreLateError,
  CoreMemoryError,
  type NamedFont,
  type Written,
} from './core.js';

type IsLate = () => boolean;

/** Exports of the addon. `isLate` is not asked everywhere in an addon of an earlier build. */
interface Addon {
  readonly Core: new (
    limit: number,
  ) => {
    addFont(data: Uint8Array, index: number, isLate: IsLate): number;
    removeFont(handle: number): void;
    addImage(data: Uint8Array, format: string, smooth: boolean, isLate: IsLate): number;
    addDrawing(source: string, fonts: readonly NamedFont[], isLate: IsLate): number;
    removeImage(handle: number): void;
    write(
      list: Uint8Array,
      fonts: Uint32Array,
      images: Uint32Array,
      isLate: IsLate,
    ): Written & { readonly reason?: Reason };
    /** Missing in an addon of an earlier build, as are those that follow. */
    draw?(
      list: Uint8Array,
      fonts: Uint32Array,
      images: Uint32Array,
      isLate: IsLate,
    ): Written & { readonly reason?: Reason };
    finish?(isLate: IsLate): Written & { readonly reason?: Reason };
    abandon?(): void;
    subsetUses?(): CacheUses;
    readonly memory?: number;
    /** Of the last error that was thrown. */
    readonly reason?: Reason | null;
    readonly hasEnded?: boolean;
  };
}

/** Why a call was ended. */
type Reason = 'complexity' | 'memory' | 'late';

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
  const add = (call: () => number): number => {
    try {
      return call();
    } catch (cause) {
      throw failureOf(core.reason ?? undefined, (cause as Error).message, cause);
    }
  };
  return {
    addFont(data, index, isLate) {
      reserve(data.length);
      return add(() => core.addFont(data, index, isLate));
    },
    removeFont: (handle) => core.removeFont(handle),
    addImage(data, format, smooth, decoded, isLate) {
      // It is decoded at once, and then split into colour and opacity, or compressed.
      reserve(data.length + 2 * decoded);
      return add(() => core.addImage(data, format, smooth, isLate));
    },
    addDrawing(source, fonts, isLate) {
      reserve(source.length);
      return add(() => core.addDrawing(source, fonts, isLate));
    },
    removeImage: (handle) => core.removeImage(handle),
    write: (list, fonts, images, isLate) => own(core.write(list, fonts, images, isLate)),
    draw(list, fonts, images, isLate) {
      if (!core.draw) throw new Error('the native core is of an earlier build: run npm run build:core');
      return own(core.draw(list, fonts, images, isLate));
    },
    finish: (isLate) => own(core.finish!(isLate)),
    abandon: () => core.abandon?.(),
    subsetUses: () => core.subsetUses?.() ?? { hits: 0, misses: 0 },
    get memory() {
      return core.memory;
    },
    get hasEnded() {
      return core.hasEnded ?? false;
    },
  };
}

/** Copies the result of a call: memory of the addon cannot be transferred to another thread. */
function own({ reason, ...written }: Written & { readonly reason?: Reason }): Written {
  if (reason) throw failureOf(reason, written.error ?? '');
  return written.pdf ? { pdf: new Uint8Array(written.pdf) } : written;
}

function failureOf(reason: Reason | undefined, message: string, cause?: unknown): Error {
  const options = { cause };
  if (reason === 'complexity') return new CoreComplexityError(message, [], [], options);
  if (reason === 'memory') return new CoreMemoryError(message, [], [], options);
  return reason === 'late' ? new CoreLateError(message, [], [], options) : new Error(message, options);
}
