/** Compares words of printed pages between the PDFs of Chromium and Platen. */

import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, TimeoutError } from 'puppeteer-core';
import { layOut } from '../../test/engine/layout/lay-out.js';
import { wordsOf } from '../../test/engine/layout/words.js';
import { readWords } from '../printed-words.js';
import { type FuzzDocument, write } from './document.js';

interface Place {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  /** False: it is that of the word before, to which it is joined. */
  readonly exact: boolean;
}

/** The `@page` rule of the documents; px. */
const PAGE_WIDTH = 400;
const PAGE_HEIGHT = 300;
const PAGE_MARGIN = 20;
/** Upper bound of an advance in the font of the documents; px. */
const MAX_CHARACTER_WIDTH = 14;
/** Difference of positions that counts as none; px. */
const TOLERANCE_PX = 1;
/** For the PDF of a document. */
const TIMEOUT_MS = 5000;

export class PrintComparison {
  private readonly file = join(mkdtempSync(join(tmpdir(), 'print-')), 'page.pdf');

  private page: Page | undefined;

  /** @param exact whether positions are compared too, not only pages */
  constructor(
    private readonly browser: Browser,
    private readonly exact: boolean,
  ) {}

  /**
   * One line for every word on another page than in Chromium's PDF; empty when there is none.
   * undefined: Chromium does not finish within the time limit.
   */
  async differences(document: FuzzDocument): Promise<string[] | undefined> {
    const html = write(document);
    const theirs = await this.chromium(html);
    if (!theirs) return undefined;
    let ours: Map<string, Place[]>;
    try {
      ours = platen(html);
    } catch (error) {
      return [`Platen fails: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
    }
    const clipped = [...ours].flatMap(([text, places]) => (isClipped(text, places) ? [text] : []));
    const cut = [...ours].flatMap(([text, places]) => (places.length > 1 ? [text] : []));
    const texts = [...new Set([...theirs.keys(), ...ours.keys()])];
    return texts.flatMap((text) => {
      if (clipped.some((whole) => whole.startsWith(text) || whole.endsWith(text))) return [];
      // Of text that a cut between pages crosses, Chromium omits the glyphs that are beyond it.
      if (!ours.has(text) && cut.some((whole) => whole.includes(text))) return [];
      const [mine, wanted] = [ours.get(text) ?? [], theirs.get(text) ?? []];
      if (mine.length > 1 && wanted.length === 1 && mine.some((place) => this.agrees(place, wanted[0]!))) return [];
      if (mine.length === wanted.length && wanted.every((place, i) => this.agrees(mine[i]!, place))) return [];
      return [`"${text}": ${show(mine)} instead of ${show(wanted)}`];
    });
  }

  private agrees(mine: Place, wanted: Place): boolean {
    if (mine.page !== wanted.page) return false;
    if (!this.exact || !mine.exact || !wanted.exact) return true;
    return Math.abs(mine.x - wanted.x) <= TOLERANCE_PX && Math.abs(mine.y - wanted.y) <= TOLERANCE_PX;
  }

  private async chromium(html: string): Promise<Map<string, Place[]> | undefined> {
    this.page ??= await this.browser.newPage();
    try {
      await this.page.setContent(html);
      writeFileSync(
        this.file,
        await this.page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: TIMEOUT_MS }),
      );
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      await this.page.close();
      this.page = undefined;
      return undefined;
    }
    const options: ExecFileSyncOptions = { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] };
    const text = String(execFileSync('mutool', ['draw', '-q', '-F', 'stext', this.file], options));
    return byText(readWords(text).map(([page, x, y, word]) => ({ text: word, page, x, y, exact: true })));
  }
}

function platen(html: string): Map<string, Place[]> {
  return byText(wordsOf(layOut(html).layout, { repeated: true }));
}

/** Ignores markers, which are no words of the documents, and words beyond the paper, which Chromium omits. */
function byText(words: readonly (Place & { readonly text: string })[]): Map<string, Place[]> {
  const found = new Map<string, Place[]>();
  for (const { text, ...place } of words) {
    if (place.y <= PAGE_MARGIN || place.y >= PAGE_HEIGHT) continue;
    // Words of the PDF without a space in between are read as one.
    for (const { 0: word, index } of text.matchAll(/\p{L}+\d+/gu)) {
      found.set(word, [...(found.get(word) ?? []), { ...place, exact: place.exact && index === 0 }]);
    }
  }
  for (const places of found.values()) places.sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x);
  return found;
}

/** Whether words extend beyond the side edges of the paper, where Chromium prints them partly or not at all. */
function isClipped(text: string, places: readonly Place[]): boolean {
  return places.some(({ x }) => x < PAGE_MARGIN || x + text.length * MAX_CHARACTER_WIDTH > PAGE_WIDTH);
}

function show(places: readonly Place[]): string {
  const one = ({ page, x, y }: Place) => `page ${page} (${Math.round(x)}, ${Math.round(y)})`;
  return places.length > 0 ? places.map(one).join(' and ') : 'nowhere';
}
