/**
 * The core as WebAssembly: without access to files, network, clock or memory but its own, which has a limit.
 *
 *   const module = await loadCoreModule();                 // once per process; pass it through workerData
 *   const core = createCore({ fonts: loadFonts(), open: () => openCoreInstance(module) });
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type CoreBinding,
  CoreComplexityError,
  CoreError,
  CoreLateError,
  CoreMemoryError,
  type NamedFont,
  type Written,
} from './core.js';
import { compileOnce } from './wasm-module.js';

/** Memory limit of an instance: 1 GB. */
const DEFAULT_MAX_MEMORY = 1024 ** 3;

/** Path of the module, next to its source; undefined when it is not there. */
export function coreModulePath(): string | undefined {
  const name = 'platen-core.wasm';
  const places = [`./core/${name}`, `../../native/core/${name}`];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
}

/**
 * Reads and compiles the module, once per process and limit.
 * @param maxMemory  memory limit of an instance in bytes
 */
export async function loadCoreModule(maxMemory = DEFAULT_MAX_MEMORY): Promise<WebAssembly.Module> {
  const path = coreModulePath();
  if (path === undefined) throw new Error('the core is not built as WebAssembly: run npm run build:core');
  return compileOnce(path, maxMemory);
}

/** The exports of native/core/src/binding/webassembly.rs. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  start(): void;
  allocate(length: number): number;
  result(): number;
  result_length(): number;
  clear_result(): void;
  add_font(data: number, length: number, index: number): number;
  remove_font(handle: number): void;
  add_image(data: number, length: number, format: number, formatLength: number, smooth: number): number;
  name_font(font: number, weight: number, italic: number): void;
  name_family(family: number, length: number): void;
  add_drawing(source: number, length: number): number;
  remove_image(handle: number): void;
  write(list: number, length: number, fonts: number, fontsLength: number, images: number, imagesLength: number): number;
  draw(list: number, length: number, fonts: number, fontsLength: number, images: number, imagesLength: number): number;
  finish(): number;
  abandon(): void;
  unusable_image(): number;
  unusable_font(): number;
  reason(): number;
  subset_hits(): number;
  subset_misses(): number;
}

/** In place of a handle or an index: there is none. */
const NONE = 0xffff_ffff;

/** Of `Exports.reason`. */
const REASONS = { complexity: 1, late: 2 };

export function openCoreInstance(module: WebAssembly.Module): CoreBinding {
  let instance: CoreInstance | undefined;
  const imports = { caller: { is_late: () => Number(instance?.isLate() ?? false) } };
  instance = new CoreInstance(new WebAssembly.Instance(module, imports).exports as unknown as Exports);
  return instance;
}

const NEVER = () => false;

class CoreInstance implements CoreBinding {
  hasEnded = false;
  /** Whether the document that is being written is wanted no longer. */
  isLate = NEVER;

  constructor(private readonly core: Exports) {
    core.start();
  }

  get memory(): number {
    return this.core.memory.buffer.byteLength;
  }

  addFont(data: Uint8Array, index: number, isLate: () => boolean): number {
    return this.#handle(isLate, () => this.core.add_font(...this.#block(data), index));
  }

  removeFont(handle: number): void {
    this.#run(NEVER, () => this.core.remove_font(handle));
  }

  addImage(data: Uint8Array, format: string, smooth: boolean, _decoded: number, isLate: () => boolean): number {
    const name = new TextEncoder().encode(format);
    return this.#handle(isLate, () => this.core.add_image(...this.#block(data), ...this.#block(name), Number(smooth)));
  }

  addDrawing(source: string, fonts: readonly NamedFont[], isLate: () => boolean): number {
    const { core } = this;
    const encoder = new TextEncoder();
    return this.#handle(isLate, () => {
      for (const { font, weight, italic, families } of fonts) {
        core.name_font(font, weight, Number(italic));
        for (const family of families) core.name_family(...this.#block(encoder.encode(family)));
      }
      return core.add_drawing(...this.#block(encoder.encode(source)));
    });
  }

