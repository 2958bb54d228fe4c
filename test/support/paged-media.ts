/** Runs the cases of the paged-media suite: each is a sentence of a specification, a small document, and its PDF. */

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import t from 'tap';
import { createRenderer } from '../../src/index.js';

/**
 * Pages of 300 × 200 px with margins of 40: six lines of 20 px, from y = 40 on, with 36 characters of 6 px. A case's own
 * declarations come after these.
 */
const BASE = `@page { size: 300px 200px; margin: 40px; font: 10px/20px Cousine } * { margin: 0; padding: 0 }
  html { font: 10px/20px Cousine; orphans: 1; widows: 1 } a { color: inherit; text-decoration: none }
  h1, h2, h3 { font: inherit; break-after: auto; break-inside: auto } td, th { font-weight: 400; text-align: left } table { border-spacing: 0 }
  ol, ul { list-style-position: inside } .n { break-before: page }`;

/** px from the top of a line of 20 px to its baseline. */
const BASELINE = 12;
const PX = 96 / 72;

export interface Expected {
  /** Texts of each page from top to bottom: `a b`, or with places in px, the left and the top of its line: `a@40,40 b@40,60`. */
  readonly pages?: readonly string[];
  /** `300x200` in px, as viewers show it. */
  readonly sizes?: readonly string[];
  readonly labels?: readonly string[];
  /** Bookmarks with their page, two spaces of indentation per level: `A 1`. */
  readonly outline?: readonly string[];
  /** `2` for a link to that page, or a URL; each once, as a link has an annotation for each of its texts. */
  readonly links?: readonly string[];
  /** Elements of the structure tree, nested: `Document(H1 P)`. */
  readonly tags?: readonly string[];
  /** `kind text`; default: none. */
  readonly diagnostics?: readonly string[];
  /** As `diagnostics`. */
  readonly notices?: readonly string[];
}

/** Its sentence, the style sheet, the body (or a whole document), and the facts of the PDF: by default `pages`. */
export type Case = readonly [says: string, css: string, body: string, expected: readonly string[] | Expected];

/** @param spec  URL of the section that the cases are from */
export function suite(spec: string, cases: readonly Case[]): void {
  t.test(spec, async (t) => {
    const renderer = createRenderer();
    t.teardown(() => renderer.close());
    for (const [says, css, body, given] of cases) {
      t.test(says, async (t) => {
        const expected: Expected = Array.isArray(given) ? { pages: given } : (given as Expected);
        const html = body.startsWith('<html')
          ? body.replace('<html', `<style>${BASE}${css}</style><html`)
          : `<!doctype html><style>${BASE}${css}</style>${body}`;
        const { pdf, diagnostics, notices = [] } = await renderer.render({ html, notices: true });
        const [found, noticed] = [diagnostics, notices].map((all) => all.map(({ kind, text }) => `${kind} ${text}`));
        t.strictSame(found, expected.diagnostics ?? [], 'diagnostics');
        if (expected.notices) t.strictSame(noticed, expected.notices, 'notices');
        t.strictSame(await factsOf(pdf, expected), { ...expected, diagnostics: undefined, notices: undefined });
      });
    }
  });
}

/** So many lines, with one letter each. */
export const lines = (count: number, letter = 'x'): string => Array.from({ length: count }, () => letter).join('<br>');

/** Those that a case expects. */
async function factsOf(pdf: Uint8Array, expected: Expected): Promise<Expected> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: false });
  try {
    const document = await loading.promise;
    const pages = await Promise.all(Array.from({ length: document.numPages }, (_, i) => document.getPage(i + 1)));
    const each = <T>(of: (page: PDFPageProxy, index: number) => Promise<T>) => Promise.all(pages.map(of));
    const has = (page: number) => expected.pages?.[page]?.includes('@') ?? false;
    return {
      ...(expected.pages && { pages: await each((page, index) => textOf(page, has(index))) }),
      ...(expected.sizes && { sizes: await each(sizeOf) }),
      ...(expected.labels && { labels: (await document.getPageLabels()) ?? [] }),
      ...(expected.outline && { outline: await outlineOf(document, await document.getOutline(), '') }),
      ...(expected.links && { links: [...new Set((await each((page) => linksOf(document, page))).flat())] }),
      ...(expected.tags && {
        tags: await each(async (page) => tagsOf((await page.getStructTree()) as StructNode | null)),
      }),
      diagnostics: undefined,
      notices: undefined,
    } as Expected;
  } finally {
    await loading.destroy();
  }
}

async function sizeOf(page: PDFPageProxy): Promise<string> {
  const { width, height } = page.getViewport({ scale: PX });
  return `${Math.round(width)}x${Math.round(height)}`;
}

interface Run {
  text: string;
  readonly x: number;
  readonly y: number;
  end: number;
}

/** Texts nearer than this are of one line: px. */
const SPACE = 7;

async function textOf(page: PDFPageProxy, withPlaces: boolean): Promise<string> {
  const { items } = await page.getTextContent({ disableNormalization: true });
  const [left = 0, , , top = 0] = page.view;
  const runs: Run[] = [];
  const texts = items
    .filter((item): item is TextItem => 'str' in item && item.str.trim() !== '')
    .map(({ str, transform, width }) => {
      const x = (transform[4] - left) * PX;
      return { text: str.trim(), x, y: Math.round((top - transform[5]) * PX) - BASELINE, end: x + width * PX };
    })
    .sort((a, b) => a.y - b.y || a.x - b.x);
  for (const item of texts) {
    const last = runs.at(-1);
    if (last && last.y === item.y && item.x - last.end < SPACE) {
      last.text += item.x - last.end > 1 ? ` ${item.text}` : item.text;
      last.end = item.end;
    } else runs.push({ ...item });
  }
  return runs.map(({ text, x, y }) => (withPlaces ? `${text}@${Math.round(x)},${y}` : text)).join(' ');
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

async function outlineOf(document: PDFDocumentProxy, items: Outline, indentation: string): Promise<string[]> {
  const found: string[] = [];
  for (const { title, dest, items: children } of items ?? []) {
    found.push(`${indentation}${title} ${await pageOf(document, dest)}`);
    found.push(...(await outlineOf(document, children, `${indentation}  `)));
  }
  return found;
}

async function pageOf(document: PDFDocumentProxy, dest: unknown): Promise<number> {
  const array = typeof dest === 'string' ? await document.getDestination(dest) : (dest as unknown[]);
  return (await document.getPageIndex(array![0] as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
}

async function linksOf(document: PDFDocumentProxy, page: PDFPageProxy): Promise<string[]> {
  const links: string[] = [];
  for (const { url, dest } of await page.getAnnotations()) links.push(url ?? String(await pageOf(document, dest)));
  return links;
}

interface StructNode {
  readonly role?: string;
  readonly children?: readonly StructNode[];
}

/** `Table(TR(TH TD))`; content without an element of its own is left out. */
function tagsOf(root: StructNode | null): string {
  const children = (root?.children ?? []).filter(({ role }) => role !== undefined);
  const inside = children.map(tagsOf).join(' ');
  if (!root || root.role === 'Root') return inside;
  return inside === '' ? root.role! : `${root.role}(${inside})`;
}
