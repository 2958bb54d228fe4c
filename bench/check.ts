/**
 * Compares with the committed baseline: counts of layout exactly, times as ratios to other engines measured in the same
 * run.
 *
 *   npm run bench:check -- [--counts] [--update] [--rivals FOLDER] [--runs N]
 *
 * --counts  only counts, which do not depend on the machine
 * --update  writes the baseline instead
 * --rivals, --runs  as of `npm run bench`
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Counts, countsOf } from './counts.js';
import { DOCUMENTS } from './documents/documents.js';
import { type Measurements, measure, SAMPLE } from './measure.js';

const { values } = parseArgs({
  options: {
    counts: { type: 'boolean' },
    update: { type: 'boolean' },
    rivals: { type: 'string', default: '' },
    runs: { type: 'string', default: '40' },
  },
});

const BASELINE = 'bench/baseline.json';
/** Short enough for a check, and different in what they stress. */
const TIMED = ['invoice-20', 'invoice-200', 'letter', 'dashboard'];
const OURS = ['platen', 'platen-wasm', 'platen-validate'];
const OTHERS = ['chromium', 'plutoprint'];
/** Ratios of least times in one run vary by less. */
const TOLERANCE = 1.25;

interface Baseline {
  readonly counts: Readonly<Record<string, Counts>>;
  /** By document, engine of ours and other engine: how many times as long ours takes. */
  readonly ratios: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;
}

const baseline = JSON.parse(readFileSync(BASELINE, 'utf8')) as Baseline;
const counts = Object.fromEntries(
  Object.entries(DOCUMENTS).map(([name, { html }]) => [name, countsOf(html(SAMPLE))] as const),
);
const ratios = values.counts ? baseline.ratios : await measuredRatios();
if (values.update) writeFileSync(BASELINE, `${JSON.stringify({ counts, ratios }, undefined, 2)}\n`);
else {
  const problems = [...countProblems(counts), ...ratioProblems(ratios)];
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? 'As the baseline.' : `${problems.length} differences from ${BASELINE}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function countProblems(found: Baseline['counts']): string[] {
  return Object.keys(DOCUMENTS).flatMap((name) => {
    const [before, now] = [baseline.counts[name], found[name]].map((each) => JSON.stringify(each));
    return before === now ? [] : [`${name}: ${now}\n  baseline: ${before}`];
  });
}

function ratioProblems(found: Baseline['ratios']): string[] {
  return Object.entries(found).flatMap(([document, byEngine]) =>
    Object.entries(byEngine).flatMap(([engine, byOther]) =>
      Object.entries(byOther).flatMap(([other, ratio]) => {
        const before = baseline.ratios[document]?.[engine]?.[other];
        if (before === undefined || ratio <= before * TOLERANCE) return [];
        return [`${document}: ${engine} takes ${ratio} times as long as ${other}; baseline: ${before}`];
      }),
    ),
  );
}

/** Of the engines that are installed. */
async function measuredRatios(): Promise<Baseline['ratios']> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  const ratios: Record<string, Record<string, Record<string, number>>> = {};
  try {
    for (const name of TIMED) {
      const document = DOCUMENTS[name]!;
      const runs = Math.max(5, Math.round(Number(values.runs) * document.share));
      const engines = [...OURS, ...OTHERS];
      const rivals = resolve(values.rivals);
      ratios[name] = ratiosIn(await measure(document, { engines, runs, rivals, folder, onProgress: () => {} }));
    }
    return ratios;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function ratiosIn(results: Measurements): Record<string, Record<string, number>> {
  const fastest = (name: string) => {
    const result = results[name];
    return result && 'min' in result ? result.min : undefined;
  };
  const timed = (names: readonly string[]) =>
    names.flatMap((name) => {
      const time = fastest(name);
      return time === undefined ? [] : [{ name, time }];
    });
  return Object.fromEntries(
    timed(OURS).map((ours) => [
      ours.name,
      Object.fromEntries(timed(OTHERS).map((other) => [other.name, Number((ours.time / other.time).toPrecision(3))])),
    ]),
  );
}
