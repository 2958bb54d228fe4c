/** Typst as a PDF writer. */

import type { DecodingBudget } from '../../native/core.js';
import { CompileError, type Compiler, OutOfMemoryError } from '../../native/typst/compiler.js';
import { decodedSize } from '../engine/box/images.js';
import { BoundedCache } from '../engine/collections/bounded-cache.js';
import type { DisplayListWriter } from '../engine/paint/display-list-writer.js';
import type { FontFace } from '../engine/text/types.js';
import { UnusableFonts } from '../engine/text/unusable-fonts.js';
import { typstListWriter } from '../engine/typst/display-list-writer.js';
import type { TypstSource } from '../engine/typst/source.js';
import { literal } from '../engine/typst/writer.js';
import { UndecodableImages } from '../engine/undecodable.js';
import { undecodableInDrawings } from './images-in-drawings.js';
import { tooDeep, tooLarge, writingFailed } from './refusals.js';

/** Ids of document fonts that a compiler remembers as usable; a few kilobytes. */
const MAX_USABLE_FONTS = 500;

/** Distinguishes undecodable images and unusable fonts from rejected sources, which are bugs of the engine. */
export function typstWriter(compiler: Compiler, decoding: DecodingBudget | undefined): DisplayListWriter {
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
  return typstListWriter(compile);
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
