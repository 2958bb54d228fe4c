/**
 * Hostile documents beside two innocent accounts: those that once harmed a service, and others that are generated. A
 * finding is a process with work of others that ends or takes more memory than its limit, an answer that comes later than
 * the time limit and a second or is a fault, a processor that works on afterwards, or a credit that is not that of a PDF.
 *
 *   npm run bench:hostile -- [--documents N] [--seed N] [--timeout SECONDS] [--alone SECONDS] [--only PART]
 *
 * Innocent documents are measured alone for some seconds before each ten hostile ones, and then beside them: other programs
 * on the machine slow both down.
 *
 * Linux only. Prints a report; ends with 1 when there are findings.
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { crossed, type Growing, inOneAnother, inside, repeated, sources } from '../test/trust/constructs.js';
import { HOSTILE_INPUTS, type HostileInput } from '../test/trust/hostile-inputs.js';
import { ApiClient } from './api-client.js';
import type { InvoiceAnswer, InvoiceAnswers, InvoiceClientOptions, InvoiceOrder } from './invoice-client.js';
import { percentile } from './measure.js';
import { childrenOf, residentBytes, textOf, until } from './processes.js';
import { freePort } from './service-client.js';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    alone: { type: 'string', default: '5' },
  },
});
const TIMEOUT = Number(values.timeout);

const CLI = 'dist/src/cli.js';
const CREDITS = 1_000_000;
const MB = 1024 ** 2;
/** As in docs/trust.md, of the default settings. */
const THREADS = 2;
const RENDER_MEMORY = 512 * MB;
const YOUNG_MEMORY = 100 * MB;
const ISOLATED_LIMIT = 2 * RENDER_MEMORY + YOUNG_MEMORY + 300 * MB;
/** With the spare thread. */
const HTTP_LIMIT = 200 * MB + (THREADS + 1) * 2 * RENDER_MEMORY;
const TOLERANCE = 1.1;
/** Seconds in which threads compile their JavaScript, and of a measurement without hostile documents. */
const WARM_UP = 10;
const ALONE = Number(values.alone);
/** Invoices a second of each innocent account. */
const RATE = 2;
/** Hostile documents at a time, for each of which one process may have a thread; and those after which all pause. */
const AT_ONCE = THREADS;
const GROUP = 10;
/** Milliseconds after which no answer is expected; none is given up before, so that the PDFs are known exactly. */
const PATIENCE = 120_000;
/** Innocent documents that are told of. */
const SLOWEST = 5;
/** Milliseconds after the last answer from which on processors are idle, and for which they are looked at. */
const SETTLES = 1000;
const LOOK = 500;
/** Of a processor, which timers and the database take. */
const IDLE_SHARE = 0.2;
/** Milliseconds between looks at processes. */
const WATCH = 100;
const TICKS_PER_SECOND = 100;

/** Made some at a time: together they are large. */
interface Named {
  readonly name: string;
  readonly make: () => HostileInput;
}

interface Made {
  readonly name: string;
  readonly input: HostileInput;
}

