/** Properties that two PDFs of one document must share, read with pdf.js. */

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.js';

export interface PdfFacts {
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly outline: readonly string[];
  readonly pages: readonly PageFacts[];
}

export interface PageFacts {
  /** pt */
  readonly size: readonly [number, number];
  /** From top to bottom. */
  readonly lines: readonly Line[];
  /** `target x y width height`, in the order of the file. */
  readonly links: readonly string[];
  /** Types of the elements of structure in their order, with alternative texts. */
  readonly structure: readonly string[];
}

/** A line of text without white space; pt from the bottom left. */
export interface Line {
  readonly text: string;
  readonly y: number;
  readonly start: number;
  readonly end: number;
}

export async function pdfFacts(bytes: Uint8Array): Promise<PdfFacts> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  try {
    const document = await loading.promise;
    const { info } = await document.getMetadata();
    const { Title: title, Language: language } = info as { Title?: string; Language?: string };
    const pages: PageFacts[] = [];
    for (let number = 1; number <= document.numPages; number++)
      pages.push(await pageFacts(document, await document.getPage(number)));
    return { title, language: language ?? undefined, outline: await outlineOf(document), pages };
  } finally {
    await loading.destroy();
  }
}

async function pageFacts(document: PDFDocumentProxy, page: PDFPageProxy): Promise<PageFacts> {
  const { items } = await page.getTextContent();
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const links: string[] = [];
  for (const annotation of await page.getAnnotations()) {
    const target = annotation.url ?? (await place(document, annotation.dest));
    links.push(`${target} ${annotation.rect.map((value: number) => value.toFixed(0)).join(' ')}`);
  }
  return {
    size: [right - left, top - bottom],
    lines: linesOf(items.filter((item): item is TextItem => 'str' in item)),
    links: links.sort(),
    structure: structureOf((await page.getStructTree()) as StructNode | null),
  };
}

/** pt between baselines below which pdf.js may join texts. */
const NEAR = 2;

/** pdf.js joins and cuts texts on a line by how near they are, a matter of rounding: lines are compared as wholes. */
function linesOf(items: readonly TextItem[]): Line[] {
  const places = items
    .map(({ str, transform, width }) => ({ text: str.replace(/\s+/g, ''), x: transform[4]!, y: transform[5]!, width }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => b.y - a.y);
  const lines: (typeof places)[] = [];
  for (const place of places) {
    const line = lines.at(-1);
    if (line && line[0]!.y - place.y < NEAR) line.push(place);
    else lines.push([place]);
  }
  return lines.map((line) => {
    line.sort((a, b) => a.x - b.x || a.text.localeCompare(b.text));
    const end = Math.max(...line.map(({ x, width }) => x + width));
    return { text: line.map(({ text }) => text).join(''), y: line[0]!.y, start: line[0]!.x, end };
  });
}

async function place(document: PDFDocumentProxy, dest: unknown): Promise<string> {
  const array = typeof dest === 'string' ? await document.getDestination(dest) : (dest as unknown[] | null);
  if (!Array.isArray(array)) return 'nowhere';
  const page = await document.getPageIndex(array[0] as Parameters<PDFDocumentProxy['getPageIndex']>[0]);
  const [x, y] = [array[2], array[3]].map((value) => (typeof value === 'number' ? value.toFixed(0) : '-'));
  return `page ${page} ${x} ${y}`;
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

async function outlineOf(document: PDFDocumentProxy): Promise<string[]> {
  const lines: string[] = [];
  const walk = async (nodes: readonly OutlineNode[], depth: number): Promise<void> => {
    for (const { title, dest, items } of nodes) {
      lines.push(`${'  '.repeat(depth)}${title} ${await place(document, dest)}`);
      await walk(items, depth + 1);
    }
  };
  await walk((await document.getOutline()) ?? [], 0);
  return lines;
}

const hasContent = ({ role, children }: StructNode): boolean => role === undefined || (children ?? []).some(hasContent);

/** Besides that of lists in it. */
const hasOwnContent = ({ role, children }: StructNode): boolean =>
  role === undefined || (role !== 'L' && (children ?? []).some(hasOwnContent));

interface StructNode {
  readonly role?: string;
  readonly alt?: string;
  readonly type?: string;
  readonly children?: readonly StructNode[];
}

/**
 * Elements with content. Typst adds cells and labels without any, gives every line of a link an element of its own, and
 * a row's header the role of other cells; lists in a list's item it puts beside the item.
 */
const PASSED_OVER = new Set(['Root', 'Span', 'NonStruct', 'LBody']);

function structureOf(root: StructNode | null): string[] {
  const types: string[] = [];
  const walk = (node: StructNode): void => {
    if (node.role === undefined || !hasContent(node)) return;
    const role = node.role === 'TH' || node.role === 'TD' ? 'cell' : node.role;
    const line = node.alt === undefined ? role : `${role} "${node.alt}"`;
    const repeats = role === 'Link' && types.at(-1) === line;
    const holdsLists = role === 'LI' && !hasOwnContent(node);
    if (!PASSED_OVER.has(role) && !repeats && !holdsLists) types.push(line);
    for (const child of node.children ?? []) walk(child);
  };
  if (root) walk(root);
  return types;
}
