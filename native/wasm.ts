/**
 * Typst as WebAssembly: the default binding. It reads no file, reaches no network and loads no package; the thread it
 * runs in can be terminated at any moment.
 *
 *   const module = await loadWasmModule();                         // once per process; pass it through workerData
 *   const compiler = createWasmCompiler({ module, fonts: loadFonts() });
 *   const { pdf } = compiler.compile({ text, files: new Map(), fonts: new Set() });
 *
 * An instance's memory only grows (about 0.7 MB a page), so it is thrown away once it passes `memoryLimit`, and after any
 * trap, since a trap leaves it in an unknown state. After some compiles, since with the 30th it begins to forget former
 * documents at the price of several new ones, it is set back to how it was when it was new, which takes a tenth of the
 * time that making one takes; that needs memory reserved for documents.
 */

import type { FontFace } from '../src/engine/text/types.js';
import type { TypstSource } from '../src/engine/typst/source.js';
import { composedFace } from '../src/fonts/composed-font.js';
import { finishPdf } from '../src/pdf/finish.js';
import { type Checkpoint, takeCheckpoint } from './checkpoint.js';
import {
  type CompileDiagnostic,
  type Compiled,
  CompileError,
  type CompileOptions,
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

export interface WasmCompilerOptions {
  /** From `loadWasmModule`; one Module serves all threads of a process, with its optimised code. */
  readonly module: WebAssembly.Module;
  /** Every face a source may name. The bytes of one are asked for when a source first uses it. */
  readonly fonts: readonly FontFace[];
  /** Bytes of WebAssembly memory after which an instance is replaced; default 256 MB. */
  readonly memoryLimit?: number;
  /** Compiles after which an instance is set back or replaced; default 24. */
  readonly maxCompiles?: number;
  /**
   * Bytes of memory an instance begins with beyond what it needs, which the module must allow. As long as they are enough
   * the instance is set back instead of replaced. Default none.
   */
  readonly reserved?: number;
}

export { loadWasmModule } from './wasm-module.js';

const DEFAULT_MEMORY_LIMIT = 256 * 1024 * 1024;
const RESERVED = 64 * 1024 * 1024;

/**
 * What the documents of an instance take in all, mostly. Memory that grows bit by bit makes the garbage collector run
 * with nearly every step once it is larger than 64 MB with all else: it holds each step for that much new memory.
 * @param memoryLimit  bytes; with a low one nothing is reserved, so that it is not reached too soon
 */
export function reservedBelow(memoryLimit = DEFAULT_MEMORY_LIMIT): number {
  return memoryLimit < 2 * RESERVED ? 0 : RESERVED;
}

/** From the 30th compile on Typst forgets what it knows of former documents, which takes it longer than a document. */
const DEFAULT_MAX_COMPILES = 24;

/** Bytes that Typst needs for each character of a source: 160 to 400, most of them where much is tagged. */
const MEMORY_PER_CHARACTER = 400;

interface Instance {
  readonly typst: TypstCompiler;
  readonly memory: WebAssembly.Memory;
  readonly copy: GlueCopy;
  compiles: number;
  /** To be set back before the next compile. */
  isWorn: boolean;
  /** After its making; none where there is no memory to spare. */
  start?: Checkpoint;
  /** Faces of documents it was given, by id. */
  extra: Map<string, FontFace>;
  /** Faces made for the last source that had some, by id. */
  composed: Map<string, FontFace>;
  /** The first font that could not be read; Typst has then set the text without it. */
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
    if (instance?.isWorn) renew(instance);
    instance ??= createInstance(newGlue(), options.module, options.fonts, reserved);
    return instance;
  };

  /** Memory that grows bit by bit under a large document costs a collection of garbage every time. */
  const makeRoom = (source: TypstSource): Instance => {
    const needed = source.text.length * MEMORY_PER_CHARACTER;
    const current = prepare();
    try {
      if (
        current.start?.fits &&
        current.compiles > 0 &&
        usedMemory(current) + needed > current.memory.buffer.byteLength
      )
        renew(current);
      current.copy.glue.reserve(needed);
      return current;
    } catch {
      instance = undefined; // there is not so much; perhaps it takes less
      return prepare();
    }
  };

  return {
    compile(source: TypstSource, compileOptions: CompileOptions = {}): Compiled {
      refuseNativeOptions(compileOptions);
      checkSource(source, faces);
      const current = makeRoom(source);
      const output = compileIn(current, source, options.fonts);
      current.compiles += 1;
      const isWorn = current.compiles >= maxCompiles || current.memory.buffer.byteLength > memoryLimit;
      if (!output.usable || (isWorn && !current.start?.fits)) instance = undefined;
      else current.isWorn = isWorn;
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

function refuseNativeOptions({ tags = true, standard = '1.7' }: CompileOptions): void {
  if (!tags) throw new Error('the WebAssembly binding always writes tags; use the native binding to leave them out');
  if (standard !== '1.7') throw new Error(`the WebAssembly binding cannot write PDF ${standard}; the native one can`);
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
    isWorn: false,
    extra: new Map(),
    composed: new Map(),
  };
  setFonts(instance, fonts);
  if (reserved > 0) instance.start = takeCheckpoint(memory, copy);
  return instance;
}

/** Bytes of memory up to the end of what is in use. */
const usedMemory = ({ copy }: Instance): number => copy.glue.reserve(LARGE);
/** No gap between things in use is as large. */
const LARGE = 1024 * 1024;

/** Sets an instance back to how it was when it was new. */
function renew(instance: Instance): void {
  instance.start?.restore();
  instance.compiles = 0;
  instance.isWorn = false;
  instance.extra = new Map();
  instance.composed = new Map();
}

/** Faces of documents that an instance keeps, so that the next document with them need not bring them again. */
const MAX_EXTRA_FACES = 32;
const MAX_EXTRA_BYTES = 50_000_000;

/** Nothing but its own name reaches a document's face, and that is a hash of its content. */
function addFaces(instance: Instance, fonts: readonly FontFace[], { faces, composed = [] }: TypstSource): void {
  const added = [...(faces ?? [])].filter(([id]) => !instance.extra.has(id));
  // Typst forgets what it knows when the fonts change.
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
 * What Typst is told of a face, without a look into its file. First under its own family name, which alone selects it;
 * then under the name it has in CSS, for text in SVG images, where Typst chooses (and falls back) as it sees fit.
 * Falling back takes coverage, and a long list is slow to hand over: regular and bold faces have to do.
 */
function fontInfos(face: FontFace): TypstFontInfo['info'] {
  const { typstFamily, family, style, stretch } = face;
  const weight = Math.min(Math.max(Math.round(face.weight), 100), 900);
  const fallback = style === 'normal' && (weight === 400 || weight === 700);
  const coverage = fallback ? runLengths(face.coverage) : [];
  const variant = { style, weight, stretch: Math.round(stretch * 10) };
  const own = { family: typstFamily, variant, flags: '', coverage: [] };
  if (face.ofDocument) return [own];
  return [own, { family, variant, flags: '', coverage }];
}

/** Ranges as Typst writes them: how many code points are left out, how many are covered, and so on. */
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
  copy.takeErrors(); // "access denied" traces of files that do not exist: the diagnostics say it, too
  if (instance.fontFailure) {
    return { error: new Error('a font could not be read', { cause: instance.fontFailure }), usable: false };
  }
  if (output.result) return { pdf: output.result, usable: true };
  return { error: new CompileError((output.diagnostics ?? []).map(toDiagnostic)), usable: true };
}

/** Panics are logged before they trap; only a failed allocation aborts without a word. */
function trapError(cause: unknown, panic: string | undefined): CompileError {
  if (panic === undefined && String(cause) === 'RuntimeError: unreachable') return new OutOfMemoryError({ cause });
  return new CompileError([{ severity: 'error', message: `Typst stopped: ${panic ?? String(cause)}` }], { cause });
}

/** "panicked at <source place>:\n<message>", then a stack. */
function panicMessage(logged: readonly string[]): string | undefined {
  return logged.find((text) => text.startsWith('panicked at'))?.split('\n')[1];
}

function toDiagnostic(diagnostic: TypstDiagnostic): CompileDiagnostic {
  const line = diagnostic.path === MAIN_PATH ? Number.parseInt(diagnostic.range, 10) : Number.NaN;
  return {
    severity: diagnostic.severity === 'warning' ? 'warning' : 'error',
    // What follows is a trace of the JavaScript stack, which tells the installation's paths.
    message: diagnostic.message.replace(/ \(JsValue\([\s\S]*$/, ''),
    ...(Number.isNaN(line) ? {} : { line }),
  };
}
