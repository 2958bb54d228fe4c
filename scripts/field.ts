/**
 * Holds the diagnostics of a folder of documents against what shows: Platen and Chromium print each, documents are sorted
 * by score and grouped by what differs. A diagnostic is false where nothing differs, and missing where something does and
 * none was given.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Diagnostic } from '../src/index.js';
import { type PlatenPrint, type Print, Printers } from './field/prints.js';
import { type Score, scoreOf } from './field/score.js';
import { showInChromium } from './field/truth.js';

const USAGE = `usage: npm run field -- FOLDER [--list FILE] [--only REGEX] [--truth] [--prints FOLDER] [--json FILE] [--seconds N]
  FOLDER   has HTML documents, with their files in it
  --list   has the paths of documents in FOLDER and folders below it, one a line, which are taken in this order
  --only   those whose name matches
  --truth  prints with Chromium without each declaration, rule and element that a diagnostic names, too
  --prints keeps the PDFs there
  --json   writes all results there, after each document
  --seconds  that a document may take; default 60`;

/** From this score on, a diagnostic is false; below the other one, a document without any is silent. */
const SAME = 99;
const OTHER = 97;

interface Result extends Score {
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly error?: string;
  /** With `--truth`: whether what each diagnostic names shows in Chromium, in their order. */
  readonly shows?: readonly (boolean | undefined)[];
}

async function judge(printers: Printers, folder: string, name: string, truth: boolean): Promise<Result | undefined> {
  const file = path.join(folder, name);
  let want: Print;
  try {
    want = await printers.chromium(file);
  } catch (error) {
    console.error(`${name}: Chromium does not print it: ${(error as Error).message}`);
    return undefined;
  }
  let got: PlatenPrint;
  try {
    got = await printers.platen(file, folder);
  } catch (error) {
    return { name, score: 0, cause: 'fails', diagnostics: [], error: (error as Error).message };
  }
  const { diagnostics } = got;
  const result = { name, ...scoreOf(want, got), diagnostics };
  if (!truth) return result;
  return { ...result, shows: await showInChromium(printers, file, want, diagnostics) };
}

function report(results: readonly Result[]): void {
  const same = results.filter(({ score }) => score >= SAME);
  const refused = same.filter(({ diagnostics }) => diagnostics.length > 0);
  const other = results.filter(({ score }) => score < OTHER);
  const silent = other.filter(({ diagnostics, error }) => diagnostics.length === 0 && error === undefined);
  for (const { name, score, cause, diagnostics, error } of results) {
    const what = error ?? [cause, ...new Set(diagnostics.map(({ kind }) => kind))].join(', ');
    console.log(`${score.toFixed(1).padStart(5)}  ${name}  ${what}`);
  }
  console.log('\ncauses');
  for (const [cause, of] of grouped(results, (result) => result.cause)) console.log(`  ${cause}: ${of.length}`);
  console.log('\nfalse diagnostics: nothing differs');
  const named = refused.flatMap(({ name, diagnostics }) => diagnostics.map((one) => ({ name, one })));
  for (const [text, of] of grouped(named, ({ one }) => `${one.kind} ${one.text}`))
    console.log(`  ${text}: ${[...new Set(of.map(({ name }) => name))].join(', ')}`);
  console.log('\nmissing diagnostics: something differs, and nothing is said');
  for (const { name, score, cause } of silent) console.log(`  ${score.toFixed(1).padStart(5)}  ${name}  ${cause}`);
  const truths = results.flatMap(({ shows = [] }) => shows).filter((one) => one !== undefined);
  if (truths.length > 0)
    console.log(`\n${truths.filter(Boolean).length} of ${truths.length} things that diagnostics name show in Chromium`);
  console.log(`\n${results.length} documents, mean ${mean(results).toFixed(2)}`);
  console.log(`refused by strict, of those of ${SAME} and more: ${refused.length} of ${same.length}`);
  console.log(`without a diagnostic, of those below ${OTHER}: ${silent.length} of ${other.length}`);
}

const mean = (results: readonly Result[]): number =>
  results.reduce((sum, { score }) => sum + score, 0) / Math.max(1, results.length);

/** The largest groups first. */
function grouped<T>(items: readonly T[], by: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item]);
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

async function main(): Promise<void> {
  const strings = {
    list: { type: 'string' },
    only: { type: 'string', default: '.' },
    prints: { type: 'string' },
    json: { type: 'string' },
    seconds: { type: 'string', default: '60' },
  } as const;
  const options = { ...strings, truth: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined) {
    console.log(USAGE);
    process.exitCode = 2;
    return;
  }
  const only = new RegExp(values.only);
  const listed = values.list === undefined ? readdirSync(folder).sort() : readFileSync(values.list, 'utf8').split('\n');
  const names = listed.filter((name) => /\.x?html?$/i.test(name) && only.test(name));
  const work = values.prints ?? mkdtempSync(path.join(tmpdir(), 'platen-field-'));
  mkdirSync(work, { recursive: true });
  const printers = await Printers.open(work, Number(values.seconds));
  const results: Result[] = [];
  for (const name of names) {
    const result = await judge(printers, path.resolve(folder), name, values.truth);
    if (!result) continue;
    results.push(result);
    console.error(`${result.score.toFixed(1).padStart(5)}  ${name}`);
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, undefined, 2));
  }
  await printers.close();
  if (values.prints === undefined) rmSync(work, { recursive: true, force: true });
  results.sort((a, b) => a.score - b.score);
  report(results);
}

await main();
