/**
 * Typst as WebAssembly. It has no access to files, network or packages, and its thread can be
 * terminated at any time.
 *
 *   const module = await loadWasmModule();                         // once per process; pass it through workerData
 *   const compiler = createWasmCompiler({ module, fonts: loadFonts() });
 *   const { pdf } = compiler.compile({ text, files: new Map(), fonts: new Set() });
 *
 * The memory of an instance only grows (about 0.7 MB per page), so the instance is replaced above `memoryLimit`, and
 * after a trap, which leaves its state undefined. After `maxCompiles` it is reset to its initial state, since from the
 * 30th compile on Typst evicts caches, which takes as long as several documents; a reset takes a tenth of the time of a
 * new instance but needs reserved memory.
 */

import type { FontFace } from '../../src/engine/text/types.js';
import type { TypstSource } from '../../src/engine/typst/source.js';
import { composedFace } from '../../src/fonts/composed-font.js';
import { finishPdf } from '../../src/pdf/finish.js';
import { type Checkpoint, takeCheckpoint } from './checkpoint.js';
import {
  type CompileDiagnostic,
  type Compiled,
  CompileError,
  type Compiler,
  checkSource,
  facesById,
  MAIN_PATH,
  OutOfMemoryError,
} from './compiler.js';
import {
  type CompileOutput,
  type GlueCopy,
  loadGlue,
  type TypstCompiler,
  type TypstDiagnostic,
  type TypstFontInfo,
} from './glue.js';

interface WasmCompilerOptions {
  /** From `loadWasmModule`; all threads of a process share one Module and its optimized code. */
  readonly module: WebAssembly.Module;
  /** All faces that sources may use. Bytes are loaded when a source first uses a face. */
  readonly fonts: readonly FontFace[];
  /** Bytes of WebAssembly memory above which an instance is replaced; default 256 MB. */
  readonly memoryLimit?: number;
  /** Compiles after which an instance is reset or replaced; default 24. */
  readonly maxCompiles?: number;
  /**
   * Bytes of memory to reserve in a new instance beyond its needs, within the limit of the module. While they suffice,
   * the instance is reset instead of replaced. Default 0.
   */
  readonly reserved?: number;
}

export { loadWasmModule } from '../wasm-module.js';

const DEFAULT_MEMORY_LIMIT = 256 * 1024 * 1024;
const RESERVED = 64 * 1024 * 1024;

/**
 * Memory to reserve, enough for most sequences of documents. Growing memory in small steps above 64 MB triggers a
 * garbage collection at nearly every step, as V8 counts each step as that much new memory.
 * @param memoryLimit  bytes; a low limit leaves nothing to reserve
 */
export function reservedBelow(memoryLimit = DEFAULT_MEMORY_LIMIT): number {
  return memoryLimit < 2 * RESERVED ? 0 : RESERVED;
}

/** From the 30th compile on Typst evicts caches of former documents, which takes longer than a document. */
const DEFAULT_MAX_COMPILES = 24;

/** Bytes that Typst needs per character of source: 160 to 400, more with many tags. */
const MEMORY_PER_CHARACTER = 400;

interface Instance {
  readonly typst: TypstCompiler;
  readonly memory: WebAssembly.Memory;
  readonly copy: GlueCopy;
  compiles: number;
  /** Whether to reset it before the next compile. */
  needsReset: boolean;
  /** The initial state; undefined when there is no memory for it. */
  start?: Checkpoint;
  /** Faces of documents added so far, by id. */
  extra: Map<string, FontFace>;
  /** Composed faces of the last source that had any, by id. */
  composed: Map<string, FontFace>;
  /** The first font that could not be read; Typst has then dropped its text. */
  fontFailure?: unknown;
}

