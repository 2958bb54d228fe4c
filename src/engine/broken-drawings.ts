/** Inline SVG that the PDF writer cannot read. */

import type { Report } from './diagnostics.js';
import type { TypstSource } from './typst/source.js';

const EMPTY_SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

/** Keys of inline drawings. */
export const INLINE_DRAWING = /^svg-\d+$/;

/** @param count  drawings that are left out */
export function reportBrokenDrawings(count: number, report: Report): void {
  if (count > 0) report.add('UnsupportedElement', '<svg>', 'the inline SVG cannot be parsed', count);
}

/** Replaces undecodable inline SVG by an empty image; undecodable images are placeholders since box generation. */
export function withoutBrokenDrawings(source: TypstSource, broken: ReadonlySet<string>, report: Report): TypstSource {
  const drawings = [...source.files.keys()].filter((path) => broken.has(/^\/img\/(svg-\d+)/.exec(path)?.[1] ?? ''));
  if (drawings.length === 0) return source;
  reportBrokenDrawings(drawings.length, report);
  return { ...source, files: new Map([...source.files, ...drawings.map((path) => [path, EMPTY_SVG] as const)]) };
}
