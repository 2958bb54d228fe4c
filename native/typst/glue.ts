/**
 * The JavaScript half of Typst's WebAssembly build (wasm-bindgen's "glue") as a factory.
 *
 * The package keeps its only instance in module variables, and WebAssembly memory never shrinks. Evaluated as a
 * function body, each call has its own variables, and dropping its result frees the memory. Globals used by the glue
 * become parameters, so that an instance has access to `scope` only: no clock, no network, no console.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const resolve = createRequire(import.meta.url).resolve;

/** Path of the installed WebAssembly binary. */
export const wasmPath = (): string => resolve('@myriaddreamin/typst-ts-web-compiler/wasm');

/** Metadata of a face, which Typst uses before it requests the bytes. */
export interface TypstFontInfo {
  info: {
    family: string;
    variant: { style: 'normal' | 'italic' | 'oblique'; weight: number; stretch: number };
    flags: string;
    /** Alternating lengths of runs of uncovered and covered code points, from 0 on. */
    coverage: number[];
  }[];
  conditions: never[];
}

/** The part of the glue in use. `build` returns fake promises: see `Settled`. */
export interface Glue {
  initSync(options: { module: WebAssembly.Module }): { readonly memory: WebAssembly.Memory };
  TypstCompilerBuilder: new () => { set_dummy_access_model(): void; build(): Settled<TypstCompiler> };
  TypstFontResolverBuilder: new () => {
    add_lazy_font(font: TypstFontInfo, bytes: () => Uint8Array): void;
    build(): Settled<unknown>;
  };
  /**
   * Grows the memory of the instance by a number of bytes in one step.
   * @returns the address of a free block of that size, which for a large one follows all used memory. Traps without
   * memory.
   */
  reserve(bytes: number): number;
  /** Saves the JavaScript objects that the instance refers to. @returns a function that restores them */
  saveObjects(): () => void;
}

export interface TypstCompiler {
  set_fonts(resolver: unknown): void;
  add_source(path: string, text: string): boolean;
  map_shadow(path: string, bytes: Uint8Array): boolean;
  reset_shadow(): void;
  /** Diagnostics format 3 is `TypstDiagnostic`. */
  compile(main: string, inputs: undefined, format: 'pdf', diagnosticsFormat: 3): CompileOutput;
}

export interface CompileOutput {
  readonly result?: Uint8Array;
  readonly hasError?: boolean;
  readonly diagnostics?: readonly TypstDiagnostic[];
}

export interface TypstDiagnostic {
  readonly package: string;
  readonly path: string;
  /** `line:column-line:column`, 0-based. */
  readonly range: string;
  readonly severity: string;
  readonly message: string;
}

/** A new, uninitialized copy of the glue, with the console output of its instance. */
export interface GlueCopy {
  readonly glue: Glue;
  /** Runs queued tasks and returns the value of a fake promise. */
  settle<T>(promise: Settled<T>): T;
  /** `console.error` messages since the last call: panics, and noise about inaccessible files. */
  takeErrors(): string[];
}

/**
 * Replaces `Promise` in the glue. Futures of the instance wait for nothing but the microtask queue, as there is no I/O,
 * so running that queue settles them synchronously.
 */
export class Settled<T> {
  value: T | undefined;
  state: 'pending' | 'fulfilled' | 'rejected' = 'pending';
  reason: unknown;

  constructor(executor: (fulfil: (value: T) => void, reject: (reason: unknown) => void) => void) {
    executor(
      (value) => {
        this.value = value;
        this.state = 'fulfilled';
      },
      (reason) => {
        this.reason = reason;
        this.state = 'rejected';
      },
    );
  }

  static resolve<V>(value: V): Settled<V> {
    return new Settled<V>((fulfil) => fulfil(value));
  }
}

/** A clock stopped at 1970-01-01 UTC, so that equal sources give equal bytes. */
class StoppedDate extends Date {
  constructor() {
    super(0);
  }
  static override now(): number {
    return 0;
  }
  override getTimezoneOffset(): number {
    return 0;
  }
}

