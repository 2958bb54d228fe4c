// Runs tests and ends with one line: N passed, N failed.
//
//   node scripts/test.mjs [--full] [--seed SEED] [--shuffle] [--jobs N] [--again] [NAME…]
//
//   NAME       a test file, a folder, or a part of their paths; default: all of test/
//   --full     random tests and comparisons take all of their cases, not a tenth; or TEST_FULL=1
//   --seed     which tenth, and what random tests draw; default: the date; or TEST_SEED
//   --shuffle  files run in an order drawn by the seed
//   --jobs     files at a time; default: processors, at most 4, and one more
//   --again    files that fail run a second time, alone; those that pass then are listed as unsteady
//
// Each file is a program that prints TAP (https://testanything.org/tap-version-14-specification.html). It runs from
// its translation to JavaScript (scripts/translate.mjs).

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleTests } from './bundle-tests.mjs';
import { withOriginalPlaces } from './original-places.mjs';
import { buildPortal, FOLDER, translate } from './translate.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Seconds a file may take: ends a test that hangs, also on slow machines. */
const PATIENCE = 900;
/** Files that are listed at the end, and processor seconds from which one wants splitting. */
const SLOWEST = 10;
/** Files from which on it pays to bundle them. */
const MANY = 8;
/** Tests of what stores something: they share a Postgres. */
const STORING = /^test\/(?:service|server|portal)\//;
/** Tests that wait for databases and other processes, for half of their time: one job begins with them. */
const WAITING = /^test\/(?:service|server|portal|cli)\//;
/** Of them and of the others, what takes longest: begun at the end, it would run alone. */
const LONG = [
  'test/service/batches/killed-workers',
  'test/trust-documents',
  'test/service/http/refusals',
  'test/cli/start',
  'test/portal/browser',
  'test/service/credits/outage',
  'test/server/processes',
  'test/server/hosts',
  'test/service/http/tracing',
  'test/service/webhooks',
  'test/samples',
  'test/hostile',
  'test/native/core-contract',
];
/** Tests of pages of the portal. */
const PORTAL = /^test\/portal\//;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: Boolean(process.env.TEST_FULL) },
    seed: { type: 'string', default: process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10) },
    shuffle: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.min(4, availableParallelism()) + 1) },
    again: { type: 'boolean', default: false },
  },
});
const environment = {
  ...process.env,
  TEST_SEED: options.seed,
  ...(options.full && { TEST_FULL: '1' }),
  // tap's own limit, of which a file's report says what was open.
  TAP_TIMEOUT: String(PATIENCE - 30),
};

const began = performance.now();
const files = namedFiles(positionals);
if (files.length === 0) {
  console.error(`No test file is named ${positionals.join(', ')}`);
  process.exit(1);
}
if (options.shuffle) shuffle(files, options.seed);
else files.sort((a, b) => rankOf(a) - rankOf(b));
await translate();
const bundles = files.length >= MANY ? await bundleTests(files) : undefined;
if (files.some((file) => PORTAL.test(file))) buildPortal();
console.log(`# seed ${options.seed}${options.full ? ', all cases' : ''}`);
const postgres = files.filter((file) => STORING.test(file)).length > 1 && (await openPostgres());
const results = [];
let counted = processorSeconds();
await Promise.all(
  Array.from({ length: Number(options.jobs) }, async (_, job) => {
    for (let file = next(job); file !== undefined; file = next(job)) results.push(await run(file));
  }),
);
const unsteady = options.again ? await runFailedAgain() : [];
if (postgres) await postgres.close();
report();

