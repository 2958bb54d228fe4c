/** Connects the engine to PDF writers: the core and Typst. */

import {
  type Core,
  CoreComplexityError,
  CoreError,
  CoreLateError,
  CoreMemoryError,
  createCore,
  type DecodingBudget,
} from '../native/core.js';
import { coreAddonPath, openCoreAddon } from '../native/core-addon.js';
import { loadCoreModule, openCoreInstance } from '../native/core-webassembly.js';
import { CompileError, type Compiler, OutOfMemoryError } from '../native/typst/compiler.js';
import { createWasmCompiler, loadWasmModule } from '../native/typst/wasm.js';
import type { ImageResource } from './engine/box/image-resources.js';
import { decodedSize } from './engine/box/images.js';
import { BoundedCache, type CacheUses } from './engine/collections/bounded-cache.js';
import type { PdfBackend, PdfBackendChoice } from './engine/document.js';
import { EngineError } from './engine/errors.js';
import type { PdfBackendWriter, PdfWriter, WriterCache } from './engine/render.js';
import type { FontFace } from './engine/text/types.js';
import { UnusableFonts } from './engine/text/unusable-fonts.js';
import type { TypstSource } from './engine/typst/source.js';
import { literal } from './engine/typst/writer.js';
import { UndecodableImages } from './engine/undecodable.js';
import { decodedSizeOf, documentOf, undecodableInDrawings } from './images-in-drawings.js';
import { applyFinishing } from './pdf/apply.js';
import { ImportError } from './pdf/imports/importer.js';
import { SignatureError } from './pdf/signature/pkcs12.js';

/** Ids of document fonts that a compiler remembers as usable; a few kilobytes. */
const MAX_USABLE_FONTS = 500;

/** The backend for the public option `engine`. */
export const resolveBackend = (choice: PdfBackendChoice = 'auto'): PdfBackend =>
  choice !== 'auto' ? choice : coreAddonPath() === undefined ? 'wasm' : 'core';

/**
 * Reads and compiles the WebAssembly module of a backend, once per process and limit.
 * @param maxMemory  memory limit of an instance in bytes
 * @returns undefined for `core`, which has none
 */
export async function loadModule(backend: PdfBackend, maxMemory?: number): Promise<WebAssembly.Module | undefined> {
  if (backend === 'core') return undefined;
  return backend === 'typst' ? loadWasmModule(maxMemory) : loadCoreModule(maxMemory);
}

export type Writer = PdfWriter & {
  /** Creates ahead what the next document will need; for idle time. */
  prepare(): void;
  /** How its caches were used by all documents so far; Typst's cannot be watched. */
  cacheUses(): Readonly<Partial<Record<WriterCache, CacheUses>>>;
  close(): void;
};

export interface WriterOptions {
  readonly fonts: readonly FontFace[];
  /** From `loadModule`. */
  readonly module: WebAssembly.Module | undefined;
  /** Bytes that an instance of `core` may take for a document; others have their limit from `loadModule`. */
  readonly maxMemory?: number | undefined;
  /** Bytes above which an instance is replaced. */
  readonly memoryLimit?: number | undefined;
  readonly decoding?: DecodingBudget | undefined;
  /** For `typst`: as in `WasmCompilerOptions`. */
  readonly reserved?: number | undefined;
}

/** Throws an error with advice when the backend is not available. */
export function createWriter(backend: PdfBackend, options: WriterOptions): Writer {
  const { fonts, module, maxMemory, memoryLimit, reserved, decoding } = options;
  if (backend !== 'core' && !module) throw new Error(`the engine ${backend} needs its module`);
  if (backend !== 'typst') {
    const open = backend === 'core' ? () => openCoreAddon(maxMemory) : () => openCoreInstance(module!);
    const core = createCore({ fonts, open, decodedSize: decodedSizeOf, decoding, memoryLimit });
    return {
      ...writeWith(core),
      finish,
      prepare: () => core.prepare(),
      cacheUses: () => core.cacheUses(),
      close: () => core.close(),
    };
  }
  const compiler = createWasmCompiler({
    module: module!,
    fonts,
    ...(memoryLimit !== undefined && { memoryLimit }),
    ...(reserved !== undefined && { reserved }),
  });
  return {
    ...compileWith(compiler, decoding),
    finish,
    prepare: () => compiler.prepare(),
    cacheUses: () => ({}),
    close: () => compiler.close(),
  };
}

/** @throws EngineError `invalid_option` for another PDF that cannot be read, and a key that cannot be used */
const finish: Writer['finish'] = (pdf, finishing) => {
  try {
    return applyFinishing(pdf, finishing);
  } catch (error) {
    if (error instanceof ImportError || error instanceof SignatureError)
      throw new EngineError('invalid_option', error.message, { cause: error });
    throw error;
  }
};

/** Distinguishes undecodable images and unusable fonts from other failures, which are bugs of the engine. */
function writeWith(core: Core): PdfBackendWriter {
  return {
    write(document) {
      try {
        return core.write(document);
      } catch (error) {
        if (!(error instanceof CoreError) || error instanceof CoreLateError) throw error;
        if (error instanceof CoreMemoryError) throw tooLarge(error);
        if (error instanceof CoreComplexityError)
          throw new EngineError('document_too_complex', error.message, { cause: error });
        if (error.images.length > 0) throw new UndecodableImages(error.images);
        if (error.fonts.length > 0) throw new UnusableFonts(error.fonts, { cause: error });
        if (/ too deep in one another$/.test(error.message)) throw tooDeep(error);
        const drawings = document.images.filter(({ format }) => format === 'svg').map(({ bytes }) => bytes);
        const inside = undecodableInDrawings(drawings, (image) => decodes(core, image), document.deadline);
        if (inside.length > 0) throw new UndecodableImages(inside);
        throw writingFailed(error);
      }
    },
  };
}