const folder = mkdtempSync(join(tmpdir(), 'platen-hostile-'));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  PORT: String(port),
  ADMIN_PORT: '0',
  LOG_LEVEL: 'error',
  PLATEN_DATA_DIR: folder,
  PROCESSES: '2',
  THREADS: String(THREADS),
  RENDER_TIMEOUT: `${TIMEOUT}s`,
};
const service = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
const findings: string[] = [];
const codes: Record<string, number> = {};
const peaks = { http: 0, isolated: 0 };
/** Those of processes, which are reported once for the documents that were being rendered. */
const reported = new Set<string>();
/** Names of the documents that are being rendered. */
const running = new Set<string>();
let slowest = { name: '', milliseconds: 0 };
let count = 0;
let pdfs = 0;
try {
  await until('the service is ready', 120, () => new ApiClient(base, '').isOk('/readyz'));
  const hostile = new ApiClient(base, accountKey('hostile'), PATIENCE);
  const clients = [0, 1].map((index) => invoiceClient(accountKey(`innocent${index}`)));
  await invoices(clients, WARM_UP);
  const load = loadavg()[0]!;
  const before = await hostile.credits();
  const processes = httpProcesses();
  const watch = setInterval(() => watchProcesses(processes), WATCH);
  const [alone, beside]: [InvoiceAnswer[], InvoiceAnswer[]] = [[], []];
  for (let at = 0, all = documents(); at < all.length; at += GROUP) {
    const group = all.slice(at, at + GROUP);
    // Before anything is measured: some take seconds to make.
    const made = group.map(({ name, make }) => ({ name, input: make() }));
    alone.push(...(await invoices(clients, ALONE)));
    const innocent = besides(clients, () => running.size > 0);
    await renderAll(hostile, made);
    beside.push(...(await innocent));
    await checkIdle(group);
    console.error(count, JSON.stringify(codes), findings.length);
  }
  clearInterval(watch);
  if (httpProcesses().join() !== processes.join()) find('other HTTP processes at the end');
  await checkCredits(hostile, before);
  const innocents = { alone: summary(alone), beside: summary(beside) };
  for (const client of clients) await client.terminate();
  const faults = Object.keys(innocents.beside.counts).filter((status) => status !== '200');
  if (faults.length > 0) find(`innocent documents: ${JSON.stringify(innocents.beside.counts)}`);
  if (innocents.beside.p99 > 2 * innocents.alone.p99) find('the p99 of innocent documents more than doubled');
  const peaksInMB = { http: Math.round(peaks.http / MB), isolated: Math.round(peaks.isolated / MB) };
  const report = { load: [load, loadavg()[0]], documents: count, pdfs, codes, slowest, peaksInMB, innocents, findings };
  console.log(JSON.stringify(report, undefined, 1));
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
process.exit(findings.length === 0 ? 0 : 1);

function find(finding: string): void {
  findings.push(finding);
  console.error(`FOUND ${finding}`);
}

function accountKey(name: string): string {
  const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
  const email = `${name}@localhost`;
  command('account', 'create', '--email', email, '--plan', 'self-hosted');
  command('account', 'credit', '--email', email, '--add', String(CREDITS));
  return command('key', 'create', '--email', email).trim();
}

function invoiceClient(key: string): Worker {
  const workerData: InvoiceClientOptions = { port, key, rate: RATE };
  return new Worker(new URL('invoice-client.js', import.meta.url), { workerData });
}

async function invoices(clients: readonly Worker[], seconds: number): Promise<InvoiceAnswers> {
  const answered = clients.map(async (client) => {
    const answers = once(client, 'message');
    client.postMessage({ seconds } satisfies InvoiceOrder);
    return (await answers)[0] as InvoiceAnswers;
  });
  return (await Promise.all(answered)).flat();
}

/** Second by second, as long as hostile documents are rendered. */
async function besides(clients: readonly Worker[], goesOn: () => boolean): Promise<InvoiceAnswers> {
  const answers: InvoiceAnswer[] = [];
  do answers.push(...(await invoices(clients, 1)));
  while (goesOn());
  return answers;
}

function summary(answers: InvoiceAnswers) {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  const times = answers.map(({ milliseconds }) => milliseconds);
  const slowest = answers.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, SLOWEST);
  return { counts, p50: percentile(times, 0.5), p99: percentile(times, 0.99), slowest };
}

/** Those that are known, and of the generated ones as many as are missing, drawn evenly. */
function documents(): Named[] {
  const known = Object.entries(HOSTILE_INPUTS).map(([name, { sizes, of }]) => ({ name, make: () => of(sizes[2]) }));
  const generated = (documents: readonly Growing[], size: number) =>
    documents.map(({ name, html }) => ({ name: `${name}, ${size}`, make: () => ({ html: html(size) }) }));
  const others = [
    ...generated(sources(), 10_000),
    ...generated(repeated(), 10_000),
    ...generated(inOneAnother(), 200),
    ...generated(inside(), 5000),
    ...generated(crossed(), 100),
  ];
  const missing = Math.max(0, Number(values.documents) - known.length);
  const step = others.length / missing;
  const shift = (Number(values.seed) * 0.618) % 1;
  const drawn = Array.from(
    { length: Math.min(missing, others.length) },
    (_, i) => others[Math.floor((i + shift) * step)]!,
  );
  return [...known, ...drawn].filter(({ name }) => name.includes(values.only));
}

