/** The interface to Typst: source and files in, PDF out. Two implementations: wasm.ts (default) and addon.ts. */

import type { FontFace } from '../src/engine/text/types.js';
import type { TypstSource } from '../src/engine/typst/source.js';

export type PdfStandard = '1.7' | '2.0' | 'a-2b' | 'a-3b' | 'ua-1';

export interface CompileOptions {
  /** Tagged (accessible) PDF; default true. Only the native binding can leave tags out. */
  readonly tags?: boolean;
  /** Default 1.7. Only the native binding can write others. */
  readonly standard?: PdfStandard;
}

export interface Compiled {
  readonly pdf: Uint8Array;
}

export interface Compiler {
  /** Throws CompileError when Typst refuses the source; the compiler stays usable (a trapped instance is replaced). */
  compile(source: TypstSource, options?: CompileOptions): Compiled;
  /** Bytes of memory the compiler holds now; the caller decides when to call `recycle`. */
  readonly memory: number;
  /** Gives memory back; the next compile starts from a fresh instance. */
  recycle(): void;
  /** Makes the instance now if there is none, so that the next compile need not: for idle moments. */
  prepare(): void;
  close(): void;
}

export interface CompileDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** 0-based line of the source, when Typst tells it. */
  readonly line?: number;
}

/** Typst refused the source: a fault of ours, since documents reach it only as data. */
export class CompileError extends Error {
  override readonly name: string = 'CompileError';
  constructor(
    readonly diagnostics: readonly CompileDiagnostic[],
    options?: ErrorOptions,
  ) {
    super(diagnostics.map((d) => d.message).join('; ') || 'Typst refused the source', options);
  }
}

/** The document needs more memory than an instance may take: a matter of its size, not a fault in the source. */
export class OutOfMemoryError extends CompileError {
  override readonly name = 'OutOfMemoryError';
  constructor(options?: ErrorOptions) {
    super([{ severity: 'error', message: 'out of memory' }], options);
  }
}

/** Where both bindings put the source's text; a file of a source cannot have this path. */
export const MAIN_PATH = '/main.typ';

/**
 * Checks what Typst would pass over in silence: it leaves out text in a family it does not know.
 * @param faces  the faces the compiler was made with, by id
 * Throws CompileError for an unknown face, and for a file whose path is not an absolute virtual one.
 */
export function checkSource(source: TypstSource, faces: ReadonlyMap<string, FontFace>): void {
  const faults: string[] = [];
  for (const id of source.fonts) if (!faces.has(id) && !source.faces?.has(id)) faults.push(`unknown font face: ${id}`);
  for (const path of source.files.keys()) {
    if (!/^(?:\/[\w-][\w.-]*)+$/.test(path) || path === MAIN_PATH) faults.push(`not a path for a file: ${path}`);
  }
  if (faults.length > 0) throw new CompileError(faults.map((message) => ({ severity: 'error', message })));
}

/** The faces by id; throws when two share one, since then a source could not name either. */
export function facesById(faces: readonly FontFace[]): Map<string, FontFace> {
  const byId = new Map(faces.map((face) => [face.id, face]));
  if (byId.size !== faces.length) throw new Error('two font faces have the same id');
  return byId;
}
