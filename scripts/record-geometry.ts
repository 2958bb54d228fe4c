/**
 * Records the geometry of the layout fixtures in Chromium, for test/engine/layout/suite.test.ts.
 *
 *   npm run record -- [test/suite/box/some-sentence.html …]        (default: every fixture)
 *
 * Writes a .json file next to each .html file, with the version of Chromium and:
 * - `boxes`: the border box of every element with an id, laid out for print in a window as large as the page
 *   area of A4 with 1cm margins;
 * - `lines`, for fixtures in test/suite/text and inline: left edge, top, width and text of each text node's part
 *   on each line, as test/engine/layout/inline/lines.test.ts reads them;
 * - `words`, for fixtures in test/suite/page and svg: page, baseline position and text of every word of the printed PDF.
 * Requires Chromium (CHROMIUM, default /usr/bin/chromium) and, for `words`, MuPDF's mutool.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { launchChromium } from './chromium.js';
import { readWords, type Word } from './printed-words.js';

const SUITE = new URL('../test/suite/', import.meta.url).pathname;

type Box = [x: number, y: number, width: number, height: number];
/** Runs in the page. */
const READ_BOXES = `(() => {
  const round = (value) => Math.round(value * 100) / 100;
  const entry = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.id, [x, y, width, height].map(round)];
  };
  return Object.fromEntries([...document.querySelectorAll('[id]')].map(entry));
})()`;

type Line = [x: number, y: number, width: number, text: string];

/** Runs in the page. Skips zero-width characters (collapsed spaces, line feeds) and tabs. */
const READ_LINES = `(() => {
  const round = (value) => Math.round(value * 1000) / 1000;
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const keeps = getComputedStyle(node.parentElement).whiteSpaceCollapse !== 'collapse';
    let line;
    for (const { segment, index } of new Intl.Segmenter().segment(node.data)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const rect = [...range.getClientRects()].at(-1);
      if (!rect || rect.width === 0 || (keeps && /[\\n\\t]/.test(segment))) continue;
      if (line && Math.abs(line.top - rect.top) < 1) {
        line.left = Math.min(line.left, rect.left);
        line.right = Math.max(line.right, rect.right);
        line.text += segment;
      } else {
        line = { left: rect.left, top: rect.top, right: rect.right, text: segment };
        lines.push(line);
      }
    }
  }
  return lines
    .filter(({ text }) => /[^\\s\\u00ad\\u200b]/.test(text))
    .map(({ left, top, right, text }) => [round(left), round(top), round(right - left), text.replace(/\\s+/g, ' ')]);
})()`;

const files = process.argv.length > 2 ? process.argv.slice(2) : fixtures(SUITE);
const browser = await launchChromium();
const version = await browser.version();
try {
  for (const file of files) {
    const area = basename(dirname(file));
    const record =
      area === 'page' || area === 'svg'
        ? { words: await words(browser, file) }
        : await boxes(browser, file, area === 'text' || area === 'inline');
    writeFileSync(file.replace(/\.html$/, '.json'), `${format(version, record)}\n`);
    console.log(file);
  }
} finally {
  await browser.close();
}

function fixtures(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? fixtures(path) : path.endsWith('.html') ? [path] : []))
    .sort();
}

async function boxes(browser: Browser, file: string, withLines: boolean): Promise<BoxRecord> {
  const page = await browser.newPage();
  try {
    await page.emulateMediaType('print');
    await page.setViewport({ width: 719, height: 1047 });
    await page.goto(pathToFileURL(file).href);
    const boxes = (await page.evaluate(READ_BOXES)) as Record<string, Box>;
    return withLines ? { boxes, lines: (await page.evaluate(READ_LINES)) as Line[] } : { boxes };
  } finally {
    await page.close();
  }
}

async function words(browser: Browser, file: string): Promise<Word[]> {
  const page = await browser.newPage();
  const folder = mkdtempSync(join(tmpdir(), 'geometry-'));
  try {
    await page.goto(pathToFileURL(file).href);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const path = join(folder, 'page.pdf');
    writeFileSync(path, pdf);
    const text = execFileSync('mutool', ['draw', '-q', '-F', 'stext', path], { maxBuffer: 1 << 28 }).toString();
    return readWords(text);
  } finally {
    rmSync(folder, { recursive: true });
    await page.close();
  }
}

interface BoxRecord {
  readonly boxes: Record<string, Box>;
  readonly lines?: readonly Line[];
}

/** One box or word per line, for readable diffs. */
function format(version: string, record: BoxRecord | { words: Word[] }): string {
  const head = `{ "chromium": ${JSON.stringify(version)},`;
  const list = (items: readonly string[]) => items.map((item) => `  ${item}`).join(',\n');
  if ('words' in record) return `${head} "words": [\n${list(record.words.map((word) => JSON.stringify(word)))}\n] }`;
  const boxes = Object.entries(record.boxes).map(([id, box]) => `${JSON.stringify(id)}: ${JSON.stringify(box)}`);
  if (!record.lines) return `${head} "boxes": {\n${list(boxes)}\n} }`;
  return `${head} "boxes": {\n${list(boxes)}\n}, "lines": [\n${list(record.lines.map((line) => JSON.stringify(line)))}\n] }`;
}
