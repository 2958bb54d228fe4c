/**
 * Typst as a native addon: faster, and able to write PDF/A, PDF/UA and untagged PDF, but part of the process (a crash
 * ends the process, a running compile cannot be stopped), and an older version of Typst. An option for operators.
 *
 *   const compiler = await createAddonCompiler({ fonts: loadFonts() });
 *
 * It reads no files except system fonts, as its root is a folder that cannot exist. System fonts apply only to text in
 * SVG images whose font family is not among `fonts`. Sources with package imports, which would access the network, are
 * rejected before Typst reads them.
 */

import { join } from 'node:path';
import type { FontFace } from '../src/engine/text/types.js';
import type { TypstSource } from '../src/engine/typst/source.js';
import { composedFace } from '../src/fonts/composed-font.js';
import { renameFont } from '../src/fonts/name-table.js';
import { finishPdf } from '../src/pdf/finish.js';
import {
  type CompileDiagnostic,
  type Compiled,
  CompileError,
  type CompileOptions,
  type Compiler,
  checkSource,
  facesById,
} from './compiler.js';

export interface AddonCompilerOptions {
  /** All faces that sources may use. Bytes are loaded when a source first uses a face. */
  readonly fonts: readonly FontFace[];
}

type Addon = typeof import('@myriaddreamin/typst-ts-node-compiler');
type NodeCompiler = import('@myriaddreamin/typst-ts-node-compiler').NodeCompiler;

/** A path below a file, where nothing can exist. */
const ROOT = join(process.execPath, 'root');

/** Throws an error with installation advice when the optional package is missing or lacks this platform. */
export async function createAddonCompiler(options: AddonCompilerOptions): Promise<Compiler> {
  const { NodeCompiler } = await importAddon();
  const faces = facesById(options.fonts);
  /** Fonts in the compiler by family: all needed so far, as creating a compiler copies their bytes. */
  const loaded = new Map<string, Buffer>();
  /** Families in `loaded` that belong to a document and are not available to others. */
  const documentFamilies = new Set<string>();
  let compiler: NodeCompiler | undefined;
  let closed = false;

  const load = (name: string, bytes: () => Uint8Array): void => {
    if (loaded.has(name)) return;
    loaded.set(name, Buffer.from(bytes()));
    compiler = undefined;
  };
  const prepare = (source?: TypstSource): NodeCompiler => {
    if (closed) throw new Error('the compiler is closed');
    const own = new Map(source?.faces);
    for (const font of source?.composed ?? []) own.set(font.id, composedFace(font));
    const ownFamilies = new Set([...own.values()].map(({ typstFamily }) => typstFamily));
    for (const name of documentFamilies) {
      if (ownFamilies.has(name)) continue;
      documentFamilies.delete(name);
      loaded.delete(name);
      compiler = undefined;
    }
    for (const family of ownFamilies) documentFamilies.add(family);
    for (const id of [...(source?.fonts ?? []), ...own.keys()]) {
      const face = own.get(id) ?? faces.get(id)!;
      load(face.typstFamily, () => renameFont(face.data(), face.index, face.typstFamily));
    }
    if (source) for (const face of facesInSvg(source.files, options.fonts)) load(face.id, face.data);
    compiler ??= NodeCompiler.create({ workspace: ROOT, fontArgs: [{ fontBlobs: [...loaded.values()] }] });
    return compiler;
  };
  const recycle = (): void => {
    compiler = undefined;
    loaded.clear();
    documentFamilies.clear();
  };

  return {
    compile(source: TypstSource, compileOptions: CompileOptions = {}): Compiled {
      checkSource(source, faces);
      refuseImports(source.text);
      const current = prepare(source);
      try {
        for (const [path, bytes] of source.files) current.mapShadow(join(ROOT, path), Buffer.from(bytes));
        const pdf = compileWith(current, source.text, compileOptions);
        return { pdf: finishPdf(pdf, source) };
      } finally {
        current.resetShadow();
        current.evictCache(0);
      }
    },
    /** Counts fonts only; everything else is freed after each compile. */
    get memory() {
      return [...loaded.values()].reduce((sum, { length }) => sum + length, 0);
    },
    recycle,
    prepare() {
      prepare();
    },
    close() {
      recycle();
      closed = true;
    },
  };
}

/** Faces that the text of SVG files refers to, by their CSS family names. */
function facesInSvg(files: TypstSource['files'], faces: readonly FontFace[]): FontFace[] {
  const svgs = [...files].filter(([path]) => path.endsWith('.svg'));
  const texts = svgs.map(([, bytes]) => Buffer.from(bytes).toString().toLowerCase());
  return faces.filter(({ family }) =>
    texts.some((text) => text.includes('<text') && text.includes(family.toLowerCase())),
  );
}

async function importAddon(): Promise<Addon> {
  try {
    return await import('@myriaddreamin/typst-ts-node-compiler');
  } catch (cause) {
    const help = 'install @myriaddreamin/typst-ts-node-compiler (an optional dependency), or use the default binding';
    throw new Error(`the native binding to Typst is not available: ${help}`, { cause });
  }
}

/** Keywords that load code or files; sources of the engine contain them in string literals only. */
const LOADING = /\b(?:import|include|eval|plugin)\b/;

function refuseImports(text: string): void {
  const word = LOADING.exec(text.replace(/"(?:\\.|[^"\\])*"/gs, '""'))?.[0];
  if (word) throw new CompileError([{ severity: 'error', message: `a source may not use ${word}` }]);
}

function compileWith(compiler: NodeCompiler, text: string, options: CompileOptions): Uint8Array {
  const compiled = compiler.compile({ mainFileContent: text });
  const document = compiled.result;
  if (!document) {
    const error = compiled.takeError();
    throw new CompileError(error ? compiler.fetchDiagnostics(error).map(toDiagnostic) : []);
  }
  try {
    const pdf = compiler.pdf(document, {
      pdfStandard: options.standard ?? '1.7',
      pdfTags: options.tags ?? true,
      creationTimestamp: 0,
    });
    return new Uint8Array(pdf); // a copy: the addon's memory cannot be transferred
  } catch (cause) {
    throw new CompileError(exportDiagnostics(cause), { cause });
  }
}

function toDiagnostic(diagnostic: { message: string; severity: number }): CompileDiagnostic {
  // Hints refer to the command line and to search paths.
  const message = diagnostic.message.replace(/, hints: [\s\S]*$/, '').replace(/ \(searched at [^)]*\)/, '');
  return { severity: diagnostic.severity === 1 ? 'error' : 'warning', message };
}

/** Errors of PDF export are the debug output of a list of diagnostics in Rust. */
function exportDiagnostics(error: unknown): CompileDiagnostic[] {
  const text = error instanceof Error ? error.message : String(error);
  const messages = [...text.matchAll(/severity: Error,.*?message: "((?:[^"\\]|\\.)*)"/gs)].map((match) => match[1]!);
  return (messages.length > 0 ? messages : [text]).map((message) => ({ severity: 'error', message }));
}
