/**
 * Finds the fonts available to a renderer and describes them to the engine.
 *
 *   const fonts = loadFonts({ folders: ['/usr/share/fonts/house'] });   // once per process; reads headers only
 *   new Worker(file, { workerData: { module, fonts: shareFonts(fonts) } });
 *   const fonts = receiveFonts(workerData.fonts);                        // in the thread: shares the bytes
 *
 * The bytes of a font are loaded on the first `data()` in any thread, into shared memory.
 * System fonts are not used, so that the same packages give the same PDF on every machine.
 */

import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { FontFace } from '../engine/text/types.js';
import { type FontBytes, planBytes, readBytes, type SharedFontBytes, sharedBytes } from './font-bytes.js';
import { type ParsedFace, parseFace } from './parse-face.js';
import { type FontFile, faceOffsets, OpenTypeError, readTables, type Table } from './table-directory.js';

/** Font packages that Platen depends on, and large optional ones. */
const FONT_PACKAGES: readonly string[] = [
  'arimo',
  'tinos',
  'cousine',
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-symbols-2',
  'noto-color-emoji',
  'noto-sans-jp',
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-kr',
  'stix-two-math',
].map((name) => `@expo-google-fonts/${name}`);

interface FontOptions {
  /** Folders of the operator to search recursively for .ttf, .otf, .ttc and .otc files; default none. */
  readonly folders?: readonly string[];
  /** npm packages with fonts; missing ones are skipped. Default `FONT_PACKAGES`. */
  readonly packages?: readonly string[];
  /** Called for each file that cannot be used fully; default: problems are ignored. */
  readonly onProblem?: (problem: FontProblem) => void;
}

export interface FontProblem {
  readonly file: string;
  readonly message: string;
}

/** A face and the source of its bytes, whose memory is reserved on first use: that of all fonts takes a while. */
export interface LoadedFace extends FontFace {
  shared(): SharedFontBytes;
}

/** A face in the form sent between threads. */
export interface SharedFace extends Omit<FontFace, 'data'> {
  readonly bytes: SharedFontBytes;
}

/** A face whose header was read. */
interface KnownFace extends Omit<FontFace, 'data'> {
  readonly bytes: FontBytes;
}

/**
 * Reads the headers of all fonts. Faces are in the order of packages, then of folders (by path).
 * A face from a folder replaces a packaged one with the same family, weight, style and stretch; otherwise the first of
 * equal faces is used. Throws only when a folder cannot be read; bad files are reported and skipped.
 */
export function loadFonts(options: FontOptions = {}): LoadedFace[] {
  const report = options.onProblem ?? (() => {});
  const packaged = (options.packages ?? FONT_PACKAGES).flatMap(packageFolder).flatMap((folder) => fontFiles(folder));
  const own = (options.folders ?? []).flatMap((folder) => fontFiles(folder));
  const faces = new Map<string, KnownFace>();
  const read = (file: string, replaceable: Set<string>) => {
    for (const face of readFile(file, report)) {
      const key = [face.family.toLowerCase(), face.weight, face.style, face.stretch].join('\0');
      if (!faces.has(key) || replaceable.delete(key)) faces.set(key, face);
      else report({ file, message: `skipped: another file provides ${face.family} ${face.weight} ${face.style}` });
    }
  };
  for (const file of packaged) read(file, new Set());
  const replaceable = new Set(faces.keys());
  for (const file of own) read(file, replaceable);
  return withUniqueIds([...faces.values()]).map(loadedFace);
}

/** Faces to send to a thread (as `workerData` or message): plain data and shared memory. */
export function shareFonts(faces: readonly LoadedFace[]): SharedFace[] {
  return faces.map(({ data: _, shared, ...face }) => ({ ...face, bytes: shared() }));
}

/** The faces in the receiving thread; bytes are shared. */
export function receiveFonts(faces: readonly SharedFace[]): LoadedFace[] {
  return faces.map(loadedFace);
}

function loadedFace({ bytes, ...face }: KnownFace | SharedFace): LoadedFace {
  let known: SharedFontBytes | undefined;
  const shared = () => {
    known ??= sharedBytes(bytes);
    return known;
  };
  return { ...face, shared, data: () => readBytes(shared()) };
}

