/** `platen render` */

import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { PdfBackend } from '../engine/document.js';
import { EngineError } from '../engine/errors.js';
import {
  createRenderer,
  type DocumentInput,
  type MergedDocument,
  type MergeInput,
  type Renderer,
  type RenderResult,
} from '../renderer.js';
import { loadModule, resolveBackend } from '../writers/writer.js';
import {
  DOCUMENT_HELP,
  type DocumentArguments,
  describeDiagnostics,
  parseDocumentArguments,
  readInput,
  readMore,
} from './arguments.js';
import { interruptible } from './interruption.js';
import { CLI_EXIT, describeFailure, UsageError } from './outcome.js';
import { openProgress, type Progress } from './progress.js';
import { ReadFiles } from './read-files.js';
import type { Output, Streams } from './streams.js';
import { repeatOnChange } from './watch.js';
import { writeOutput } from './write-output.js';

export const renderCommand = {
  help: `Usage: platen render FILE.html… [OPTIONS]

FILE.html is read as a Handlebars template; - reads standard input. Images, fonts and style sheets that it names are
taken from its own folder and nowhere above it. Several files of one folder become one PDF.

  -o, --output OUT.pdf  where to write; - is standard output (default: FILE.pdf)
${DOCUMENT_HELP}  --page-numbers own|continuous  whether each of several files begins with page 1 (default own)
  --json                print pages, bytes, milliseconds by stage and diagnostics as JSON
  --watch               render again whenever a file that was read changes, until Ctrl-C
`,
  async run(args: readonly string[], streams: Streams): Promise<number> {
    const parsed = await parseDocumentArguments('render', args, streams.stderr);
    const target = targetOf(parsed, streams.stdout);
    startLoading(resolveBackend(parsed.renderer.engine), parsed);
    const progress = openProgress(streams.stderr);
    const renderer = createRenderer({ ...parsed.renderer, ...(progress && { onStage: progress.onStage }) });
    try {
      const job = { parsed, target, renderer, progress, streams };
      if (parsed.watch) await renderOnChange(job);
      else await renderOnce(job);
      return CLI_EXIT.done;
    } finally {
      await renderer.close();
      await progress?.close();
    }
  },
};

/**
 * Executions of WebAssembly, in bytes of code, until V8 optimizes a function; its default is 1,800,000. A process waits at
 * its end for optimizations that have begun, for longer than they save in one document.
 */
const TIERING_BUDGET = 1_000_000_000;

/** Starts to compile the module of the backend while fonts are read. */
function startLoading(backend: PdfBackend, { watch }: DocumentArguments): void {
  if (!watch) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  loadModule(backend).catch(() => undefined); // the renderer reports a failure
}

/** @throws UsageError */
function targetOf({ file, more, output }: DocumentArguments, stdout: Output): string {
  const target = output || (file === '-' ? '-' : file.replace(/\.html?$/i, '').concat('.pdf'));
  if (target === '-' && output !== '-' && stdout.isTTY)
    throw new UsageError('standard output is a terminal: set --output to a file, or to - to write to it anyway');
  if (target !== '-' && [file, ...more].some((one) => one !== '-' && resolve(target) === resolve(one)))
    throw new UsageError(`${target} is the document itself: set --output to another file`);
  return target;
}

interface RenderJob {
  readonly parsed: DocumentArguments;
  /** Path of the PDF; `-`: standard output. */
  readonly target: string;
  readonly renderer: Renderer;
  readonly progress: Progress | undefined;
  readonly streams: Streams;
}

/** @param files  records the files read @throws UsageError, EngineError */
async function renderOnce(job: RenderJob, files = new ReadFiles()): Promise<RenderResult> {
  const { parsed, target, renderer, progress } = job;
  const { stdin, stdout, stderr } = job.streams;
  const input = await readInput(parsed, stdin, files);
  const more = await readMore(parsed, stdin, files);
  try {
    progress?.begin();
    const rendering = more.length > 0 ? renderer.merge(merged(input, more, parsed)) : renderer.render(input);
    const result = await rendering.finally(() => progress?.end());
    await writeOutput(target, result.pdf, stdout);
    const { pdf, pages, diagnostics, notices, times } = result;
    const summary = { pages, bytes: pdf.length, milliseconds: rounded(times), diagnostics, notices };
    if (parsed.json) (target === '-' ? stderr : stdout).write(`${JSON.stringify(summary, undefined, 2)}\n`);
    else stderr.write(describeDiagnostics(diagnostics) + describeDiagnostics(notices ?? [], 'notice'));
    return result;
  } catch (error) {
    if (error instanceof EngineError && error.diagnostics) stderr.write(describeDiagnostics(error.diagnostics));
    throw error;
  }
}

function merged(
  { html, data, facturx, ...shared }: DocumentInput,
  more: readonly MergedDocument[],
  { pageNumbers }: DocumentArguments,
): MergeInput {
  if (facturx) throw new UsageError('--facturx is for one HTML file');
  const documents = [{ html }, ...more].map((document) => ({ ...document, ...(data && { data }) }));
  return { ...shared, documents, ...(pageNumbers && { pageNumbers }) };
}

/** Renders now and after every change of the files read, until Ctrl-C or SIGTERM; errors do not end it. */
async function renderOnChange(job: RenderJob): Promise<void> {
  const { parsed, target, streams } = job;
  const { stderr } = streams;
  const work = async (files: ReadFiles) => {
    try {
      const { pages, times } = await renderOnce(job, files);
      const milliseconds = Math.round(Object.values(times).reduce((sum, ms) => sum + ms, 0));
      stderr.write(`${target}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${milliseconds} ms\n`);
    } catch (error) {
      stderr.write(`platen: ${describeFailure(error).text}\n`);
    }
  };
  await interruptible((interrupted) => {
    stderr.write(`Watching ${parsed.file} and what it reads; Ctrl-C ends it\n`);
    return repeatOnChange(work, interrupted);
  });
}

function rounded(times: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(times).map(([stage, ms]) => [stage, Math.round(ms * 100) / 100]));
}