const EXPORTED = ['initSync', 'TypstCompilerBuilder', 'TypstFontResolverBuilder'] as const;
/** Allocation and release of memory in the glue; these functions have generated names. */
const ALLOCATE = /\bpassArray8ToWasm0\(\w+, wasm\.(\w+)\)/;
const RELEASE = /\bwasm\.(\w+)\(r0, r1 \* 1, 1\)/;
/** JavaScript objects held for the instance: a table and a list of free entries. */
const OBJECTS = /^let heap = new Array\(\d+\)[\s\S]*?^let heap_next = heap\.length;$/m;
const MAX_MESSAGES = 20;

/** Reads the installed glue. Throws when the package has an unexpected structure. */
export function loadGlue(): () => GlueCopy {
  return glueFactory(readFileSync(join(dirname(wasmPath()), 'typst_ts_web_compiler.mjs'), 'utf8'));
}

/** @param source the package's ES module */
export function glueFactory(source: string): () => GlueCopy {
  const body = asFunctionBody(source);
  return () => {
    const queue: (() => void)[] = [];
    const errors: string[] = [];
    const queueMicrotask = (task: () => void) => queue.push(task);
    const global = { queueMicrotask };
    const scope: Record<string, unknown> = {
      queueMicrotask,
      Promise: Settled,
      Date: StoppedDate,
      console: {
        error: (...parts: unknown[]) => {
          errors.push(parts.map(String).join(' '));
          if (errors.length > MAX_MESSAGES) errors.shift(); // keep the last messages: a panic comes last
        },
        info() {},
        warn() {},
      },
      // Without it nothing refers to the instance from outside; it is dropped as a whole.
      FinalizationRegistry: undefined,
      global,
      globalThis: global,
      self: global,
      window: undefined,
      fetch: undefined,
      Request: undefined,
      Response: undefined,
      process: undefined,
    };
    const glue = new Function(...Object.keys(scope), body)(...Object.values(scope)) as Glue;
    return {
      glue,
      settle(promise) {
        for (let task = queue.shift(); task; task = queue.shift()) task();
        if (promise.state === 'fulfilled') return promise.value as never;
        throw promise.state === 'rejected' ? promise.reason : new Error('Typst did not start synchronously');
      },
      takeErrors: () => errors.splice(0),
    };
  };
}

function asFunctionBody(source: string): string {
  const body = source
    .replace(/^export (?=class |function )/gm, '')
    .replace(/^export \{[^}]*\};?$/gm, '')
    .replaceAll('import.meta.url', '""');
  if (/^\s*(?:export|import)\b/m.test(body) || body.includes('import.meta')) {
    throw new Error('the WebAssembly glue of @myriaddreamin/typst-ts-web-compiler has an unexpected structure');
  }
  for (const name of EXPORTED) {
    if (!new RegExp(`^(?:class|function) ${name}\\b`, 'm').test(body)) {
      throw new Error(`the WebAssembly glue of @myriaddreamin/typst-ts-web-compiler has no ${name}`);
    }
  }
  const [allocate, release] = [ALLOCATE, RELEASE].map((pattern) => pattern.exec(body)?.[1]);
  if (allocate === undefined || release === undefined) {
    throw new Error(
      'the WebAssembly glue of @myriaddreamin/typst-ts-web-compiler allocates memory in an unexpected way',
    );
  }
  if (!OBJECTS.test(body)) {
    throw new Error('the WebAssembly glue of @myriaddreamin/typst-ts-web-compiler keeps objects in an unexpected way');
  }
  const keep = 'const kept = heap.slice(), next = heap_next; return () => { heap = kept.slice(); heap_next = next; };';
  const take = `const place = wasm.${allocate}(bytes, 1) >>> 0; wasm.${release}(place, bytes, 1); return place;`;
  const reserve = `reserve(bytes) { ${take} }`;
  return `"use strict";\n${body}\nreturn { ${EXPORTED.join(', ')}, ${reserve}, saveObjects() { ${keep} } };`;
}