export function createWasmCompiler(options: WasmCompilerOptions): Compiler {
  const newGlue = loadGlue();
  const faces = facesById(options.fonts);
  const { memoryLimit = DEFAULT_MEMORY_LIMIT, maxCompiles = DEFAULT_MAX_COMPILES, reserved = 0 } = options;
  let instance: Instance | undefined;
  let closed = false;

  const prepare = (): Instance => {
    if (closed) throw new Error('the compiler is closed');
    if (instance?.needsReset) reset(instance);
    instance ??= createInstance(newGlue(), options.module, options.fonts, reserved);
    return instance;
  };

  /** Growing memory in small steps for a large document costs a garbage collection each time. */
  const reserveFor = (source: TypstSource): Instance => {
    const needed = source.text.length * MEMORY_PER_CHARACTER;
    const current = prepare();
    try {
      if (current.start?.fits && current.compiles > 0 && usedBytes(current) + needed > current.memory.buffer.byteLength)
        reset(current);
      current.copy.glue.reserve(needed);
      return current;
    } catch {
      instance = undefined; // not available; the document may need less
      return prepare();
    }
  };

  return {
    compile(source: TypstSource): Compiled {
      checkSource(source, faces);
      const current = reserveFor(source);
      const output = compileIn(current, source, options.fonts);
      current.compiles += 1;
      const needsReset = current.compiles >= maxCompiles || current.memory.buffer.byteLength > memoryLimit;
      if (!output.usable || (needsReset && !current.start?.fits)) instance = undefined;
      else current.needsReset = needsReset;
      if (output.pdf) return { pdf: finishPdf(output.pdf, source) };
      throw output.error;
    },
    get memory() {
      return instance?.memory.buffer.byteLength ?? 0;
    },
    recycle() {
      instance = undefined;
    },
    prepare() {
      prepare();
    },
    close() {
      instance = undefined;
      closed = true;
    },
  };
}

function createInstance(
  copy: GlueCopy,
  module: WebAssembly.Module,
  fonts: readonly FontFace[],
  reserved: number,
): Instance {
  const { memory } = copy.glue.initSync({ module });
  if (reserved > 0) copy.glue.reserve(reserved);
  const builder = new copy.glue.TypstCompilerBuilder();
  builder.set_dummy_access_model();
  const instance: Instance = {
    typst: copy.settle(builder.build()),
    memory,
    copy,
    compiles: 0,
    needsReset: false,
    extra: new Map(),
    composed: new Map(),
  };
  setFonts(instance, fonts);
  if (reserved > 0) instance.start = takeCheckpoint(memory, copy);
  return instance;
}

/** Bytes of memory up to the end of the used part. */
const usedBytes = ({ copy }: Instance): number => copy.glue.reserve(LARGE);
/** Larger than any gap between used blocks. */
const LARGE = 1024 * 1024;

/** Resets an instance to its initial state. */
function reset(instance: Instance): void {
  instance.start?.restore();
  instance.compiles = 0;
  instance.needsReset = false;
  instance.extra = new Map();
  instance.composed = new Map();
}

/** Faces of documents that an instance keeps for the following documents. */
const MAX_EXTRA_FACES = 32;
const MAX_EXTRA_BYTES = 50_000_000;

/** Adds the faces of a document, which only their own names select: hashes of their content. */
function addFaces(instance: Instance, fonts: readonly FontFace[], { faces, composed = [] }: TypstSource): void {
  const added = [...(faces ?? [])].filter(([id]) => !instance.extra.has(id));
  // Typst drops its caches when the fonts change.
  if (added.length === 0 && composed.every(({ id }) => instance.composed.has(id))) return;
  if (added.length > 0) {
    const all = new Map([...instance.extra, ...added]);
    const size = [...all.values()].reduce((sum, face) => sum + face.data().length, 0);
    instance.extra = all.size <= MAX_EXTRA_FACES && size <= MAX_EXTRA_BYTES ? all : new Map(faces);
  }
  instance.composed = new Map(composed.map((font) => [font.id, composedFace(font)]));
  setFonts(instance, fonts);
}

