/**
 * Compares the positions of words of body text between the PDFs of Platen and of an installed Chromium with the
 * system's fontconfig settings. Fonts come from the documents.
 *
 *   npm run compare:words        exits with code 1 when a word differs by more than 0.05 pt
 *
 * Requires Chromium (CHROMIUM, default /usr/bin/chromium) and Poppler's pdftotext.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRenderer } from '../src/index.js';
import { launchInstalledChromium } from './chromium.js';

/** pt */
const TOLERANCE = 0.05;

const SIZES = ['9.5pt', '10pt', '12px', '12.5px'];
const FAMILIES = {
  Arimo: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  Tinos: '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf',
  Cousine: '@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf',
  'Noto Sans': '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
};

const SENTENCES = [
  'Recommendations follow from what the survey of 2,417 households found between March and August.',
  'Average waiting times fell from 14.5 to 9.2 days; Tyne & Wear, however, saw them rise by 3 %.',
  '“We did not expect this,” the author wrote — and AVATAR, TAXI, WAVE and Yo-Yo were the words she chose.',
  'Offices that file affidavits efficiently find the difference in a few lines of their budget (see page 12).',
  'Payment is due within 30 days of the date of invoice; late payments bear interest at 8.15 % per year.',
];

interface Difference {
  readonly word: string;
  readonly x: number;
  readonly y: number;
}

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'word-places-'));
const renderer = createRenderer();
const browser = await launchInstalledChromium();
try {
  const page = await browser.newPage();
  let worst = 0;
  for (const [family, file] of Object.entries(FAMILIES)) {
    for (const size of SIZES) {
      const html = documentOf(family, readFileSync(require.resolve(file)), size);
      await page.setContent(html, { waitUntil: 'load' });
      const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      const { pdf } = await renderer.render({ html });
      const expected = wordsOf('chromium.pdf', printed);
      const actual = wordsOf('platen.pdf', pdf);
      const differences = compare(expected, actual);
      const largest = Math.max(...differences.map(({ x, y }) => Math.max(x, y)));
      worst = Math.max(worst, largest);
      console.log(
        `${family.padEnd(10)} ${size.padEnd(7)} ${expected.length} words, at most ${largest.toFixed(4)} pt off`,
      );
      for (const { word, x, y } of differences.filter((one) => Math.max(one.x, one.y) > TOLERANCE).slice(0, 5)) {
        console.log(`  “${word}”: ${x.toFixed(4)} pt across, ${y.toFixed(4)} pt down`);
      }
    }
  }
  if (worst > TOLERANCE) process.exitCode = 1;
} finally {
  await browser.close();
  await renderer.close();
  rmSync(folder, { recursive: true });
}

function documentOf(family: string, font: Buffer, size: string): string {
  const text = Array.from(
    { length: 12 },
    (_, i) => `<p>${SENTENCES.map((_, j) => SENTENCES[(i + j) % SENTENCES.length]).join(' ')}</p>`,
  );
  return `<!DOCTYPE html><meta charset="utf-8"><title>Body text</title><style>
@font-face { font-family: "Document ${family}"; src: url(data:font/ttf;base64,${font.toString('base64')}) }
@page { size: A4; margin: 2cm }
body { margin: 0; font: ${size}/1.45 "Document ${family}" }
</style>${text.join('\n')}`;
}

interface Word {
  readonly page: number;
  /** pt, of the top left corner. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

function wordsOf(name: string, pdf: Uint8Array): Word[] {
  const file = join(folder, name);
  writeFileSync(file, pdf);
  const boxes = execFileSync('pdftotext', ['-bbox', file, '-'], { maxBuffer: 1 << 28 }).toString();
  const pages = boxes.split('<page ').slice(1);
  return pages.flatMap((content, page) =>
    [...content.matchAll(/<word xMin="([^"]+)" yMin="([^"]+)"[^>]*>(.*)<\/word>/g)].map(([, x, y, text = '']) => {
      return { page, x: Number(x), y: Number(y), text };
    }),
  );
}

/** @throws when the words, their order or their pages differ */
function compare(expected: readonly Word[], actual: readonly Word[]): Difference[] {
  if (expected.length !== actual.length) throw new Error(`${actual.length} words instead of ${expected.length}`);
  return expected.map(({ page, x, y, text }, i) => {
    const own = actual[i]!;
    if (own.text !== text || own.page !== page)
      throw new Error(`“${own.text}” on page ${own.page + 1} instead of “${text}” on page ${page + 1}`);
    return { word: text, x: Math.abs(own.x - x), y: Math.abs(own.y - y) };
  });
}
