/** Prints documents of the Web Platform Tests with Chromium and Platen, from the same bytes, fonts and pages. */

import { once } from 'node:events';
import { promises, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Page } from 'puppeteer-core';
import { launchChromium } from '../chromium.js';
import { type Raster, rasterize } from './rasters.js';
import { isHtml } from './selection.js';

/** Pages of a print, or why there is none. */
export type Print = { readonly pages: readonly Raster[]; readonly ms: number } | { readonly error: string };

type PrintDocument = (name: string, paper: Paper) => Promise<Print>;

/** Page sizes and margins: those of WPT for `-print` tests, A4 where the test has an `@page`, else whole pixels. */
export type Paper = keyof typeof PAPERS;
const PAPERS = {
  print: ['5in', '3in', '.5in'],
  a4: ['210mm', '297mm', '1cm'],
  plain: ['800px', '1120px', '40px'],
} as const;

const PLATEN_TIMEOUT = 10_000;
const CHROMIUM_TIMEOUT = 20_000;

export interface Printers {
  readonly chromium: PrintDocument;
  readonly platen: PrintDocument;
  readonly version: string;
  close(): Promise<void>;
}

/** @param work  folder for PDFs */
export async function openPrinters(checkout: string, work: string): Promise<Printers> {
  const browser = await launchChromium();
  const converter = await browser.newPage();
  const source = async (name: string, paper: Paper): Promise<string> => {
    const text = readFileSync(path.join(checkout, name), 'utf8');
    const html = /\.xht(ml)?$/.test(name) ? await converter.evaluate(htmlOfXhtml, text) : text;
    const [width, height, margin] = PAPERS[paper];
    // The tests take Ahem as installed.
    const rules = `@page{size:${width} ${height};margin:${margin}}@font-face{font-family:Ahem;src:url(/fonts/Ahem.ttf)}`;
    return html.replace(
      /^(\s|<!--[\s\S]*?-->|<\?[^>]*>)*(<!doctype[^>]*>)?/i,
      (start) => `${start}<style>${rules}</style>`,
    );
  };
  const server = await serve(checkout, source);
  const page = await browser.newPage();
  const platen = new PlatenThread(checkout);
  let prints = 0;
  const rasterized = async (print: () => Promise<Uint8Array>): Promise<Print> => {
    const file = path.join(work, `${prints++}.pdf`);
    const start = performance.now();
    try {
      writeFileSync(file, await print());
      const ms = Math.round(performance.now() - start);
      return { pages: await rasterize(file), ms };
    } catch (error) {
      return { error: String((error as Error).message).split('\n')[0]! };
    } finally {
      await promises.rm(file, { force: true });
    }
  };
  await prepare(page);
  return {
    version: await browser.version(),
    chromium: (name, paper) =>
      rasterized(async () => {
        const [width, height, side] = PAPERS[paper];
        const { port } = server.address() as AddressInfo;
        await page.goto(`http://127.0.0.1:${port}/${encodeURI(name)}?${paper}`, { waitUntil: 'load' });
        const margin = { top: side, right: side, bottom: side, left: side };
        return page.pdf({ width, height, margin, preferCSSPageSize: true, printBackground: true, tagged: false });
      }),
    platen: (name, paper) => rasterized(async () => platen.render(await source(name, paper), path.posix.dirname(name))),
    async close() {
      server.close();
      await Promise.all([platen.end(), browser.close()]);
    },
  };
}

async function prepare(page: Page): Promise<void> {
  await page.setJavaScriptEnabled(false);
  await page.emulateMediaType('print');
  page.setDefaultTimeout(CHROMIUM_TIMEOUT);
}

async function serve(checkout: string, source: (name: string, paper: Paper) => Promise<string>) {
  const types: Readonly<Record<string, string>> = { '.css': 'text/css', '.svg': 'image/svg+xml' };
  const server = createServer(({ url = '' }, response) => {
    const [address = '', paper = 'plain'] = url.split('?');
    const name = path.posix.join('/', decodeURIComponent(address)).slice(1);
    const type = isHtml(name) ? 'text/html; charset=utf-8' : types[path.extname(name)];
    const body = isHtml(name) ? source(name, paper as Paper) : promises.readFile(path.join(checkout, name));
    body.then(
      (bytes) => response.writeHead(200, type ? { 'content-type': type } : {}).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Runs in a browser page. */
function htmlOfXhtml(source: string): string {
  const xml = new DOMParser().parseFromString(source, 'application/xhtml+xml');
  if (xml.querySelector('parsererror') || !xml.doctype) throw new Error('XHTML that is not well-formed');
  for (const element of Array.from(xml.querySelectorAll('*'))) {
    const language = element.getAttribute('xml:lang');
    if (language !== null && !element.hasAttribute('lang')) element.setAttribute('lang', language);
    for (const { name } of Array.from(element.attributes))
      if (/^xml(ns)?(:|$)/.test(name)) element.removeAttribute(name);
  }
  const page = document.implementation.createHTMLDocument('');
  page.documentElement.replaceWith(page.adoptNode(xml.documentElement));
  const { publicId, systemId } = xml.doctype;
  const ids = publicId ? ` PUBLIC "${publicId}" "${systemId}"` : '';
  return `<!DOCTYPE html${ids}>\n${page.documentElement.outerHTML}`;
}

/** A thread that renders one document at a time, and is replaced when one takes too long. */
class PlatenThread {
  #worker: Worker | undefined;

  constructor(private readonly checkout: string) {}

  async render(html: string, folder: string): Promise<Uint8Array> {
    const url = new URL('platen-worker.mjs', import.meta.url);
    this.#worker ??= new Worker(url, { workerData: { checkout: this.checkout }, execArgv: [] });
    const late = new AbortController();
    this.#worker.postMessage({ html, folder });
    const answer = await Promise.race([
      once(this.#worker, 'message').then(([message]) => message as { pdf?: Uint8Array; error?: string }),
      wait(PLATEN_TIMEOUT, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    if (!answer) await this.end();
    if (!answer?.pdf) throw new Error(answer?.error ?? `no PDF within ${PLATEN_TIMEOUT} ms`);
    return answer.pdf;
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}