function namedFiles(names) {
  const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .sort();
  if (names.length === 0) return all;
  return all.filter((file) => names.some((name) => file.includes(name.replace(/^\.\//, ''))));
}

/** Those of LONG in its order, then the others as they are. */
function rankOf(file) {
  const rank = LONG.findIndex((start) => file.startsWith(start));
  return rank < 0 ? LONG.length : rank;
}

/** Takes the file that a job runs next: job 0 begins with those that wait, others with those that compute. */
function next(job) {
  const isDrawn = options.shuffle || options.jobs === '1';
  const at = isDrawn ? 0 : files.findIndex((file) => WAITING.test(file) === (job === 0));
  return files.splice(Math.max(0, at), 1)[0];
}

/** Fisher-Yates, with a linear congruential generator. */
function shuffle(list, seed) {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7) >>> 0;
  for (let i = list.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
}

/** Replaces the results of files that failed. @returns the files that passed this time */
async function runFailedAgain() {
  const passed = [];
  for (const [index, { file, failed }] of results.entries()) {
    if (failed === 0) continue;
    results[index] = await run(file);
    if (results[index].failed === 0) passed.push(file);
  }
  return passed;
}

/** Runs a file. Its output is shown if it fails. */
async function run(file) {
  const start = performance.now();
  const program = bundles?.get(file) ?? join(FOLDER, file.replace(/\.ts$/, '.js'));
  // A process group of its own, so that a file that hangs ends with all it started.
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    process.kill(-child.pid, 'SIGKILL');
  }, PATIENCE * 1000);
  const exit = await new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
  // The file's process, and those that it waited for, are counted once they have ended.
  const processor = processorSeconds() - counted;
  counted += processor;
  if (!child.stdout.closed) await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const result = { file, output, processor, seconds: (performance.now() - start) / 1000, ...countsOf(output) };
  if (isLate) result.fault = `it took longer than ${PATIENCE} s`;
  else if (exit !== 0 && result.failed === 0) result.fault = `it ended with ${exit}`;
  else if (result.passed + result.failed + result.skips.length === 0) result.fault = 'it ran no test';
  if (result.fault) result.failed += 1;
  show(result);
  return result;
}

/** Of the last summary of TAP, which is that of the whole file. */
function countsOf(output) {
  const summary = [...output.matchAll(/^# \{ total: \d+, pass: (\d+)(?:, fail: (\d+))?/gm)].at(-1);
  const skips = [...output.matchAll(/^ *(?:ok \d+(?: - )?|1\.\.0)(.*?) # SKIP(.*)$/gm)];
  return {
    passed: Number(summary?.[1] ?? 0),
    failed: Number(summary?.[2] ?? 0),
    skips: skips.map(([, name, why]) => `${name.trim()}: ${why.trim()}`),
  };
}

function show({ file, output, processor, seconds, passed, failed, fault }) {
  if (failed === 0) {
    const times = [processor, seconds].filter(Number.isFinite).map((time) => `${time.toFixed(1)} s`);
    console.log(`ok ${file} # ${passed} in ${times.join(' of processor time, ')}`);
    return;
  }
  const lines = withOriginalPlaces(output)
    .split('\n')
    .filter((line) => !/^ *ok /.test(line));
  console.log(`not ok ${file} # ${failed} failed${fault ? `: ${fault}` : ''}\n${lines.join('\n')}`);
  const flags = `--seed ${options.seed}${options.full ? ' --full' : ''}`;
  console.log(`# again: npm test -- ${flags} ${file}`);
}

/** Of processes that ended, started by this one; undefined where the system does not tell. */
function processorSeconds() {
  try {
    // proc_pid_stat(5): cutime and cstime, in hundredths; fields are counted after the name, which may hold spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return undefined;
  }
}

function report() {
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  const skips = results.flatMap(({ file, skips }) => skips.map((skip) => `#   ${file}: ${skip}`));
  if (skips.length > 0) console.log(`# skipped:\n${skips.join('\n')}`);
  for (const file of unsteady) console.log(`# unsteady: ${file} failed, and passed when it ran again`);
  if (processorSeconds() !== undefined) {
    const slowest = [...results].sort((a, b) => b.processor - a.processor).slice(0, SLOWEST);
    console.log('# the slowest files, in seconds of processor time:');
    for (const { file, processor } of slowest) console.log(`# ${processor.toFixed(1).padStart(7)} ${file}`);
    const total = (processorSeconds() + process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6).toFixed(0);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`# ${results.length} files: ${total} s of processor time in ${seconds} s`);
  }
  const [passed, failed] = [sum((result) => result.passed), sum((result) => result.failed)];
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** Keeps the embedded Postgres of tests running until all files have ended. */
async function openPostgres() {
  const child = spawn(process.execPath, [join(FOLDER, 'test/service/support/shared-postgres.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve).once('close', resolve));
  return {
    async close() {
      child.stdin.end();
      if (child.exitCode === null) await new Promise((resolve) => child.on('exit', resolve));
    },
  };
}
