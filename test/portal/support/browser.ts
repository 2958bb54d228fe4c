/** A real Chromium, and the rules of accessibility: https://github.com/dequelabs/axe-core */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { Test } from 'tap';
import { ROOT } from '../../support/build.js';

export const PORTAL = join(ROOT, 'dist/portal');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Of one step; a loaded machine draws slowly. */
const TIMEOUT = 60_000;

export async function openPage(t: Test, browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT);
  await page.setViewport({ width: 1280, height: 900 });
  page.on('pageerror', (error) => t.fail(`the page failed: ${error}`));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) t.fail(message.text());
  });
  return page;
}

/** Fails on serious findings, in light and dark. */
export async function checkAccess(t: Test, page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    // The page's policy allows no scripts of others, so axe comes through the debugger.
    const found = await page.evaluate(async (source) => {
      const global = globalThis as unknown as {
        axe?: { run(): Promise<{ violations: { id: string; impact: string; nodes: { target: unknown }[] }[] }> };
      };
      if (!global.axe) new Function(source)();
      const { violations } = await global.axe!.run();
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`);
    }, AXE);
    t.strictSame(found, [], `${name}, ${theme}`);
  }
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
}

export const clickText = (page: Page, selector: string, text: string) =>
  page.locator(`${selector} button::-p-text(${text})`).setTimeout(TIMEOUT).click();

export const textAt = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`) as Promise<string>;

/** Resolves when what is shown is the answer to the newest state of the editor. */
export const previewed = (page: Page) => page.waitForSelector('[data-preview="idle"]');

/** Does something that asks for a preview, and waits for its answer. @returns whether there are new pages */
export async function previewOf(page: Page, act: () => Promise<unknown>): Promise<boolean> {
  await previewed(page);
  await page.evaluate('performance.clearMarks()');
  await act();
  await page.waitForFunction(`performance.getEntriesByName('platen-answer').length > 0`);
  await previewed(page);
  const isGood = await page.evaluate(`document.querySelector('.finding.bad') === null`);
  if (isGood) await page.waitForFunction(`performance.getEntriesByName('platen-page').length > 0`);
  return isGood === true;
}

/** Why tests in a browser cannot run here; false when they can. */
export const skip = CHROMIUM
  ? existsSync(PORTAL)
    ? false
    : 'the client is not built: npm run build'
  : 'no Chromium is installed';

export async function openBrowser(t: Test): Promise<Browser> {
  const browser = await puppeteer.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
  t.teardown(() => browser.close());
  return browser;
}
