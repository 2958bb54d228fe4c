/** Prints the documents of a folder with Chromium and Platen, from the same bytes, fonts and pages. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { folderAssets } from '../../src/cli/assets.js';
import { decodeHtml } from '../../src/cli/decode.js';
import type { AssetAnswer } from '../../src/engine/document.js';
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

/** The page of documents that state none; as paper of a print its size would be rounded. */
const DEFAULT_PAGE = '@page { size: A4; margin: 1cm }';
const MAX_BUFFER = 2 ** 28;

export class Printers {
  private constructor(
    readonly browser: Browser,
    readonly page: Page,
    readonly renderer: Renderer,
    /** Folder for PDFs. */
    readonly work: string,
  ) {}

  /** @param seconds  that a document may take */
  static async open(work: string, seconds: number): Promise<Printers> {
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setOfflineMode(true);
    await page.emulateMediaType('print');
    page.setDefaultTimeout(seconds * 1000);
    return new Printers(browser, page, createRenderer({ limits: { maxTime: seconds } }), work);
  }

  /** @param change  of the loaded document, before it is printed */
  async chromium(file: string, change?: (page: Page) => Promise<void>): Promise<Print> {
    await this.page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
    await this.page.evaluate(prependStyle, DEFAULT_PAGE);
    await change?.(this.page);
    const side = '1cm';
    const margin = { top: side, right: side, bottom: side, left: side };
    const pdf = await this.page.pdf({
      format: 'a4',
      margin,
      preferCSSPageSize: true,
      printBackground: true,
      tagged: false,
      timeout: this.page.getDefaultTimeout(),
    });
    return this.#read(pdf, change ? 'changed' : `${nameOf(file)}.chromium`);
  }

  /**
   * @param folder  that the document and its files are in
   * @throws EngineError
   */
  async platen(file: string, folder: string): Promise<PlatenPrint> {
    const html = decodeHtml(readFileSync(file));
    const assets = assetsBeside(file, folder);
    const { pdf, diagnostics } = await this.renderer.render({ html, template: false, assets });
    return { ...(await this.#read(pdf, `${nameOf(file)}.platen`)), diagnostics };
  }

  async #read(pdf: Uint8Array, name: string): Promise<Print> {
    const file = path.join(this.work, `${name}.pdf`);
    writeFileSync(file, pdf);
    const args = ['draw', '-q', '-F', 'stext', '-o', '-', file];
    const stext = execFileSync('mutool', args, { maxBuffer: MAX_BUFFER, stdio: ['ignore', 'pipe', 'ignore'] });
    return { pages: await rasterize(file), words: readWords(stext.toString()) };
  }

  async close(): Promise<void> {
    await Promise.all([this.browser.close(), this.renderer.close()]);
  }
}

/** Runs in the page: what the document says about its pages wins. */
function prependStyle(css: string): void {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.prepend(style);
}

/** The end of its path, as one file name. */
const nameOf = (file: string): string => file.replaceAll(/[^\w.-]+/g, '_').slice(-100);

/** Assets of a document in a folder, wherever they are in that folder. */
function assetsBeside(file: string, folder: string): (url: string) => AssetAnswer {
  const assets = folderAssets(folder);
  const beside = path.relative(folder, path.dirname(file)).split(path.sep).map(encodeURIComponent).join('/');
  return (url) => assets(/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(url) ? url : path.posix.join(beside, url));
}
