/** Sources for the bindings, and just enough reading of the PDFs they write. */

import { inflateSync } from 'node:zlib';
import type { TypstSource } from '../../../src/engine/typst/source.js';

interface SourceParts {
  /** Id of the face of all text that names no other. */
  face?: string;
  /** Ids of further faces. */
  fonts?: string[];
  files?: Record<string, Uint8Array>;
  /** Instead of rules that leave the date out. */
  preamble?: string;
}

export function source(text: string, { face, fonts = [], files = {}, preamble }: SourceParts = {}): TypstSource {
  const rules = [
    preamble ?? '#set document(date: none)',
    '#set page(width: 2000pt, height: 100pt)',
    `#set text(fallback: false${face ? `, font: "${face}.face"` : ''})`,
  ];
  return {
    text: `${rules.join('\n')}\n${text}`,
    files: new Map(Object.entries(files)),
    fonts: new Set(face ? [face, ...fonts] : fonts),
  };
}

export const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
export const SQUARE_SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
);

const latin1 = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1');

export const pageCount = (pdf: Uint8Array): number => latin1(pdf).match(/\/Type\s*\/Page\b/g)?.length ?? 0;

export const imageCount = (pdf: Uint8Array): number => latin1(pdf).match(/\/Subtype\s*\/Image\b/g)?.length ?? 0;

/** PostScript names of the embedded fonts, sorted, without the subset's tag and the native binding's ending. */
export function baseFonts(pdf: Uint8Array): string[] {
  const names = [...latin1(pdf).matchAll(/\/BaseFont\s*\/(?:[A-Z]{6}\+)?([^\s/>]+)/g)];
  return [...new Set(names.map((match) => match[1]!.replace(/-Identity-H$/, '').replace(/\.face$/, '')))].sort();
}

/** The text of a one-line document in one font: its glyphs in order, through the font's ToUnicode map. */
export function shownText(pdf: Uint8Array): string {
  const streams = streamsOf(pdf);
  const characters = new Map<string, string>();
  for (const stream of streams.filter((text) => text.includes('begincmap'))) {
    for (const [, code, unicode] of stream.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gim)) {
      characters.set(code!.toLowerCase(), Buffer.from(unicode!, 'hex').swap16().toString('utf16le'));
    }
  }
  const shown = streams.filter((text) => /\bTJ\b/.test(text)).flatMap((text) => [...text.matchAll(/\[(.*?)\]\s*TJ/gs)]);
  return shown
    .flatMap((match) => stringCodes(match[1]!))
    .map((code) => characters.get(code) ?? `[${code}]`)
    .join('');
}

/** Two-byte codes, in hexadecimal, of the strings in an array of a content stream. */
function stringCodes(array: string): string[] {
  const bytes: number[] = [];
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const tokens = /<([0-9a-f]+)>|\\([0-7]{1,3})|\\(.)|([^\\])/gis;
  let depth = 0;
  for (const [, hex, octal, escaped, plain] of array.matchAll(tokens)) {
    if (hex && depth === 0) bytes.push(...Buffer.from(hex, 'hex'));
    else if (plain === '(' && depth++ === 0) continue;
    else if (plain === ')' && --depth === 0) continue;
    else if (depth > 0)
      bytes.push(octal ? Number.parseInt(octal, 8) : (escapes[escaped!] ?? escaped ?? plain!).charCodeAt(0));
  }
  return Buffer.from(bytes).toString('hex').match(/.{4}/g) ?? [];
}

function streamsOf(pdf: Uint8Array): string[] {
  return [...latin1(pdf).matchAll(/(\/FlateDecode[^>]*)?>>\s*stream\r?\n(.*?)endstream/gs)].map(
    ([, deflated, data]) => {
      const bytes = Buffer.from(data!, 'latin1');
      return (deflated ? inflateSync(bytes) : bytes).toString('latin1');
    },
  );
}
