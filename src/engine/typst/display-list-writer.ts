/** Writes display lists as markup, which Typst compiles. */

import type { Report } from '../diagnostics.js';
import { reportBrokenDrawings } from '../encode/broken-drawings.js';
import { partsIn, sourceHash } from '../encode/parts.js';
import type { DisplayListWriter } from '../paint/display-list-writer.js';
import { emitTypst } from './emit.js';
import type { TypstSource } from './source.js';
import { lostStructure } from './tags.js';

/** @param compile  throws as `PreparedList.write` */
export const typstListWriter = (compile: (source: TypstSource) => Uint8Array): DisplayListWriter => ({
  gaps: { customColors: true, lostStructure },
  prepare(list, { scope, broken, report, faces, deadline, time }) {
    const emitted = time('typst', () => emitTypst(list, deadline));
    const source = withoutBrokenDrawings({ ...emitted, faces, ...(deadline && { deadline }) }, broken, report);
    const files = () => [...source.files].map(([path, bytes]) => (path.endsWith('.svg') ? sourceHash(bytes) : path));
    return { write: () => compile(source), parts: () => partsIn(scope, [...files(), ...faces.keys()]) };
  },
});

const EMPTY_SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

/** Replaces undecodable inline SVG by an empty image; undecodable images are placeholders since box generation. */
function withoutBrokenDrawings(source: TypstSource, broken: ReadonlySet<string>, report: Report): TypstSource {
  const drawings = [...source.files.keys()].filter((path) => broken.has(/^\/img\/(svg-\d+)/.exec(path)?.[1] ?? ''));
  if (drawings.length === 0) return source;
  reportBrokenDrawings(drawings.length, report);
  return { ...source, files: new Map([...source.files, ...drawings.map((path) => [path, EMPTY_SVG] as const)]) };
}
