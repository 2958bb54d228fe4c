/**
 * The JavaScript half of Typst's WebAssembly build (wasm-bindgen's "glue"), as a factory.
 *
 * The package keeps its one instance in module variables, and a WebAssembly memory never shrinks. Evaluated as a
 * function body instead, each call has variables of its own, and dropping its result frees the memory. The names the
 * glue takes from the global scope become parameters, so that an instance sees exactly what is listed in `scope`:
 * no clock, no network, no console.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const resolve = createRequire(import.meta.url).resolve;

/** Where the WebAssembly binary is installed. */
export const wasmPath = (): string => resolve('@myriaddreamin/typst-ts-web-compiler/wasm');

/** What Typst knows of a face before its bytes are asked for. */
export interface TypstFontInfo {
  info: {
    family: string;
    variant: { style: 'normal' | 'italic' | 'oblique'; weight: number; stretch: number };
    flags: string;
    /** Lengths of runs of code points, not covered and covered in turn, from 0 on. */
    coverage: number[];
  }[];
  conditions: never[];
}

/** The part of the glue that Platen calls. `build` returns promises by name only: see `Settled`. */
export interface Glue {
  initSync(options: { module: WebAssembly.Module }): { readonly memory: WebAssembly.Memory };
  TypstCompilerBuilder: new () => { set_dummy_access_model(): void; build(): Settled<TypstCompiler> };
  TypstFontResolverBuilder: new () => {
    add_lazy_font(font: TypstFontInfo, bytes: () => Uint8Array): void;
    build(): Settled<unknown>;
  };
  /**
   * Makes the memory of the instance large enough for so many bytes more, in one step.
   * @returns where they are to be, which for much is behind everything in use. Traps when there is not so much memory.
   */
  reserve(bytes: number): number;
  /** Keeps what the instance holds of JavaScript. @returns what puts it back */
  keepObjects(): () => void;
}

export interface TypstCompiler {
  set_fonts(resolver: unknown): void;
  add_source(path: string, text: string): boolean;
  map_shadow(path: string, bytes: Uint8Array): boolean;
  reset_shadow(): void;
  /** With diagnostics format 3; see `TypstDiagnostic`. */
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

/** A fresh, not yet initialised copy of the glue, and what its instance wrote to the console. */
export interface GlueCopy {
  readonly glue: Glue;
  /** Runs what the instance queued and gives the value of what it calls a promise. */
  settle<T>(promise: Settled<T>): T;
  /** Messages written with `console.error` since the last call: panics, and noise about denied files. */
  takeErrors(): string[];
}

/**
 * Stands for `Promise` inside the glue. The instance's futures wait for nothing but the microtask queue (there is no
 * I/O to wait for), so running that queue settles them at once, and an instance can be made synchronously.
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

/** The clock as Typst sees it: always 1970-01-01, in UTC, so that equal sources give equal bytes. */
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
/** How the glue takes memory and gives it back: the functions have no speaking names. */
const ALLOCATE = /\bpassArray8ToWasm0\(\w+, wasm\.(\w+)\)/;
const RELEASE = /\bwasm\.(\w+)\(r0, r1 \* 1, 1\)/;
/** What the glue keeps for the instance: a table of objects and a list of its free places. */
const OBJECTS = /^let heap = new Array\(\d+\)[\s\S]*?^let heap_next = heap\.length;$/m;
const MAX_MESSAGES = 20;

/** Reads the installed glue and makes it a factory. Throws when the package has another shape than expected. */
export function loadGlue(): () => GlueCopy {
  return glueFactory(readFileSync(join(dirname(wasmPath()), 'typst_ts_web_compiler.mjs'), 'utf8'));
}

/** @param source  the text of the package's ES module */
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
          if (errors.length > MAX_MESSAGES) errors.shift(); // a panic is the last thing to be said
        },
        info() {},
        warn() {},
      },
      // Without it nothing outside keeps hold of the instance; it is never taken apart, only dropped whole.
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
        throw promise.state === 'rejected' ? promise.reason : new Error('Typst waits for something while starting');
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
    throw new Error('the WebAssembly glue of @myriaddreamin/typst-ts-web-compiler has an unexpected shape');
  }
  for (const name of EXPORTED) {
    if (!new RegExp(`^(?:class|function) ${name}\\b`, 'm').test(body)) {
      throw new Error(`the WebAssembly glue of @myriaddreamin/typst-ts-web-compiler has no ${name}`);
    }
  }
  const [allocate, release] = [ALLOCATE, RELEASE].map((pattern) => pattern.exec(body)?.[1]);
  if (allocate === undefined || release === undefined) {
    throw new Error('the WebAssembly glue of @myriaddreamin/typst-ts-web-compiler takes memory in an unexpected way');
  }
  if (!OBJECTS.test(body)) {
    throw new Error('the WebAssembly glue of @myriaddreamin/typst-ts-web-compiler keeps objects in an unexpected way');
  }
  const keep = 'const kept = heap.slice(), next = heap_next; return () => { heap = kept.slice(); heap_next = next; };';
  const take = `const place = wasm.${allocate}(bytes, 1) >>> 0; wasm.${release}(place, bytes, 1); return place;`;
  const reserve = `reserve(bytes) { ${take} }`;
  return `"use strict";\n${body}\nreturn { ${EXPORTED.join(', ')}, ${reserve}, keepObjects() { ${keep} } };`;
}