const resolve = createRequire(import.meta.url).resolve;

function packageFolder(name: string): string[] {
  try {
    return [dirname(resolve(`${name}/package.json`))];
  } catch {
    return [];
  }
}

const EXTENSIONS = new Set(['.ttf', '.otf', '.ttc', '.otc']);

/** Font files in a folder and its subfolders, by path. Follows links, but enters each folder once. */
function fontFiles(folder: string, seen = new Set<string>()): string[] {
  const real = realpathSync(folder);
  if (seen.has(real)) return [];
  seen.add(real);
  const files: string[] = [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
    if (kind?.isDirectory()) files.push(...fontFiles(path, seen));
    else if (kind?.isFile() && EXTENSIONS.has(extname(entry.name).toLowerCase())) files.push(path);
  }
  return files;
}

function readFile(path: string, report: (problem: FontProblem) => void): KnownFace[] {
  const faces: KnownFace[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      // A RangeError is a read past the end of a table: damage that the parser did not check for.
      const damaged = error instanceof OpenTypeError || error instanceof RangeError;
      report({ file: path, message: damaged ? `not usable: ${error.message}` : `cannot be read: ${String(error)}` });
      return undefined;
    }
  };
  attempt(() => {
    const descriptor = openSync(path, 'r');
    try {
      const file = openFile(descriptor);
      for (const offset of faceOffsets(file)) {
        const face = attempt(() => readFace(path, file, offset));
        if (face?.variable) report({ file: path, message: 'a variable font: only its default instance is used' });
        if (face) faces.push(face.face);
      }
    } finally {
      closeSync(descriptor);
    }
  });
  return faces;
}

function openFile(descriptor: number): FontFile {
  const { size } = fstatSync(descriptor);
  return {
    size,
    read(offset, length) {
      if (offset + length > size) throw new OpenTypeError('the file is truncated');
      const bytes = new Uint8Array(length);
      if (readSync(descriptor, bytes, 0, length, offset) !== length) throw new OpenTypeError('the file is truncated');
      return new DataView(bytes.buffer);
    },
  };
}

function readFace(path: string, file: FontFile, offset: number): { face: KnownFace; variable: boolean } {
  const tables = readTables(file, offset);
  const { postScriptName, variable, ...parsed } = parseFace(file, tables);
  const id = identity(postScriptName, parsed, tables);
  const collected = offset !== 0;
  const bytes = planBytes(path, collected ? [...tables.values()] : file.size);
  return { face: { ...parsed, id, uniqueFamily: uniqueFamily(id), index: 0, bytes }, variable };
}

function identity(
  postScriptName: string,
  face: Pick<ParsedFace, 'family'>,
  tables: ReadonlyMap<string, Table>,
): string {
  if (/^[\w.-]{1,63}$/.test(postScriptName)) return postScriptName;
  return `${face.family.replace(/[^\w-]/g, '') || 'face'}-${checksum(tables.values())}`;
}

/** A substitute for hashing the whole file: the checksums of its tables. */
function checksum(tables: Iterable<Table>): string {
  const hash = createHash('sha256');
  for (const { tag, checksum, length } of tables) hash.update(`${tag} ${checksum} ${length}\n`);
  return hash.digest('hex').slice(0, 8);
}

/**
 * In Typst each face is a family of its own, selected by name alone. The suffix keeps the native binding, which parses
 * names from the file, from treating a final "Medium" or "Bold" as a style.
 */
const uniqueFamily = (id: string): string => `${id}.face`;

/** Typst compares family names ignoring case. */
function withUniqueIds(faces: readonly KnownFace[]): KnownFace[] {
  const taken = new Set<string>();
  return faces.map((face) => {
    let id = face.id;
    for (let n = 2; taken.has(id.toLowerCase()); n++) id = `${face.id}.${n}`;
    taken.add(id.toLowerCase());
    return id === face.id ? face : { ...face, id, uniqueFamily: uniqueFamily(id) };
  });
}