async function renderAll(api: ApiClient, group: readonly Made[]): Promise<void> {
  let next = 0;
  const client = async () => {
    for (let document = group[next++]; document; document = group[next++]) await render(api, document);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

async function render(api: ApiClient, { name, input: { html, append } }: Made): Promise<void> {
  // A template may be less long than finished HTML.
  const isFinished = !html.includes('{{');
  const body = {
    html,
    ...(isFinished && { template: false }),
    ...(append && { append: append.map((pdf) => Buffer.from(pdf).toString('base64')) }),
  };
  running.add(name);
  const since = performance.now();
  const { status, text } = await api.post('/v1/render', body);
  const milliseconds = performance.now() - since;
  running.delete(name);
  count += 1;
  if (status === 200) pdfs += 1;
  const code = status === 200 ? '200' : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
  codes[code] = (codes[code] ?? 0) + 1;
  if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds };
  const seconds = (milliseconds / 1000).toFixed(1);
  console.error(`${seconds.padStart(6)} s  ${code.padEnd(26)} ${name}`);
  if (status === 0 || status >= 500) find(`${name}: ${code} after ${seconds} s ${text.slice(0, 200)}`);
  else if (milliseconds > (TIMEOUT + 1) * 1000) find(`${name}: answered after ${seconds} s, ${code}`);
}

/** Looks at the processor time of all processes, once nothing is rendered. */
async function checkIdle(group: readonly Named[]): Promise<void> {
  await delay(SETTLES);
  const before = processorSeconds();
  await delay(LOOK);
  const share = (processorSeconds() - before) / (LOOK / 1000);
  if (share > IDLE_SHARE) {
    find(`${share.toFixed(2)} of a processor after ${group.map(({ name }) => name).join('; ')}`);
  }
}

async function checkCredits(api: ApiClient, before: number): Promise<void> {
  let charged = Number.NaN;
  await until('what was reserved is refunded', 60, async () => {
    charged = before - (await api.credits());
    return charged === pdfs;
  }).catch(() => undefined);
  if (charged !== pdfs) find(`${charged} credits were charged for ${pdfs} PDFs`);
}

function httpProcesses(): number[] {
  return childrenOf(service.pid!, /workers\/http/).sort((one, other) => one - other);
}

function watchProcesses(processes: readonly number[]): void {
  const documents = [...running].join('; ');
  const tell = (finding: string) => {
    if (reported.has(`${finding} ${documents}`)) return;
    reported.add(`${finding} ${documents}`);
    find(`${finding}: ${documents}`);
  };
  for (const pid of processes) {
    const bytes = residentBytes(pid);
    if (bytes === 0) tell(`HTTP process ${pid} has ended`);
    peaks.http = Math.max(peaks.http, bytes);
    if (bytes > HTTP_LIMIT * TOLERANCE) tell(`an HTTP process has more than ${Math.round(HTTP_LIMIT / MB)} MB`);
    for (const child of childrenOf(pid, /workers\/isolated/)) {
      const taken = residentBytes(child);
      peaks.isolated = Math.max(peaks.isolated, taken);
      if (taken > ISOLATED_LIMIT * TOLERANCE) tell(`a process has more than ${Math.round(ISOLATED_LIMIT / MB)} MB`);
    }
  }
}

/** Of the service and all that it started. */
function processorSeconds(): number {
  let ticks = 0;
  const open = [service.pid!];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const fields = textOf(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    open.push(...childrenOf(pid, /./));
  }
  return ticks / TICKS_PER_SECOND;
}