function decodes(core: Core, image: ImageResource): boolean {
  try {
    core.write(documentOf(image));
    return true;
  } catch (error) {
    if (error instanceof CoreError && error.images.length > 0) return false;
    throw error;
  }
}

/** Distinguishes undecodable images and unusable fonts from rejected sources, which are bugs of the engine. */
function compileWith(compiler: Compiler, decoding: DecodingBudget | undefined): PdfBackendWriter {
  const usable = new BoundedCache<string, true>(MAX_USABLE_FONTS);
  const compile = (source: TypstSource): Uint8Array => {
    const unusable = [...(source.faces?.values() ?? [])].filter(
      (face) => !usable.get(face.id) && !isUsable(face, compiler),
    );
    if (unusable.length > 0) throw new UnusableFonts(unusable.map(({ id }) => id));
    for (const id of source.faces?.keys() ?? []) usable.set(id, true);
    try {
      const compiled = () => compiler.compile(source).pdf;
      return decoding ? decoding.hold(largestImage(source), compiled) : compiled();
    } catch (error) {
      throw error instanceof CompileError ? translate(error, source, compiler) : error;
    }
  };
  return { compile };
}

/** Bytes of the largest image, once it is decoded; Typst decodes one after the other. */
const largestImage = ({ files }: TypstSource): number => Math.max(0, ...[...files.values()].map(decodedSize));

/** Typst silently drops text in a font that it cannot read. */
function isUsable(face: FontFace, compiler: Compiler): boolean {
  try {
    compiler.compile({
      text: `#context assert(measure(text(font: ${literal(face.uniqueFamily)}, fallback: false, "A")).height > 0pt)`,
      files: new Map(),
      fonts: new Set([face.id]),
      faces: new Map([[face.id, face]]),
    });
    return true;
  } catch (error) {
    if (error instanceof CompileError) return false;
    throw error;
  }
}

function translate(error: CompileError, source: TypstSource, compiler: Compiler): Error {
  if (error instanceof OutOfMemoryError) return tooLarge(error);
  const failing = undecodableFiles(source, compiler);
  const inside = undecodableInDrawings(
    failing.filter((path) => path.endsWith('.svg')).map((path) => source.files.get(path)!),
    ({ bytes, format }) => compilesAlone(`/img/inside.${format}`, bytes, compiler),
    source.deadline,
  );
  // Without them, their drawings may be sound.
  const whole = inside.length > 0 ? failing.filter((path) => !path.endsWith('.svg')) : failing;
  const keys = [...inside, ...whole.flatMap((path) => /^\/img\/(svg-\d+|[0-9a-f]{32})/.exec(path)?.[1] ?? [])];
  if (keys.length > 0) return new UndecodableImages([...new Set(keys)]);
  const ids = unusableFonts(source, compiler);
  if (ids.length > 0) return new UnusableFonts(ids, { cause: error });
  if (/maximum (?:parsing|nesting|layout|function call) depth exceeded/.test(error.message)) return tooDeep(error);
  return writingFailed(error);
}

const tooLarge = (cause: Error): EngineError =>
  new EngineError(
    'document_too_large',
    'The document takes more memory than one render may use. Split it, or use smaller images.',
    { cause },
  );

const tooDeep = (cause: Error): EngineError =>
  new EngineError(
    'document_too_complex',
    'Elements with transforms, clipping, opacity or other effects are nested too deeply in one another.',
    { cause },
  );

const writingFailed = (cause: Error): EngineError =>
  new EngineError('compile_failed', `The PDF could not be written: ${cause.message}`, { cause });

/**
 * Finds the images that make Typst fail by compiling each alone: the bindings report neither all of them nor always
 * their position, and some images trap without a message.
 * @returns their paths
 */
function undecodableFiles({ files, deadline }: TypstSource, compiler: Compiler): string[] {
  return [...files].flatMap(([path, bytes]) => {
    deadline?.checkNow();
    return compilesAlone(path, bytes, compiler) ? [] : [path];
  });
}

function compilesAlone(path: string, bytes: Uint8Array, compiler: Compiler): boolean {
  try {
    compiler.compile({
      text: `#image("${path}", width: 1pt, height: 1pt)`,
      files: new Map([[path, bytes]]),
      fonts: new Set(),
    });
    return true;
  } catch (error) {
    if (!(error instanceof CompileError) || error instanceof OutOfMemoryError) throw error;
    return false;
  }
}

/** Finds the document's fonts that make Typst fail by compiling the text of each without the others. */
function unusableFonts(source: TypstSource, compiler: Compiler): string[] {
  const faces = source.faces ?? new Map<string, FontFace>();
  if (faces.size === 0) return [];
  const fails = (chosen: ReadonlyMap<string, FontFace>) => {
    source.deadline?.checkNow();
    try {
      compiler.recycle(); // to remove the fonts of the last attempt
      // Typst drops text in unknown families.
      compiler.compile({ ...source, fonts: new Set(), faces: chosen });
      return false;
    } catch (error) {
      if (!(error instanceof CompileError) || error instanceof OutOfMemoryError) throw error;
      return true;
    }
  };
  if (fails(new Map())) return [];
  const alone = [...faces].filter(([id, face]) => fails(new Map([[id, face]]))).map(([id]) => id);
  return alone.length > 0 ? alone : [...faces.keys()];
}
