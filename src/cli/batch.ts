/** `platen batch` */

import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { usableCores } from '../cores.js';
import { loadFonts } from '../fonts/fonts.js';
import { RecordsError } from '../records/record.js';
import { type RecordFormat, readRecords } from '../records/records.js';
import { resolveBackend } from '../writers/writer.js';
import { describeDiagnostics, documentSettings, readDecoded, warnOfFonts } from './arguments.js';
import type { Counts } from './batch/counts.js';
import { EarlierRows, MANIFEST, type ManifestRow, UnwritableError } from './batch/manifest.js';
import { writeMerged } from './batch/merged.js';
import type { ThreadSetup } from './batch/messages.js';
import { openProgressBar } from './batch/progress-bar.js';
import { runBatch } from './batch/run.js';
import { Threads } from './batch/threads.js';
import { decodeHtml } from './decode.js';
import { interruptible } from './interruption.js';
import { parseOptions, wholeNumber } from './options.js';
import { CLI_EXIT, OperatorError, UsageError } from './outcome.js';
import { readPartials } from './partials.js';
import { ReadFiles } from './read-files.js';
import { formatOf } from './record-format.js';
import type { Streams } from './streams.js';

const OPTIONS = {
  data: { type: 'string' },
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  merged: { type: 'string' },
  'failed-only': { type: 'boolean' },
  threads: { type: 'string' },
  timeout: { type: 'string' },
  locale: { type: 'string' },
  title: { type: 'string' },
  strict: { type: 'boolean' },
  standard: { type: 'string', multiple: true },
  fonts: { type: 'string', multiple: true },
  engine: { type: 'string' },
  partials: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const DEFAULT_TIMEOUT = 60;
const MAX_THREADS = 256;
/** Characters of one record. */
const MAX_RECORD = 64 * 1024 * 1024;
/** Records read ahead for each thread: while one is slow, the others go on. */
const READ_AHEAD = 16;
/** Failed records that are described on standard error; the manifest has all. */
const MAX_DESCRIBED = 10;

export const batchCommand = {
  help: `Usage: platen batch TEMPLATE.html --data FILE -o DIR [OPTIONS]

Renders the template once for each record of FILE, in several threads, into DIR/0000001.pdf and so on, and lists them
with their SHA-256 in DIR/${MANIFEST}. The same command again resumes: it renders what is missing, failed or changed.

  --data FILE           NDJSON (a JSON object on each line) or CSV (the first row names the fields); - is standard input
  --format ndjson|csv   of FILE (default: by its extension, .ndjson, .jsonl or .csv)
  -o, --output DIR      folder of the PDFs, made when it is missing
  --merged FILE         write one PDF of all records in their order, too
  --failed-only         render only the records that failed before
  --threads N           default: the processors of this machine
  --timeout SECONDS     maximum time of a record (default ${DEFAULT_TIMEOUT})
  --partials DIR        templates for {{> name}}, each by the name of its file
  --locale TAG          BCP 47 language tag for numbers and dates (default en-US)
  --title TEXT          document title (default the title element)
  --strict              refuse a document that uses anything not fully supported
  --standard NAME       a standard that the PDFs conform to, as of platen render; may be given several times
  --fonts DIR           a folder with further fonts; may be given several times
  --engine auto|core|wasm|native  what writes the PDFs (default auto: the core where it is built, else wasm)
  --json                print the numbers of records, pages and bytes as JSON

A record that fails does not end the batch; the exit code is then 1. Ctrl-C finishes what has begun.
`,
  async run(args: readonly string[], streams: Streams): Promise<number> {
    const batch = await parseArguments(args, streams);
    const threads = new Threads(batch);
    try {
      return await interruptible((interrupted) => run(batch, threads, streams, interrupted));
    } catch (error) {
      if (error instanceof UnwritableError) throw new UsageError(error.message, { cause: error });
      if (error instanceof RecordsError) throw new UsageError(`${batch.data}: ${error.message}`, { cause: error });
      throw error;
    } finally {
      await threads.close();
    }
  },
};

interface Batch {
  readonly setup: ThreadSetup;
  /** Path; `-`: standard input. */
  readonly data: string;
  readonly format: RecordFormat;
  readonly threads: number;
  /** Seconds. */
  readonly timeout: number;
  readonly failedOnly: boolean;
  /** Path of the PDF of all records. */
  readonly merged: string | undefined;
  readonly json: boolean;
}

async function run(batch: Batch, threads: Threads, streams: Streams, signal: AbortSignal): Promise<number> {
  const { target } = batch.setup;
  const input = openInput(batch.data, streams.stdin);
  const earlier = await EarlierRows.open(target);
  if (batch.failedOnly && !earlier.exist)
    throw new UsageError(`--failed-only: ${join(target, MANIFEST)} does not exist, so no record has failed`);
  const counts: Counts = { done: 0, kept: 0, failed: 0, pages: 0, bytes: 0 };
  const failed: string[] = [];
  const since = performance.now();
  const closeBar = openProgressBar({ counts, fraction: input.fraction, stderr: streams.stderr });
  try {
    await runBatch({
      records: readRecords(input.chunks, { format: batch.format, maxLength: MAX_RECORD }),
      target,
      threads,
      earlier,
      failedOnly: batch.failedOnly,
      readAhead: batch.threads * READ_AHEAD,
      signal,
      onRow: (row, isKept) => {
        count(counts, row, isKept);
        if (row.status === 'failed' && row.code === 'template_invalid' && row.record === 1)
          throw new OperatorError(`the template does not compile: ${row.message}`);
        if (row.status === 'failed' && failed.length < MAX_DESCRIBED) failed.push(describe(row));
      },
    });
  } finally {
    closeBar();
    streams.stderr.write(failed.join(''));
  }
  const isComplete = !signal.aborted;
  if (isComplete && batch.merged !== undefined) await writeMerged(target, batch.merged);
  report(batch, counts, (performance.now() - since) / 1000, streams);
  if (!isComplete) throw new OperatorError('interrupted; the same command resumes');
  return counts.failed > 0 ? CLI_EXIT.refused : CLI_EXIT.done;
}

function count(counts: Counts, row: ManifestRow, isKept: boolean): void {
  if (row.status === 'failed') {
    counts.failed += 1;
    return;
  }
  counts[isKept ? 'kept' : 'done'] += 1;
  counts.pages += row.pages;
  counts.bytes += row.bytes;
}

function describe({ record, message, diagnostics }: ManifestRow & { readonly status: 'failed' }): string {
  return `record ${record}: ${message}\n${diagnostics ? describeDiagnostics(diagnostics) : ''}`;
}

function report({ json, setup }: Batch, counts: Counts, seconds: number, { stdout, stderr }: Streams): void {
  const { done, kept, failed, pages, bytes } = counts;
  if (json) {
    const milliseconds = Math.round(seconds * 1000);
    stdout.write(`${JSON.stringify({ done, kept, failed, pages, bytes, milliseconds }, undefined, 2)}\n`);
    return;
  }
  const more = failed > MAX_DESCRIBED ? `${failed - MAX_DESCRIBED} more failures are in ${MANIFEST}\n` : '';
  const parts = [
    `${done} rendered`,
    ...(kept > 0 ? [`${kept} kept`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  const rate = seconds > 0 ? `, ${Math.round((done + failed) / seconds)} records/s` : '';
  stderr.write(`${more}${setup.target}: ${parts.join(', ')}; ${seconds.toFixed(1)} s${rate}\n`);
}

/** @throws UsageError */
function openInput(data: string, stdin: Readable) {
  if (data === '-') return { chunks: stdin, fraction: () => undefined };
  const size = statSync(data, { throwIfNoEntry: false });
  if (!size?.isFile()) throw new UsageError(`cannot read the data ${data}: there is no such file`);
  const stream = createReadStream(data);
  return { chunks: stream, fraction: () => (size.size > 0 ? Math.min(1, stream.bytesRead / size.size) : undefined) };
}

/** @throws UsageError */
async function parseArguments(args: readonly string[], { stdin, stderr }: Streams): Promise<Batch> {
  const { values, positionals } = parseOptions('batch', args, OPTIONS);
  const [file, ...more] = positionals;
  if (!file || file === '-') throw new UsageError('name the HTML file of the template');
  if (more.length > 0) throw new UsageError(`only one template at a time; unexpected argument "${more[0]}"`);
  const { data, output } = values;
  if (!data) throw new UsageError('--data is missing: an NDJSON or CSV file, or - for standard input');
  if (!output) throw new UsageError('--output is missing: the folder to write the PDFs to');
  const { fromOptions, renderer } = await documentSettings(values, stderr);
  const fontFolders = renderer.fontFolders ?? [];
  if (fontFolders.length > 0) loadFonts({ folders: fontFolders, onProblem: warnOfFonts(stderr) });
  const common = {
    html: await readDecoded(file, 'the template', decodeHtml, stdin),
    partials: values.partials === undefined ? undefined : readPartials(values.partials, new ReadFiles()),
    locale: fromOptions.locale ?? undefined,
    title: fromOptions.title ?? undefined,
    strict: fromOptions.strict ?? false,
    standard: fromOptions.standard ?? undefined,
    engine: renderer.engine,
    fontFolders,
  };
  return {
    setup: {
      ...common,
      assetFolder: dirname(resolve(file)),
      target: madeFolder(output),
      digest: digestOf(common),
    },
    data,
    format: formatOf(data, values.format),
    threads: wholeNumber('threads', values.threads, usableCores(), MAX_THREADS),
    timeout: wholeNumber('timeout', values.timeout, DEFAULT_TIMEOUT, Number.MAX_SAFE_INTEGER),
    failedOnly: values['failed-only'] ?? false,
    merged: values.merged,
    json: values.json ?? false,
  };
}

/** A digest of what determines the PDFs besides their records and assets. */
function digestOf(common: Omit<ThreadSetup, 'assetFolder' | 'target' | 'digest'>): string {
  const { version } = createRequire(import.meta.url)('platen/package.json') as { version: string };
  const fonts = common.fontFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => [name, statSync(join(folder, name)).size, statSync(join(folder, name)).mtimeMs]),
  );
  const all = { ...common, fontFolders: fonts, engine: resolveBackend(common.engine), version };
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** @throws UsageError */
function madeFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch (error) {
    throw new UsageError(`cannot make the folder ${folder}: ${(error as Error).message}`);
  }
}
