/** Connects the engine to a Typst binding. */

import { CompileError, type Compiler, OutOfMemoryError } from '../native/compiler.js';
import { BoundedCache } from './engine/css/bounded-cache.js';
import { EngineError } from './engine/errors.js';
import { type Compile, UndecodableImages } from './engine/render.js';
import type { FontFace } from './engine/text/types.js';
import { UnusableFonts } from './engine/text/unusable-fonts.js';
import type { TypstSource } from './engine/typst/source.js';
import { literal } from './engine/typst/writer.js';

/** Fonts of documents known to be sound, by id: a few kilobytes. */
const MAX_SOUND_FONTS = 500;

/** Tells undecodable images and unusable fonts, which a document can cause, from sources Typst refuses, which only a fault of ours can. */
export function compileWith(compiler: Compiler): Compile {
  const sound = new BoundedCache<string, true>(MAX_SOUND_FONTS);
  return (source) => {
    const dumb = [...(source.faces?.values() ?? [])].filter((face) => !sound.get(face.id) && !canBeSet(face, compiler));
    if (dumb.length > 0) throw new UnusableFonts(dumb.map(({ id }) => id));
    for (const id of source.faces?.keys() ?? []) sound.set(id, true);
    try {
      return compiler.compile(source).pdf;
    } catch (error) {
      throw error instanceof CompileError ? reasonOf(error, source, compiler) : error;
    }
  };
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
