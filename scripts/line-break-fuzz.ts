/**
 * Compares line breaks with Chromium's on random paragraphs.
 *   npm run fuzz:lines -- [--count 2000] [--seed 1] [--record 40]
 * `--record n` writes n paragraphs of each category with Chromium's breaks to test/suite/line-break/.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import { FontLibrary } from '../src/engine/text/fonts.js';
import { TextShaper } from '../src/engine/text/shape.js';
import { loadFonts } from '../src/fonts/fonts.js';
import { breakGreedily, INVISIBLE, type Paragraph, visibleStarts } from '../test/engine/text/lines.js';
import { launchChromium } from './chromium.js';
import { CATEGORIES, randomParagraph, randomSource } from './line-break-texts.js';

type Draft = Omit<Paragraph, 'lines'>;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    record: { type: 'string' },
  },
});

const BATCH = 200;
const SUITE = fileURLToPath(new URL('../test/suite/line-break/', import.meta.url));

const shaper = new TextShaper(new FontLibrary(loadFonts()));
const random = randomSource(Number(values.seed));
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  const perCategory = Math.ceil(Number(values.count) / CATEGORIES.length);
  for (const category of CATEGORIES) {
    const drafts = Array.from({ length: perCategory }, () => randomParagraph(category, random));
    const paragraphs = await measure(page, drafts);
    if (values.record) record(category, paragraphs.slice(0, Number(values.record)));
    report(category, paragraphs);
  }
} finally {
  await browser.close();
}

async function measure(page: Page, drafts: readonly Draft[]): Promise<Paragraph[]> {
  const paragraphs: Paragraph[] = [];
  for (let i = 0; i < drafts.length; i += BATCH) {
    const batch = drafts.slice(i, i + BATCH);
    const lines = await page.evaluate(linesInBrowser, batch, INVISIBLE.source);
    paragraphs.push(...batch.map((draft, index) => ({ ...draft, lines: lines[index]! })));
  }
  return paragraphs;
}

/** Browser globals used by the function below, which runs in the page. */
declare const document: {
  body: { replaceChildren(): void; append(element: BlockElement): void };
  createElement(name: string): BlockElement;
  createRange(): { setStart(node: object, i: number): void; setEnd(node: object, i: number): void } & Measurable;
};
interface Measurable {
  getClientRects(): ArrayLike<{ top: number; bottom: number }>;
}
interface BlockElement extends Measurable {
  lang: string;
  style: { cssText: string };
  textContent: string;
  firstChild: object;
}

/** Runs in the page: the index of the first visible character of each line but the first. */
function linesInBrowser(drafts: readonly Draft[], pattern: string): number[][] {
  const LINE_HEIGHT = 60;
  document.body.replaceChildren();
  const invisible = new RegExp(pattern, 'u');
  const blocks = drafts.map(({ text, family, size, width, language }) => {
    const block = document.createElement('div');
    block.lang = language;
    block.style.cssText = `font: ${size}px/${LINE_HEIGHT}px "${family}"; width: ${width}px`;
    block.textContent = text;
    document.body.append(block);
    return block;
  });
  return blocks.map((block) => {
    const { top } = block.getClientRects()[0]!;
    const node = block.firstChild;
    const text = block.textContent;
    const range = document.createRange();
    const lines: number[] = [];
    let current = 0;
    for (let i = 0; i < text.length; i++) {
      if (invisible.test(text[i]!) || /[\udc00-\udfff]/.test(text[i]!)) continue;
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const rects = range.getClientRects();
      const rect = rects[rects.length - 1];
      if (!rect) continue;
      const line = Math.floor(((rect.top + rect.bottom) / 2 - top) / LINE_HEIGHT);
      if (line > current) lines.push(i);
      current = Math.max(current, line);
    }
    return lines;
  });
}

function report(category: string, paragraphs: readonly Paragraph[]): void {
  const wrong = paragraphs.filter((paragraph) => ours(paragraph).join() !== paragraph.lines.join());
  const share = ((100 * (paragraphs.length - wrong.length)) / paragraphs.length).toFixed(1);
  const lineCount = paragraphs.reduce((sum, { lines }) => sum + lines.length + 1, 0);
  console.log(`${category.padEnd(14)} ${share} % of ${paragraphs.length} paragraphs (${lineCount} lines) identical`);
  for (const paragraph of wrong.slice(0, 5)) {
    console.log(`  ${paragraph.family} ${paragraph.size}px, ${paragraph.width}px wide, ${paragraph.language}`);
    console.log(`    Chromium: ${marked(paragraph.text, paragraph.lines)}`);
    console.log(`    Platen:   ${marked(paragraph.text, ours(paragraph))}`);
  }
}

function ours(paragraph: Paragraph): number[] {
  return visibleStarts(paragraph.text, breakGreedily(shaper, paragraph));
}

function marked(text: string, starts: readonly number[]): string {
  return Array.from({ length: text.length }, (_, i) => (starts.includes(i) ? '|' : '') + text[i]!).join('');
}

function record(category: string, paragraphs: readonly Paragraph[]): void {
  mkdirSync(SUITE, { recursive: true });
  const rows = paragraphs.map((paragraph) => `  ${JSON.stringify(paragraph)}`);
  writeFileSync(`${SUITE}${category}.json`, `[\n${rows.join(',\n')}\n]\n`);
}
