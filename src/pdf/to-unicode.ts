/**
 * Sets the text of glyphs that differs from the characters given to Typst, in the ToUnicode CMaps of fonts.
 * Source: ISO 32000-1, 9.10.3 (ToUnicode)
 */

import { deflateSync, inflateSync } from 'node:zlib';
import type { ComposedFont } from '../engine/encode/composed-text.js';
import type { Change, PdfFile } from './file.js';

/** Sets the text of the glyphs of composed fonts. @throws when the structure is unexpected */
export function restoreText(pdf: PdfFile, fonts: readonly ComposedFont[]): void {
  for (const font of fonts) {
    const texts = new Map(font.glyphs.map(({ code, text }) => [utf16(String.fromCodePoint(code)), utf16(text)]));
    for (const map of characterMaps(pdf.bytes, font.uniqueFamily)) {
      const offset = pdf.offsets[map];
      if (!offset) throw new Error(`the PDF has no object ${map}`);
      pdf.replace(replaceMap(pdf.bytes, offset, texts));
    }
  }
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

/** Object numbers of the ToUnicode CMaps of a font, which the PDF may contain several times. */
function characterMaps(file: Buffer, name: string): Set<number> {
  const found = new Set<number>();
  for (let at = file.indexOf(`+${name}`); at >= 0; at = file.indexOf(`+${name}`, at + 1)) {
    const rest = file.subarray(at, file.indexOf('endobj', at)).toString('latin1');
    const map = /\/ToUnicode (\d+) 0 R/.exec(rest)?.[1];
    if (map !== undefined) found.add(Number(map));
  }
  return found;
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
