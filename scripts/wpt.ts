/**
 * Compares Platen with Chromium by the CSS reftests of the Web Platform Tests.
 * A test counts when Chromium's print of it is not blank and agrees with its print of the reference. Then
 * A: Platen's print of the test agrees with Platen's print of the reference;
 * B: Platen's print of the test agrees with Chromium's.
 * A failure that test/wpt/expected-failures.json does not list makes the exit code 1.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openPrinters, type Paper, type Print, type Printers } from './wpt/prints.js';
import { agrees, compare, inkOf } from './wpt/rasters.js';
import { findReftests, type Reftest, sampleOf } from './wpt/selection.js';

const USAGE = `usage: npm run wpt -- CHECKOUT [--count N] [--only REGEX]
  CHECKOUT  folder with css/, fonts/ and images/ of the Web Platform Tests
  --count   judges a sample of that size, spread over the areas; default: 300
  --only    judges tests whose path matches`;

const EXPECTED = new URL('../test/wpt/expected-failures.json', import.meta.url);

interface Verdict {
  readonly test: Reftest;
  /** undefined: the test does not count. */
  readonly a?: boolean;
  readonly b?: boolean;
  readonly note?: string;
}

async function judge(test: Reftest, paper: Paper, { chromium, platen }: Printers): Promise<Verdict> {
  const { reference = test.test } = test;
  const [want, wantReference] = [await chromium(test.test, paper), await chromium(reference, paper)];
  if ('error' in want) return { test, note: want.error };
  if ('error' in wantReference) return { test, note: wantReference.error };
  if (want.pages.every((page) => inkOf(page) < 20)) return { test, note: 'blank in Chromium' };
  if (!asStated(test, want, wantReference)) return { test, note: 'fails in Chromium' };
  const [got, gotReference] = [await platen(test.test, paper), await platen(reference, paper)];
  const b = !('error' in got) && agrees(compare(want.pages, got.pages, true), 8, 0.005);
  return { test, a: asStated(test, got, gotReference), b, ...('error' in got && { note: got.error }) };
}

function asStated({ mismatch, fuzzy }: Reftest, one: Print, other: Print): boolean {
  if ('error' in one || 'error' in other) return false;
  return agrees(compare(one.pages, other.pages), 4 + fuzzy, 0.001) !== mismatch;
}

function report(verdicts: readonly Verdict[]): void {
  const line = (name: string, of: readonly Verdict[]) => {
    const counted = of.filter(({ a }) => a !== undefined);
    const share = (holds: (verdict: Verdict) => boolean | undefined) =>
      counted.length === 0 ? '–' : ((100 * counted.filter(holds).length) / counted.length).toFixed(1);
    return `| ${[name, counted.length, share(({ a }) => a), share(({ b }) => b), share(({ a, b }) => a && b)].join(' | ')} |`;
  };
  const areas = [...new Set(verdicts.map(({ test }) => test.area))].sort();
  console.log('| area | tests | A % | B % | A and B % |\n| --- | --: | --: | --: | --: |');
  for (const area of areas)
    console.log(
      line(
        area,
        verdicts.filter(({ test }) => test.area === area),
      ),
    );
  console.log(line('all', verdicts));
}

/** @returns the names of tests that may fail, by reason */
function expectedFailures(): Set<string> {
  const byReason = JSON.parse(readFileSync(EXPECTED, 'utf8')) as Record<string, readonly string[]>;
  return new Set(Object.values(byReason).flat());
}

async function main(): Promise<void> {
  const strings = { count: { type: 'string', default: '300' }, only: { type: 'string', default: '.' } } as const;
  const { values, positionals } = parseArgs({ options: strings, allowPositionals: true });
  const [checkout] = positionals;
  if (checkout === undefined) {
    console.log(USAGE);
    process.exitCode = 2;
    return;
  }
  const tests = sampleOf(findReftests(checkout, new RegExp(values.only)), Number(values.count));
  const work = mkdtempSync(path.join(tmpdir(), 'platen-wpt-'));
  const printers = await openPrinters(checkout, work);
  const verdicts: Verdict[] = [];
  const expected = expectedFailures();
  for (const test of tests) {
    const source = readFileSync(path.join(checkout, test.test), 'utf8');
    const paper = /-print\./.test(test.test) ? 'print' : /@page\b/.test(source) ? 'a4' : 'plain';
    const verdict = await judge(test, paper, printers);
    verdicts.push(verdict);
    const fails = verdict.a === false || verdict.b === false;
    if (!fails || expected.has(test.test)) continue;
    process.exitCode = 1;
    console.log(`unexpected: ${test.test}${verdict.note === undefined ? '' : `: ${verdict.note}`}`);
  }
  await printers.close();
  rmSync(work, { recursive: true, force: true });
  report(verdicts);
}

await main();
