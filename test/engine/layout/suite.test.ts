/**
 * Compares the layout of every fixture in test/suite with geometry recorded in Chromium (scripts/record-geometry.ts).
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import type { DocumentLayout } from '../../../src/engine/layout/page/page-layout.js';
import { ROOT } from '../../support/build.js';
import { geometryById, layOut } from './lay-out.js';
import { inReadingOrder, textOf, wordsOf } from './words.js';

const SUITE = pathToFileURL(join(ROOT, 'test/suite/'));
/** px */
const TOLERANCE = 0.5;

interface Recorded {
  readonly boxes?: Readonly<Record<string, readonly [number, number, number, number]>>;
  readonly words?: readonly (readonly [page: number, x: number, y: number, text: string])[];
}

for (const area of readdirSync(SUITE).sort()) {
  const folder = new URL(`${area}/`, SUITE);
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  t.test(area, async (t) => {
    for (const name of names.sort()) {
      const sentence = name.replace(/\.html$/, '').replaceAll('-', ' ');
      const expected = new URL(name.replace(/\.html$/, '.json'), folder);
      if (!existsSync(expected)) {
        t.fail(`${sentence}: record it first`);
        continue;
      }
      const recorded = JSON.parse(readFileSync(expected, 'utf8')) as Recorded;
      const html = readFileSync(new URL(name, folder), 'utf8');
      const { layout } = layOut(recorded.boxes ? inWindow(html) : html);
      t.strictSame(differences(layout, recorded), [], sentence);
    }
  });
}

/** Sets a page area of the size of the window in which boxes were recorded. */
function inWindow(html: string): string {
  const doctype = /^\s*<!DOCTYPE[^>]*>/i.exec(html)?.[0] ?? '';
  return `${doctype}<style>@page { size: 795px 1123px; margin: 38px }</style>${html.slice(doctype.length)}`;
}

function differences(layout: DocumentLayout, recorded: Recorded): string[] {
  return [...boxDifferences(layout, recorded.boxes ?? {}), ...wordDifferences(layout, recorded.words ?? [])];
}

function boxDifferences(layout: DocumentLayout, boxes: NonNullable<Recorded['boxes']>): string[] {
  const ours = geometryById(layout);
  return Object.entries(boxes).flatMap(([id, box]) => {
    const found = ours.get(id)?.[0];
    if (!found) return box[2] === 0 && box[3] === 0 ? [] : [`#${id} is missing`];
    const mine = [found.x, found.y, found.width, found.height];
    const same = box.every((value, index) => Math.abs(value - (mine[index] ?? Number.NaN)) <= TOLERANCE);
    return same ? [] : [`#${id}: ${mine.map(round).join(' ')} instead of ${box.join(' ')}`];
  });
}

function wordDifferences(layout: DocumentLayout, words: NonNullable<Recorded['words']>): string[] {
  if (words.length === 0) return [];
  const ours = wordsOf(layout);
  const expected = words.map(([page, x, y, text]) => ({ page, x, y, text, exact: true })).sort(inReadingOrder);
  if (textOf(ours) !== textOf(expected)) return [`text: ${textOf(ours)} instead of ${textOf(expected)}`];
  return expected.flatMap(({ page, x, y, text }, index) => {
    const mine = ours[index];
    if (!mine) return [];
    const sameX = !mine.exact || Math.abs(mine.x - x) <= TOLERANCE;
    if (mine.page === page && sameX && Math.abs(mine.y - y) <= 1) return [];
    return [`"${text}": page ${mine.page} ${round(mine.x)} ${round(mine.y)} instead of page ${page} ${x} ${y}`];
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
