/** The interface of Typst's compiler: source and files in, PDF out. */

import type { FontFace } from '../../src/engine/text/types.js';
import type { TypstSource } from '../../src/engine/typst/source.js';

export interface Compiled {
  readonly pdf: Uint8Array;
}

export interface Compiler {
  /** Throws CompileError when Typst rejects the source; the compiler stays usable (a trapped instance is replaced). */
  compile(source: TypstSource): Compiled;
  /** Bytes of memory in use; the caller decides when to call `recycle`. */
  readonly memory: number;
  /** Frees memory; the next compile starts with a new instance. */
  recycle(): void;
  /** Creates an instance ahead of the next compile, if there is none; for idle time. */
  prepare(): void;
  close(): void;
}

export interface CompileDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** 0-based line of the source, if Typst reports it. */
  readonly line?: number;
}

/** Typst rejected the source: a bug of the engine, as documents enter sources as data only. */
export class CompileError extends Error {
  override readonly name: string = 'CompileError';
  constructor(
    readonly diagnostics: readonly CompileDiagnostic[],
    options?: ErrorOptions,
  ) {
    super(diagnostics.map((d) => d.message).join('; ') || 'Typst refused the source', options);
  }
}

/** The document needs more memory than an instance may use: it is too large, the source is valid. */
export class OutOfMemoryError extends CompileError {
  override readonly name = 'OutOfMemoryError';
  constructor(options?: ErrorOptions) {
    super([{ severity: 'error', message: 'out of memory' }], options);
  }
}

/** Path of the source text; no file may use it. */
export const MAIN_PATH = '/main.typ';

/**
 * Checks what Typst would silently accept: it drops text in an unknown family.
 * @param faces  the faces of the compiler by id
 * Throws CompileError for an unknown face, and for a file without an absolute virtual path.
 */
export function checkSource(source: TypstSource, faces: ReadonlyMap<string, FontFace>): void {
  const problems: string[] = [];
  for (const id of source.fonts)
    if (!faces.has(id) && !source.faces?.has(id)) problems.push(`unknown font face: ${id}`);
  for (const path of source.files.keys()) {
    if (!/^(?:\/[\w-][\w.-]*)+$/.test(path) || path === MAIN_PATH) problems.push(`not a path for a file: ${path}`);
  }
  if (problems.length > 0) throw new CompileError(problems.map((message) => ({ severity: 'error', message })));
}

/** Faces by id; throws for duplicate ids, as sources refer to faces by id. */
export function facesById(faces: readonly FontFace[]): Map<string, FontFace> {
  const byId = new Map(faces.map((face) => [face.id, face]));
  if (byId.size !== faces.length) throw new Error('two font faces have the same id');
  return byId;
}
