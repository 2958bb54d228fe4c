/** Reads PDFs with pdf.js, as a viewer would. */

import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';

export interface ReadPdf {
  readonly pages: readonly ReadPage[];
  readonly title: string | undefined;
  /** Entries of the document information dictionary. */
  readonly info: Readonly<Record<string, unknown>>;
  /** Titles of the bookmarks, two spaces of indentation per level. */
  readonly outline: readonly string[];
}

export interface ReadPage {
  /** pt */
  readonly width: number;
  readonly height: number;
  /** Its text in reading order, with white space as single spaces. */
  readonly text: string;
  /** Targets of its links. */
  readonly links: readonly string[];
  /** Alternative texts of its images. */
  readonly alternatives: readonly string[];
}

/** @throws pdf.js's PasswordException, unless the password of an encrypted file is given */
export async function readPdf(bytes: Uint8Array, password?: string): Promise<ReadPdf> {
  // A copy, since pdf.js transfers the buffer.
  const data = new Uint8Array(bytes);
  const loading = getDocument({ data, verbosity: 0, useSystemFonts: false, ...(password && { password }) });
  try {
    const document = await loading.promise;
    const pages: ReadPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) pages.push(await readPage(document, number));
    const { info } = await document.getMetadata();
    const entries = info as Record<string, unknown> & { readonly Title?: string };
    return { pages, title: entries.Title, info: entries, outline: outlineTitles(await document.getOutline()) };
  } finally {
    await loading.destroy();
  }
}

/** The text of all pages. */
export async function textOf(bytes: Uint8Array, password?: string): Promise<string> {
  const { pages } = await readPdf(bytes, password);
  return pages.map(({ text }) => text).join(' ');
}

/** The text of each glyph on the first page in drawing order, without white space. */
export async function glyphTexts(bytes: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  try {
    const page = await (await loading.promise).getPage(1);
    const { fnArray, argsArray } = await page.getOperatorList();
    const shown = argsArray.filter((_, i) => fnArray[i] === OPS.showText) as [(number | { unicode: string })[]][];
    const texts = shown.flatMap(([glyphs]) => glyphs.map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode)));
    return texts.filter((text) => text.trim() !== '');
  } finally {
    await loading.destroy();
  }
}

/** Where the text of the first page begins and ends, px. */
export async function textExtent(bytes: Uint8Array): Promise<{ readonly left: number; readonly right: number }> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  try {
    const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
    const texts = items.filter((item): item is TextItem => 'str' in item && item.str !== '');
    const px = (pt: number) => Math.round((pt * 96) / 72);
    const left = Math.min(...texts.map(({ transform }) => transform[4] as number));
    return { left: px(left), right: px(Math.max(...texts.map(({ transform, width }) => transform[4] + width))) };
  } finally {
    await loading.destroy();
  }
}

/** Text without white space and with composed accents: what is printed, however a reader splits it into words. */
export const withoutSpace = (text: string): string => text.normalize('NFC').replace(/\s+/gu, '');

type Document = Awaited<ReturnType<typeof getDocument>['promise']>;
type OutlineItem = Awaited<ReturnType<Document['getOutline']>>[number];

async function readPage(document: Document, number: number): Promise<ReadPage> {
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent({ disableNormalization: true });
  const strings = items
    .filter((item): item is TextItem => 'str' in item)
    .map((item, index, all) => (item.hasEOL || isLineBefore(item, all[index + 1]) ? `${item.str} ` : item.str));
  const annotations = (await page.getAnnotations()) as readonly { subtype: string; unsafeUrl?: string; url?: string }[];
  const links = annotations.filter(({ subtype }) => subtype === 'Link').map((link) => link.unsafeUrl ?? link.url ?? '');
  const alternatives: string[] = [];
  collectAlternatives(await page.getStructTree(), alternatives);
  return { width, height, text: strings.join('').replace(/\s+/g, ' ').trim(), links, alternatives };
}

/** Whether the next text is on another line: pdf.js does not compare the first text of a form XObject with what precedes. */
function isLineBefore({ transform, height }: TextItem, next: TextItem | undefined): boolean {
  const isUpright = transform[1] === 0 && next?.transform[1] === 0;
  return isUpright && Math.abs(next.transform[5] - transform[5]) > height && height > 0;
}

interface StructureNode {
  readonly alt?: string;
  readonly children?: readonly unknown[];
}

function collectAlternatives(node: StructureNode | null, found: string[]): void {
  if (node?.alt !== undefined) found.push(node.alt);
  for (const child of node?.children ?? []) collectAlternatives(child as StructureNode, found);
}

function outlineTitles(items: readonly OutlineItem[] | null, indentation = ''): string[] {
  return (items ?? []).flatMap(({ title, items: children }) => [
    indentation + title,
    ...outlineTitles(children, `${indentation}  `),
  ]);
}
