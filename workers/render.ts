/** The entry point of a render thread: an engine with a PDF writer, one document at a time. */

import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { CacheUses } from '../src/engine/collections/bounded-cache.js';
import { EngineError, messageWithPlace, notSupported } from '../src/engine/errors.js';
import {
  type DocumentInput,
  Engine,
  type EngineLimits,
  type PreviewedDocument,
  type RenderedDocument,
  type Scoped,
  type ValidatedDocument,
} from '../src/engine/render.js';
import { TEMPLATE_LIMITS } from '../src/engine/template/limits.js';
import { parseTemplate } from '../src/engine/template/parse.js';
import { openFont } from '../src/fonts/document-fonts.js';
import { receiveFonts } from '../src/fonts/fonts.js';
import { loadPatterns } from '../src/hyphenation.js';
import { JoinError, Joiner } from '../src/pdf/join/join.js';
import {
  PauseWatch,
  type ThreadCache,
  ThreadCounters,
  type ThreadUse,
} from '../src/service/observe/thread-counters.js';
import { optionsOfBody, pdfsOfBody } from '../src/service/pool/body-options.js';
import { DecodingBudget } from '../src/service/pool/decoding-budget.js';
import type {
  Checked,
  DocumentTask,
  MergeTask,
  Outcome,
  Refusal,
  Returned,
  ThreadMessage,
  ThreadSetup,
} from '../src/service/pool/messages.js';
import { warmUp } from '../src/service/pool/warm-up.js';
import { createWriter } from '../src/writers/writer.js';

const setup = workerData as ThreadSetup;
if (setup.isBackground) yieldProcessors();
const fonts = receiveFonts(setup.fonts);
const { backend, limits, marks, module, memory, renewAt } = setup;
const engine = new Engine({ fonts, openFont, loadPatterns, limits: markedLimits(), clock });
const decoding = new DecodingBudget(setup.decoding);
/** Of the current task, in the budget. */
let place = 0;
const writer = createWriter(backend, {
  fonts,
  module,
  maxMemory: memory,
  memoryLimit: renewAt,
  decoding: { hold: (bytes, decode) => decoding.hold(place, bytes, decode) },
});
writer.warmUp();

const counters = new ThreadCounters(setup.counters);
const pauses = new PauseWatch((kind, milliseconds) => counters.addPause(kind, milliseconds));
/** At the end of the last document. */
let usesBefore = usesOfCaches();

export default async function run(message: ThreadMessage): Promise<unknown> {
  const { task, startedAt } = message;
  Atomics.store(startedAt, 0, process.hrtime.bigint());
  place = message.place;
  if (task.kind === 'template') return outcomeOf(() => checkTemplate(task.source));
  const since = performance.now();
  if (marks) takenBefore = takenMemory();
  const outcome = outcomeOrReturned(task.json, () => answerTo(task));
  await nextTurn(); // in which the pauses become known
  const use: ThreadUse = { pauses: pauses.take(since), caches: countUses() };
  // After the result is sent, as replacing an instance that has grown too large takes a while.
  if (task.kind !== 'validate') setImmediate(() => writer.warmUp());
  return transferred({ ...outcome, use });
}

/** The document is larger than the marks. */
class PastMark extends EngineError {
  constructor() {
    super('document_too_large', 'The document needs a process of its own');
  }
}

/** Whether a limit that is a mark ended the document. */
const isPastSize = (error: unknown): boolean =>
  marks !== undefined &&
  marks.size < limits.maxHtmlLength &&
  error instanceof EngineError &&
  error.code === 'document_too_large';

/** In a process of its own, the document has the limits themselves. */
function markedLimits(): EngineLimits {
  return marks ? { ...limits, maxHtmlLength: Math.min(limits.maxHtmlLength, marks.size) } : limits;
}

/** Milliseconds between two looks at the memory. */
const LOOK_MS = 20;
let looked = 0;
/** Bytes when the current document began: caches, and garbage of earlier ones. */
let takenBefore = 0;

/** Bytes of objects, and of buffers, which no limit of the thread counts. */
function takenMemory(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/**
 * The clock, which the engine reads between all parts of its work. Long before the thread has no memory left, which may end
 * the process, the document is given up. @throws PastMark
 */
function clock(): number {
  const now = performance.now();
  if (!marks || now - looked < LOOK_MS) return now;
  looked = now;
  const taken = takenMemory();
  // Half of it by this document: it is not what the garbage collector has left.
  if (taken > marks.memory && taken - takenBefore > marks.memory / 2) throw new PastMark();
  return now;
}

/** The outcome, or the request body of a document that is larger than the marks. */
function outcomeOrReturned<R>(json: Uint8Array, work: () => R): Outcome<R> | Returned {
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof PastMark || isPastSize(error)) return { returned: json };
    return { refusal: refusal(error) };
  }
}

function outcomeOf<R>(work: () => R): Outcome<R> {
  try {
    return { result: work() };
  } catch (error) {
    return { refusal: refusal(error) };
  }
}

function answerTo(task: DocumentTask | MergeTask): ValidatedDocument | RenderedDocument | PreviewedDocument {
  if (task.kind === 'merge') return merge(task);
  const input = toInput(task);
  if (task.kind === 'validate') return validate(input);
  return task.kind === 'preview' ? preview(input) : render(input);
}

