/** Compares a PDF with Chromium's print of the same document. */

import { execFileSync } from 'node:child_process';

/** Minimum share of Chromium's words in the PDF, and of those of the first page in the same place. */
const WORDS = 0.97;
const PLACED = 0.8;

/** Maximum distance between equal places, pt. */
const TOLERANCE = 18;

export interface Fidelity {
  /** The smaller of recall and precision of words, against Chromium's print; 0 to 1. */
  readonly words: number;
  /** Share of the words of Chromium's first page in the same place; 0 to 1. */
  readonly placed: number;
  readonly pages: number;
  /** The rendering is wrong, so its time does not count. */
  readonly wrong: boolean;
}

interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** @param file  the PDF  @param reference  Chromium's  @throws when pdftotext (poppler-utils) is not installed */
export function fidelityOf(file: string, reference: string): Fidelity {
  const [pages, expected] = [pagesOf(file), pagesOf(reference)];
  const [count, expectedCount] = [countsOf(pages.flat()), countsOf(expected.flat())];
  const total = Math.max(pages.flat().length, expected.flat().length);
  let same = 0;
  for (const [text, times] of expectedCount) same += Math.min(times, count.get(text) ?? 0);
  const words = total === 0 ? 1 : same / total;
  const first = expected[0] ?? [];
  const inPlace = first.filter(({ text, x, y }) =>
    pages[0]?.some((word) => word.text === text && Math.hypot(word.x - x, word.y - y) <= TOLERANCE),
  );
  const placed = first.length === 0 ? 1 : inPlace.length / first.length;
  return { words, placed, pages: pages.length, wrong: words < WORDS || placed < PLACED };
}

function pagesOf(file: string): Word[][] {
  const text = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  return text
    .split('<page ')
    .slice(1)
    .map((page) =>
      Array.from(page.matchAll(/<word xMin="([^"]+)" yMin="([^"]+)"[^>]*>([^<]*)</g), ([, x, y, word]) => ({
        text: word!,
        x: Number(x),
        y: Number(y),
      })),
    );
}

function countsOf(words: readonly Word[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of words) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
