import type { Page } from 'puppeteer-core';
import { launchChromium } from '../../scripts/chromium.js';
import type { BenchEngine } from './engine.js';

/** @param reuse  one page for all documents, instead of a new page for each */
export async function chromium(reuse: boolean): Promise<BenchEngine> {
  const browser = await launchChromium();
  const kept = reuse ? await browser.newPage() : undefined;
  const print = async (page: Page, html: string) => {
    await page.setContent(html, { timeout: 0 });
    return { pdf: await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, timeout: 0 }) };
  };
  return {
    version: await browser.version(),
    async render(html) {
      if (kept) return print(kept, html);
      const page = await browser.newPage();
      const result = await print(page, html);
      await page.close();
      return result;
    },
    close: () => browser.close(),
  };
}