function usesOfCaches(): Readonly<Partial<Record<ThreadCache, CacheUses>>> {
  return { ...engine.cacheUses, ...writer.cacheUses() };
}

/** Counts how the caches were used since the last document. */
function countUses(): ThreadUse['caches'] {
  const now = usesOfCaches();
  const changes = (Object.entries(now) as [ThreadCache, CacheUses][]).map(([cache, { hits, misses }]) => {
    const before = usesBefore[cache]!;
    return [cache, { hits: hits - before.hits, misses: misses - before.misses }] as const;
  });
  usesBefore = now;
  const used = changes.filter(([, { hits, misses }]) => hits + misses > 0);
  for (const [cache, uses] of used) counters.addUses(cache, uses);
  return used;
}

function checkTemplate(source: string): Checked {
  const maxSource = setup.limits.maxTemplateLength;
  if (source.length > maxSource) {
    const limit = maxSource.toLocaleString('en-US');
    throw new EngineError('document_too_large', `The template has more than ${limit} characters. Move data out of it.`);
  }
  parseTemplate(source, { ...TEMPLATE_LIMITS, maxSource });
  return {};
}

function toInput({
  scope,
  json,
  source,
  strict,
  notices,
  standard,
  options: saved,
  title,
  locale,
  partials,
  assets,
  now,
}: DocumentTask): DocumentInput & Scoped {
  const { html, data, ...options } = JSON.parse(new TextDecoder().decode(json));
  return {
    scope,
    html: source ?? html,
    data,
    strict,
    ...(notices && { notices }),
    standard,
    title,
    locale,
    partials,
    now,
    ...optionsOfBody(saved ? { ...saved, ...withoutNulls(options) } : options, assets),
    assets: (url) => assets.get(url.toLowerCase()),
  };
}

/** A field that is null counts as absent. */
const withoutNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

function validate(input: DocumentInput): ValidatedDocument {
  const laid = engine.validate(input, writer);
  if (input.strict && laid.diagnostics.length > 0) throw notSupported(laid.diagnostics);
  return laid;
}

/** On Linux a priority is that of a thread, and /proc names the calling one. */
function yieldProcessors(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
}

function preview(input: DocumentInput): PreviewedDocument {
  const previewed = engine.preview(input, writer);
  return { ...previewed, pdf: wholeBuffer(previewed.pdf) };
}

function render(input: DocumentInput): RenderedDocument {
  const rendered = engine.render(input, writer);
  return { ...rendered, pdf: wholeBuffer(rendered.pdf) };
}

function merge({ json, title, files }: MergeTask): RenderedDocument {
  const since = performance.now();
  const { pdfs } = JSON.parse(new TextDecoder().decode(json));
  const joiner = new Joiner();
  const pieces: Uint8Array[] = [];
  for (const pdf of pdfsOfBody(pdfs, files)) {
    pieces.push(joiner.add(pdf));
    if (joiner.pages > limits.maxPages) {
      const max = limits.maxPages.toLocaleString('en-US');
      throw new EngineError('document_too_large', `The PDFs have more than ${max} pages together.`);
    }
  }
  const { pages } = joiner;
  pieces.push(joiner.end(title ?? undefined));
  const pdf = wholeBuffer(new Uint8Array(Buffer.concat(pieces)));
  return { pdf, pages, diagnostics: [], times: { finish: performance.now() - since } };
}

/** A buffer can be transferred only as a whole. */
function wholeBuffer(pdf: Uint8Array): Uint8Array {
  return pdf.byteLength === pdf.buffer.byteLength ? pdf : new Uint8Array(pdf);
}

/** Transfers the memory of a PDF to the HTTP process instead of copying it. */
function transferred(outcome: Outcome<ValidatedDocument | RenderedDocument> | Returned): unknown {
  if ('returned' in outcome) return move({ [transferableSymbol]: [outcome.returned.buffer], [valueSymbol]: outcome });
  if (!('result' in outcome && 'pdf' in outcome.result)) return outcome;
  return move({ [transferableSymbol]: [outcome.result.pdf.buffer], [valueSymbol]: outcome });
}

/** Converts an error of the document to a refusal. @throws any other error */
function refusal(error: unknown): Refusal {
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return { code: 'document_too_complex', message: 'The document is nested too deeply.' };
  }
  if (error instanceof JoinError) return { code: 'invalid_request', message: error.message };
  if (!(error instanceof EngineError)) throw error;
  const { code, diagnostics } = error;
  if (code === 'invalid_asset' || code === 'invalid_timestamp') throw error;
  if (code === 'invalid_option') return { code: 'invalid_request', message: error.message };
  if (code === 'compile_failed') throw error;
  return { code, message: messageWithPlace(error), ...(diagnostics && { diagnostics }) };
}

/** Loads the code and fonts that most documents need. A failure is that of the first document, too, which tells of it. */
function warmUpThread(): void {
  try {
    engine.render(toInput(warmUp()), writer);
  } catch {
    // See above.
  }
  usesBefore = usesOfCaches();
}

if (Atomics.load(new Int32Array(setup.warmsUp), 0)) warmUpThread();
