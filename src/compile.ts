/** Connects the engine to PDF writers: the Typst bindings and the native core. */

import { createAddonCompiler } from '../native/addon.js';
import { CompileError, type Compiler, OutOfMemoryError } from '../native/compiler.js';
import { type Core, CoreError, corePath, createCore } from '../native/core.js';
import { createWasmCompiler } from '../native/wasm.js';
import { BoundedCache, type CacheUses } from './engine/collections/bounded-cache.js';
import type { PdfBackend, PdfBackendChoice } from './engine/document.js';
import { EngineError } from './engine/errors.js';
import { type PdfBackendWriter, type PdfWriter, UndecodableImages, type WriterCache } from './engine/render.js';
import type { FontFace } from './engine/text/types.js';
import { UnusableFonts } from './engine/text/unusable-fonts.js';
import type { TypstSource } from './engine/typst/source.js';
import { literal } from './engine/typst/writer.js';
import { applyFinishing } from './pdf/apply.js';
import { ImportError } from './pdf/imports/importer.js';
import { SignatureError } from './pdf/signature/pkcs12.js';

/** Ids of document fonts that a compiler remembers as usable; a few kilobytes. */
const MAX_USABLE_FONTS = 500;

/** The backend for the public option `engine`. */
export const resolveBackend = (choice: PdfBackendChoice = 'auto'): PdfBackend =>
  choice !== 'auto' ? choice : corePath() === undefined ? 'wasm' : 'core';

export type Writer = PdfWriter & {
  /** Creates ahead what the next document will need; for idle time. */
  prepare(): void;
  /** How its caches were used by all documents so far; Typst's cannot be watched. */
  cacheUses(): Readonly<Partial<Record<WriterCache, CacheUses>>>;
  close(): void;
};

export interface WriterOptions {
  readonly fonts: readonly FontFace[];
  /** For `wasm`: from `loadWasmModule`. */
  readonly module?: WebAssembly.Module | undefined;
  /** For `wasm`: as in `WasmCompilerOptions`. */
  readonly memoryLimit?: number | undefined;
  readonly reserved?: number | undefined;
}

/** Rejects with advice when the backend is not available. */
export async function createWriter(backend: PdfBackend, options: WriterOptions): Promise<Writer> {
  const { fonts, module, memoryLimit, reserved } = options;
  if (backend === 'core') {
    const core = createCore({ fonts });
    return {
      ...writeWith(core),
      finish,
      prepare: () => {},
      cacheUses: () => core.cacheUses(),
      close: () => core.close(),
    };
  }
  if (backend === 'wasm' && !module) throw new Error('Typst as WebAssembly needs its module');
  const compiler =
    backend === 'native'
      ? await createAddonCompiler({ fonts })
      : createWasmCompiler({
          module: module!,
          fonts,
          ...(memoryLimit !== undefined && { memoryLimit }),
          ...(reserved !== undefined && { reserved }),
        });
  return {
    ...compileWith(compiler),
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
        if (!(error instanceof CoreError)) throw error;
        if (error.images.length > 0) throw new UndecodableImages(error.images);
        if (error.fonts.length > 0) throw new UnusableFonts(error.fonts, { cause: error });
        if (/ too deep in one another$/.test(error.message)) throw tooDeep(error);
        throw writingFailed(error);
      }
    },
  };
}

/** Distinguishes undecodable images and unusable fonts from rejected sources, which are bugs of the engine. */
function compileWith(compiler: Compiler): PdfBackendWriter {
  const usable = new BoundedCache<string, true>(MAX_USABLE_FONTS);
  const compile = (source: TypstSource): Uint8Array => {
    const unusable = [...(source.faces?.values() ?? [])].filter(
      (face) => !usable.get(face.id) && !isUsable(face, compiler),
    );
    if (unusable.length > 0) throw new UnusableFonts(unusable.map(({ id }) => id));
    for (const id of source.faces?.keys() ?? []) usable.set(id, true);
    try {
      return compiler.compile(source).pdf;
    } catch (error) {
      throw error instanceof CompileError ? translate(error, source, compiler) : error;
    }
  };
  return { compile };
}

/** Typst silently drops text in a font that it cannot read. */
function isUsable(face: FontFace, compiler: Compiler): boolean {
  try {
    compiler.compile({
      text: `#context assert(measure(text(font: ${literal(face.typstFamily)}, fallback: false, "A")).height > 0pt)`,
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
  if (error instanceof OutOfMemoryError) {
    const message = 'The document takes more memory than one render may use. Split it, or use smaller images.';
    return new EngineError('document_too_large', message, { cause: error });
  }
  const keys = undecodableImages(source, compiler);
  if (keys.length > 0) return new UndecodableImages(keys);
  const ids = unusableFonts(source, compiler);
  if (ids.length > 0) return new UnusableFonts(ids, { cause: error });
  if (/maximum (?:parsing|nesting|layout|function call) depth exceeded/.test(error.message)) return tooDeep(error);
  return writingFailed(error);
}

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
 */
function undecodableImages({ files }: TypstSource, compiler: Compiler): string[] {
  const keys = new Set<string>();
  for (const [path, bytes] of files) {
    const key = /^\/img\/(svg-\d+|[0-9a-f]+)/.exec(path)?.[1];
    if (key === undefined || keys.has(key)) continue;
    const alone: TypstSource = {
      text: `#image("${path}", width: 1pt, height: 1pt)`,
      files: new Map([[path, bytes]]),
      fonts: new Set(),
    };
    try {
      compiler.compile(alone);
    } catch (error) {
      if (!(error instanceof CompileError) || error instanceof OutOfMemoryError) throw error;
      keys.add(key);
    }
  }
  return [...keys];
}

/** Finds the document's fonts that make Typst fail by compiling the text of each without the others. */
function unusableFonts(source: TypstSource, compiler: Compiler): string[] {
  const faces = source.faces ?? new Map<string, FontFace>();
  if (faces.size === 0) return [];
  const fails = (chosen: ReadonlyMap<string, FontFace>) => {
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