  removeImage(handle: number): void {
    this.#run(NEVER, () => this.core.remove_image(handle));
  }

  write(list: Uint8Array, fonts: Uint32Array, images: Uint32Array, isLate: () => boolean): Written {
    const { core } = this;
    return this.#written(isLate, () =>
      core.write(...this.#block(list), ...this.#block(bytesOf(fonts)), ...this.#block(bytesOf(images))),
    );
  }

  draw(list: Uint8Array, fonts: Uint32Array, images: Uint32Array, isLate: () => boolean): Written {
    const { core } = this;
    const { error, image, font } = this.#written(isLate, () =>
      core.draw(...this.#block(list), ...this.#block(bytesOf(fonts)), ...this.#block(bytesOf(images))),
    );
    return error === undefined
      ? {}
      : { error, ...(image !== undefined && { image }), ...(font !== undefined && { font }) };
  }

  finish(isLate: () => boolean): Written {
    return this.#written(isLate, () => this.core.finish());
  }

  abandon(): void {
    this.#run(NEVER, () => this.core.abandon());
  }

  #written(isLate: () => boolean, call: () => number): Written {
    const { core } = this;
    let isWritten = 0;
    try {
      isWritten = this.#run(isLate, call);
    } catch (error) {
      if (error instanceof CoreError) throw error;
      return { error: (error as Error).message };
    }
    if (isWritten) return { pdf: this.#takeResult() };
    this.#checkReason();
    const [image, font] = [core.unusable_image() >>> 0, core.unusable_font() >>> 0];
    return {
      error: new TextDecoder().decode(this.#takeResult()),
      ...(image !== NONE && { image }),
      ...(font !== NONE && { font }),
    };
  }

  subsetUses() {
    return { hits: this.core.subset_hits(), misses: this.core.subset_misses() };
  }

  /** Copies bytes into the memory of the instance, for exactly one call. */
  #block(bytes: Uint8Array): [address: number, length: number] {
    const address = this.core.allocate(bytes.length) >>> 0;
    new Uint8Array(this.core.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  }

  /** Copies the result, and frees it. */
  #takeResult(): Uint8Array {
    const at = this.core.result() >>> 0;
    const bytes = new Uint8Array(this.core.memory.buffer, at, this.core.result_length()).slice();
    this.core.clear_result();
    return bytes;
  }

  #handle(isLate: () => boolean, add: () => number): number {
    const handle = this.#run(isLate, add) >>> 0;
    if (handle !== NONE) return handle;
    this.#checkReason();
    throw new Error(new TextDecoder().decode(this.#takeResult()));
  }

  /** @throws CoreComplexityError, CoreLateError if that is why the last call failed */
  #checkReason(): void {
    const reason = this.core.reason();
    if (reason === REASONS.late) throw new CoreLateError(new TextDecoder().decode(this.#takeResult()));
    if (reason === REASONS.complexity) throw new CoreComplexityError(new TextDecoder().decode(this.#takeResult()));
  }

  /** @throws Error with the message of a panic; CoreMemoryError, CoreLateError */
  #run<T>(isLate: () => boolean, call: () => T): T {
    this.isLate = isLate;
    try {
      return call();
    } catch (cause) {
      this.hasEnded = true;
      throw this.#failure(cause);
    } finally {
      this.isLate = NEVER;
    }
  }

  /** A panic leaves a message. Without one, memory was not to be had or the stack was too small. */
  #failure(cause: unknown): Error {
    const { memory, result, result_length: length, reason } = this.core;
    if (reason() === REASONS.late) return new CoreLateError('it is late', [], [], { cause });
    const message = new TextDecoder().decode(new Uint8Array(memory.buffer, result() >>> 0, length()));
    if (message !== '') return new Error(message, { cause });
    if (cause instanceof WebAssembly.RuntimeError && cause.message === 'unreachable')
      return new CoreMemoryError('out of memory', [], [], { cause });
    return new Error('effects are too deep in one another', { cause });
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
