/**
 * What a PDF's glyphs are to be read as, where that is not the characters Typst was given: the fonts' ToUnicode maps.
 * Relies on how Typst writes a PDF: every object plain, one table of cross-references.
 * Source: ISO 32000-1, 7.5 (file structure) and 9.10.3 (ToUnicode)
 */

import { deflateSync, inflateSync } from 'node:zlib';
import type { ComposedFont } from '../src/engine/typst/source.js';

/** @returns the PDF in which the glyphs of the composed fonts have their texts. Throws when it is not as expected. */
export function restoreText(pdf: Uint8Array, fonts: readonly ComposedFont[]): Uint8Array {
  if (fonts.length === 0) return pdf;
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const references = readReferences(file);
  const changes: Change[] = [];
  for (const font of fonts) {
    const texts = new Map(font.glyphs.map(({ code, text }) => [utf16(String.fromCodePoint(code)), utf16(text)]));
    for (const map of characterMaps(file, font.typstFamily)) {
      const offset = references.offsets[map];
      if (offset === undefined) throw new Error(`a PDF without its object ${map}`);
      changes.push(replaceMap(file, offset, texts));
    }
  }
  return rewrite(file, references, changes);
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

interface References {
  /** Of the table. */
  readonly start: number;
  /** By object number; undefined for free ones. */
  readonly offsets: readonly (number | undefined)[];
}

const ENTRY = 20;

function readReferences(file: Buffer): References {
  const last = file.subarray(-64).toString('latin1');
  const start = Number(/startxref\s+(\d+)\s+%%EOF/.exec(last)?.[1]);
  const head = /^xref\s+0 (\d+)\s/.exec(file.subarray(start, start + 40).toString('latin1'));
  if (!head) throw new Error('a PDF without a table of cross-references');
  const first = start + head[0].length;
  const offsets = Array.from({ length: Number(head[1]) }, (_, number) => {
    const entry = file.subarray(first + ENTRY * number, first + ENTRY * (number + 1)).toString('latin1');
    return entry[17] === 'n' ? Number(entry.slice(0, 10)) : undefined;
  });
  return { start, offsets };
}

/** The numbers of the ToUnicode maps of a font, which the PDF may have several times. */
function characterMaps(file: Buffer, name: string): Set<number> {
  const found = new Set<number>();
  for (let at = file.indexOf(`+${name}`); at >= 0; at = file.indexOf(`+${name}`, at + 1)) {
    const rest = file.subarray(at, file.indexOf('endobj', at)).toString('latin1');
    const map = /\/ToUnicode (\d+) 0 R/.exec(rest)?.[1];
    if (map !== undefined) found.add(Number(map));
  }
  return found;
}

/** Bytes of the file to be replaced. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

function replaceMap(file: Buffer, offset: number, texts: ReadonlyMap<string, string>): Change {
  const data = file.indexOf('stream', offset);
  const dictionary = file.subarray(offset, data).toString('latin1');
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
  const start = data + 'stream'.length + (file[data + 'stream'.length] === 0x0d ? 2 : 1);
  const packed = file.subarray(start, start + length);
  const isPacked = dictionary.includes('/FlateDecode');
  const map = (isPacked ? inflateSync(packed) : packed).toString('latin1');
  const restored = map.replace(/^(<[0-9A-F]+>) <([0-9A-F]+)>$/gim, (line, glyph: string, code: string) => {
    const text = texts.get(code.toUpperCase());
    return text === undefined ? line : `${glyph} <${text}>`;
  });
  const bytes = isPacked ? deflateSync(restored) : Buffer.from(restored, 'latin1');
  const head = dictionary.replace(/\/Length \d+/, `/Length ${bytes.length}`);
  return {
    start: offset,
    end: start + length,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), file.subarray(data, start), bytes]),
  };
}

function rewrite(file: Buffer, { start, offsets }: References, changes: readonly Change[]): Uint8Array {
  const ordered = [...changes].sort((a, b) => a.start - b.start);
  const moved = (offset: number) =>
    ordered.reduce(
      (at, change) => (change.start < offset ? at + change.bytes.length - (change.end - change.start) : at),
      offset,
    );
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const change of ordered) {
    pieces.push(file.subarray(at, change.start), change.bytes);
    at = change.end;
  }
  pieces.push(file.subarray(at, start));
  const table = file.subarray(start).toString('latin1');
  let number = 0;
  const renewed = table
    .replace(/^\d{10} \d{5} [nf]/gm, (entry) => {
      const offset = offsets[number++];
      return offset === undefined ? entry : `${String(moved(offset)).padStart(10, '0')}${entry.slice(10)}`;
    })
    .replace(/startxref\s+\d+/, `startxref\n${moved(start)}`);
  pieces.push(Buffer.from(renewed, 'latin1'));
  return new Uint8Array(Buffer.concat(pieces));
}