function setFonts(instance: Instance, fonts: readonly FontFace[]): void {
  const { copy } = instance;
  const resolver = new copy.glue.TypstFontResolverBuilder();
  for (const face of [...fonts, ...instance.extra.values(), ...instance.composed.values()]) {
    const bytes = () => {
      try {
        return face.data();
      } catch (error) {
        instance.fontFailure ??= error;
        return new Uint8Array(0);
      }
    };
    for (const info of fontInfos(face)) resolver.add_lazy_font({ info: [info], conditions: [] }, bytes);
  }
  instance.typst.set_fonts(copy.settle(resolver.build()));
}

/**
 * Metadata of a face for Typst, without reading its file. First under its unique family name; then under its CSS family
 * name for text in SVG images, where Typst selects faces and falls back by itself. Fallback uses coverage, and a long
 * list is slow to pass, so only regular and bold faces have it.
 */
function fontInfos(face: FontFace): TypstFontInfo['info'] {
  const { uniqueFamily, family, style, stretch } = face;
  const weight = Math.min(Math.max(Math.round(face.weight), 100), 900);
  const fallback = style === 'normal' && (weight === 400 || weight === 700);
  const coverage = fallback ? runLengths(face.coverage) : [];
  const variant = { style, weight, stretch: Math.round(stretch * 10) };
  const own = { family: uniqueFamily, variant, flags: '', coverage: [] };
  if (face.ofDocument) return [own];
  return [own, { family, variant, flags: '', coverage }];
}

/** Ranges in Typst's form: alternating counts of uncovered and covered code points. */
function runLengths(ranges: Uint32Array): number[] {
  let next = 0;
  const lengths: number[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    const [first, last] = [ranges[i]!, ranges[i + 1]!];
    lengths.push(first - next, last - first + 1);
    next = last + 1;
  }
  return lengths;
}

type Outcome =
  | { readonly pdf: Uint8Array; readonly usable: true }
  | { readonly pdf?: undefined; readonly error: unknown; readonly usable: boolean };

function compileIn(instance: Instance, source: TypstSource, fonts: readonly FontFace[]): Outcome {
  const { typst, copy } = instance;
  let output: CompileOutput;
  try {
    addFaces(instance, fonts, source);
    typst.add_source(MAIN_PATH, source.text);
    for (const [path, bytes] of source.files) typst.map_shadow(path, bytes);
    output = typst.compile(MAIN_PATH, undefined, 'pdf', 3);
    typst.reset_shadow();
  } catch (cause) {
    return { error: trapError(cause, panicMessage(copy.takeErrors())), usable: false };
  }
  copy.takeErrors(); // "access denied" traces of missing files, which diagnostics report too
  if (instance.fontFailure) {
    const diagnostic = { severity: 'error', message: 'a font could not be read' } as const;
    return { error: new CompileError([diagnostic], { cause: instance.fontFailure }), usable: false };
  }
  if (output.result) return { pdf: output.result, usable: true };
  return { error: new CompileError((output.diagnostics ?? []).map(toDiagnostic)), usable: true };
}

/** A panic is logged before it traps; only a failed allocation traps without a message. */
function trapError(cause: unknown, panic: string | undefined): CompileError {
  if (panic === undefined && String(cause) === 'RuntimeError: unreachable') return new OutOfMemoryError({ cause });
  return new CompileError([{ severity: 'error', message: `Typst stopped: ${panic ?? String(cause)}` }], { cause });
}

/** Extracts the message of "panicked at <source location>:\n<message>" followed by a stack. */
function panicMessage(logged: readonly string[]): string | undefined {
  return logged.find((text) => text.startsWith('panicked at'))?.split('\n')[1];
}

function toDiagnostic(diagnostic: TypstDiagnostic): CompileDiagnostic {
  const line = diagnostic.path === MAIN_PATH ? Number.parseInt(diagnostic.range, 10) : Number.NaN;
  return {
    severity: diagnostic.severity === 'warning' ? 'warning' : 'error',
    // The rest is a JavaScript stack trace with paths of the installation.
    message: diagnostic.message.replace(/ \(JsValue\([\s\S]*$/, ''),
    ...(Number.isNaN(line) ? {} : { line }),
  };
}
