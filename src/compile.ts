/** Connects the engine to the bindings: Typst's, and the native core. */

import { createAddonCompiler } from '../native/addon.js';
import { CompileError, type Compiler, OutOfMemoryError } from '../native/compiler.js';
import { type Core, CoreError, corePath, createCore } from '../native/core.js';
import { createWasmCompiler } from '../native/wasm.js';
import { BoundedCache } from './engine/collections/bounded-cache.js';
import type { EngineChoice, EngineName } from './engine/document.js';
import { EngineError } from './engine/errors.js';
import { type PdfWriter, UndecodableImages } from './engine/render.js';
import type { FontFace } from './engine/text/types.js';
import { UnusableFonts } from './engine/text/unusable-fonts.js';
import type { TypstSource } from './engine/typst/source.js';
import { literal } from './engine/typst/writer.js';

/** Fonts of documents known to be sound, by id: a few kilobytes. */
const MAX_SOUND_FONTS = 500;

export const engineFor = (choice: EngineChoice = 'auto'): EngineName =>
  choice !== 'auto' ? choice : corePath() === undefined ? 'wasm' : 'core';

export type Writer = PdfWriter & {
  /** Makes now what the next document would wait for: for idle moments. */
  prepare(): void;
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

/** Rejects with what to do where the engine is not there. */
export async function createWriter(engine: EngineName, options: WriterOptions): Promise<Writer> {
  const { fonts, module, memoryLimit, reserved } = options;
  if (engine === 'core') {
    const core = createCore({ fonts });
    return { ...writeWith(core), prepare: () => {}, close: () => core.close() };
  }
  if (engine === 'wasm' && !module) throw new Error('Typst as WebAssembly needs its module');
  const compiler =
    engine === 'native'
      ? await createAddonCompiler({ fonts })
      : createWasmCompiler({
          module: module!,
          fonts,
          ...(memoryLimit !== undefined && { memoryLimit }),
          ...(reserved !== undefined && { reserved }),
        });
  return { ...compileWith(compiler), prepare: () => compiler.prepare(), close: () => compiler.close() };
}

/** Tells undecodable images and unusable fonts from what only a fault of ours can cause. */
function writeWith(core: Core): PdfWriter {
  return {
    write(document) {
      try {
        return core.write(document);
      } catch (error) {
        if (!(error instanceof CoreError)) throw error;
        if (error.images.length > 0) throw new UndecodableImages(error.images);
        if (error.fonts.length > 0) throw new UnusableFonts(error.fonts, { cause: error });
        throw new EngineError('compile_failed', `The PDF could not be written: ${error.message}`, { cause: error });
      }
    },
  };
}

/** Tells undecodable images and unusable fonts, which a document can cause, from sources Typst refuses, which only a fault of ours can. */
export function compileWith(compiler: Compiler): PdfWriter {
  const sound = new BoundedCache<string, true>(MAX_SOUND_FONTS);
  const compile = (source: TypstSource): Uint8Array => {
    const dumb = [...(source.faces?.values() ?? [])].filter((face) => !sound.get(face.id) && !canBeSet(face, compiler));
    if (dumb.length > 0) throw new UnusableFonts(dumb.map(({ id }) => id));
    for (const id of source.faces?.keys() ?? []) sound.set(id, true);
    try {
      return compiler.compile(source).pdf;
    } catch (error) {
      throw error instanceof CompileError ? reasonOf(error, source, compiler) : error;
    }
  };
  return { compile };
}

/** Text in a font that it cannot read Typst leaves out without a word. */
function canBeSet(face: FontFace, compiler: Compiler): boolean {
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

function reasonOf(error: CompileError, source: TypstSource, compiler: Compiler): Error {
  if (error instanceof OutOfMemoryError) {
    const message = 'The document takes more memory than one render may use. Split it, or use smaller images.';
    return new EngineError('document_too_large', message, { cause: error });
  }
  const keys = undecodableImages(source, compiler);
  if (keys.length > 0) return new UndecodableImages(keys);
  const ids = unusableFonts(source, compiler);
  if (ids.length > 0) return new UnusableFonts(ids, { cause: error });
  return new EngineError('compile_failed', `The PDF could not be written: ${error.message}`, { cause: error });
}

/**
 * The images that make Typst fail, found by setting each alone: bindings tell neither all of them nor always where one
 * stands, and some images make Typst stop without a word about them.
 */
function undecodableImages({ files }: TypstSource, compiler: Compiler): string[] {
  const keys = new Set<string>();
  for (const [path, bytes] of files) {
    const key = /^\/img\/(svg-\d+|[0-9a-f]+)/.exec(path)?.[1];
    if (key === undefined || keys.has(key)) continue;
    const alone = {
      text: `#image("${path}", width: 1pt, height: 1pt)`,
      files: new Map([[path, bytes]]),
      fonts: new Set<string>(),
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

/** The document's own fonts that make Typst fail, found by setting the text of each without that of the others. */
function unusableFonts(source: TypstSource, compiler: Compiler): string[] {
  const faces = source.faces ?? new Map<string, FontFace>();
  if (faces.size === 0) return [];
  const fails = (chosen: ReadonlyMap<string, FontFace>) => {
    try {
      compiler.recycle(); // the fonts of the last attempt would still be there
      // Typst leaves out text in a family it does not know.
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
