/** Prepares a display list for the backend that writes the PDF, and knows which parts it has already written. */

import { createHash } from 'node:crypto';
import { INLINE_DRAWING, reportBrokenDrawings, withoutBrokenDrawings } from './broken-drawings.js';
import { BoundedCache } from './collections/bounded-cache.js';
import type { Deadline } from './deadline.js';
import type { Report } from './diagnostics.js';
import type { Stage } from './document.js';
import type { EncodedDocument } from './encode/document.js';
import { encodeDisplayList } from './encode/encode.js';
import type { GlyphStrings } from './encode/text.js';
import type { DisplayItem, DisplayList } from './paint/display-list.js';
import { SAFE_NESTING } from './paint/silence.js';
import { wholeString } from './text/glyph-clusters.js';
import type { TextShaper } from './text/shape.js';
import type { FontFace } from './text/types.js';
import { emitTypst } from './typst/emit.js';
import type { TypstSource } from './typst/source.js';

export type PdfBackendWriter =
  /** @throws UndecodableImages, UnusableFonts, EngineError render_timeout after the deadline of the source */
  | { readonly compile: (source: TypstSource) => Uint8Array }
  /** @throws UndecodableImages, UnusableFonts, EngineError render_timeout after the deadline of the document */
  | { readonly write: (document: EncodedDocument) => Uint8Array };

export interface Writing {
  /** Only documents of one scope share what is known of their parts. */
  readonly scope: string;
  readonly broken: ReadonlySet<string>;
  readonly report: Report;
  /** Faces of the document by id. */
  readonly faces: ReadonlyMap<string, FontFace>;
  readonly shaper: TextShaper;
  readonly deadline: Deadline | undefined;
  readonly time: <T>(stage: Stage, run: () => T) => T;
}

export interface PreparedList {
  /** Writes the PDF; throws as the writer. */
  readonly write: () => Uint8Array;
  /** Its images, drawings and fonts of the document, which the writer may refuse: equal ones are equal by scope and content. */
  parts(): string[];
}

export function prepareList(list: DisplayList, writer: PdfBackendWriter, writing: Writing): PreparedList {
  const { scope, broken, report, faces, shaper, deadline, time } = writing;
  const inScope = (parts: Iterable<string>) => Array.from(parts, (part) => `${scope} ${part}`);
  if ('compile' in writer) {
    const emitted = time('typst', () => emitTypst(list, deadline));
    const source = withoutBrokenDrawings({ ...emitted, faces, ...(deadline && { deadline }) }, broken, report);
    // Images in a drawing may have been left out, which its path does not tell.
    const files = () => [...source.files].map(([path, bytes]) => (path.endsWith('.svg') ? hashOf(bytes) : path));
    return { write: () => writer.compile(source), parts: () => inScope([...files(), ...faces.keys()]) };
  }
  const glyphs: GlyphStrings = {
    ofRange: (range) => shaper.rangeGlyphs(range),
    ofText: (text) => wholeString(shaper.glyphString(text)),
    shapes: (text) => shaper.glyphs(text),
  };
  const encoded = time('encode', () => encodeDisplayList(list, { glyphs, broken, deadline }));
  reportBrokenDrawings([...broken].filter((key) => INLINE_DRAWING.test(key)).length, report);
  const images = () => encoded.images.map(({ key, format, bytes }) => (format === 'svg' ? hashOf(bytes) : key));
  return {
    write: () =>
      writer.write({ list: encoded.list, fonts: encoded.fonts, images: encoded.images, faces, scope, deadline }),
    parts: () => inScope([...images(), ...faces.keys()]),
  };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** Parts remembered: a few hundred kilobytes. */
const MAX_PARTS = 5000;

/**
 * The parts of documents that a writer has written. Layout reads headers of images only: whether the rest decodes, a font
 * can be embedded and effects can be nested, only the writer knows.
 */
export class WrittenParts {
  readonly #parts = new BoundedCache<string, true>(MAX_PARTS);

  /** Whether the writer might refuse a document, judged without preparing it. */
  isOpen(list: DisplayList, faces: ReadonlyMap<string, FontFace>): boolean {
    return faces.size > 0 || list.pages.some(({ items }) => mayFail(items, 0));
  }

  /**
   * Writes a list that has parts which were never written, and drops the PDF. Throws as the writer.
   * @param write  writes the prepared list
   */
  check(list: DisplayList, prepared: PreparedList, write: () => unknown): void {
    const parts = prepared.parts();
    const nests = list.pages.some(({ items }) => nestsDeeply(items, 0));
    if (!nests && parts.every((part) => this.#parts.get(part))) return;
    write();
    for (const part of parts) this.#parts.set(part, true);
  }
}

function mayFail(items: readonly DisplayItem[], depth: number): boolean {
  if (depth > SAFE_NESTING) return true;
  for (const item of items) {
    if (item.kind === 'image' || item.kind === 'drawing') return true;
    if (item.kind === 'tiles' && 'bytes' in item.picture) return true;
    if (item.kind === 'tag' && mayFail(item.children, depth)) return true;
    if (item.kind !== 'group') continue;
    if (mayFail(item.children, depth + 1) || (item.mask && mayFail(item.mask.items, depth + 1))) return true;
  }
  return false;
}

function nestsDeeply(items: readonly DisplayItem[], depth: number): boolean {
  if (depth > SAFE_NESTING) return true;
  return items.some((item) => childrenOf(item).some((children) => nestsDeeply(children, depthIn(item, depth))));
}

const depthIn = ({ kind }: DisplayItem, depth: number): number => (kind === 'tag' ? depth : depth + 1);

function childrenOf(item: DisplayItem): readonly (readonly DisplayItem[])[] {
  if (item.kind === 'tag') return [item.children];
  if (item.kind === 'drawing') return childrenOf(item.group);
  if (item.kind !== 'group') return [];
  return item.mask ? [item.children, item.mask.items] : [item.children];
}
