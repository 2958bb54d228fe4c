/** Prints the documents of a folder with Chromium and Platen, from the same bytes, fonts and pages. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { folderAssets } from '../../src/cli/assets.js';
import { decodeHtml } from '../../src/cli/decode.js';
import { createRenderer, type Diagnostic, type Renderer } from '../../src/index.js';
import { launchChromium } from '../chromium.js';
import { readWords, type Word } from '../printed-words.js';
import { type Raster, rasterize } from '../wpt/rasters.js';

export interface Print {
  readonly pages: readonly Raster[];
  readonly words: readonly Word[];
}

export interface PlatenPrint extends Print {
  readonly diagnostics: readonly Diagnostic[];
}

/** Seconds that a document may take. */
const MAX_SECONDS = 60;
const MAX_BUFFER = 2 ** 28;

export class Printers {
  private constructor(
    readonly browser: Browser,
    readonly page: Page,
    readonly renderer: Renderer,
    /** Folder for PDFs. */
    readonly work: string,
  ) {}

  static async open(work: string): Promise<Printers> {
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setOfflineMode(true);
    await page.emulateMediaType('print');
    page.setDefaultTimeout(MAX_SECONDS * 1000);
    return new Printers(browser, page, createRenderer({ limits: { maxTime: MAX_SECONDS } }), work);
  }

  /** @param change  of the loaded document, before it is printed */
  async chromium(file: string, change?: (page: Page) => Promise<void>): Promise<Print> {
    await this.page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
    await change?.(this.page);
    const side = '1cm';
    const margin = { top: side, right: side, bottom: side, left: side };
    return this.#read(
      await this.page.pdf({ format: 'a4', margin, preferCSSPageSize: true, printBackground: true, tagged: false }),
    );
  }

  /** @throws EngineError */
  async platen(file: string): Promise<PlatenPrint> {
    const assets = folderAssets(path.dirname(file));
    // A document is no template: data gives back its braces.
    const html = decodeHtml(readFileSync(file)).replaceAll('{{', '{{{braces}}}');
    const { pdf, diagnostics } = await this.renderer.render({ html, data: { braces: '{{' }, assets });
    return { ...(await this.#read(pdf)), diagnostics };
  }

  async #read(pdf: Uint8Array): Promise<Print> {
    const file = path.join(this.work, 'print.pdf');
    writeFileSync(file, pdf);
    const args = ['draw', '-q', '-F', 'stext', '-o', '-', file];
    const stext = execFileSync('mutool', args, { maxBuffer: MAX_BUFFER, stdio: ['ignore', 'pipe', 'ignore'] });
    return { pages: await rasterize(file), words: readWords(stext.toString()) };
  }

  async close(): Promise<void> {
    await Promise.all([this.browser.close(), this.renderer.close()]);
  }
}
