/** Renders a chunk of a batch: every record once, whatever becomes of the others. */

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RenderedDocument } from '../../engine/render.js';
import type { ChunkOutcome, ChunkRun, DoneResult, FailedResult, RecordResult } from '../batches/types.js';
import type { Data } from '../data.js';
import { ServiceError } from '../errors.js';
import type { ThreadTime } from '../limits/thread-time.js';
import type { Timing } from '../observe/timing.js';
import type { DocumentTask } from '../pool/messages.js';
import type { RenderPool } from '../pool/pool.js';
import { assetIds, imagesByUrl } from '../render/document.js';
import { Turns } from './turns.js';

export interface WorkerServices {
  readonly data: {
    readonly assets: Pick<Data['assets'], 'load'>;
    readonly batches: Pick<Data['batches'], 'recordsOf' | 'storePdfs'>;
  };
  readonly pool: Pick<RenderPool, 'runBulk'>;
  readonly threadTime: ThreadTime;
}

/** How the chunks of a process share its render threads. */
interface Sharing {
  readonly turns: Turns;
  /** Records of a chunk that are in the pool at a time. With one, a thread idles until the next is there. */
  readonly lanes: number;
}

/**
 * @param threads      of the pool
 * @param concurrency  chunks that run at a time. More than threads: the others are ready to render, or are stored.
 */
export function sharing(threads: number, concurrency: number): Sharing {
  return { turns: new Turns(Math.min(threads, concurrency)), lanes: concurrency > threads ? 2 : 1 };
}

/** Bytes of PDFs in memory, after which they are stored. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Renders the records of a chunk that have no PDF yet.
 * @param signal  aborted: rejects, and nothing is committed
 * @throws ServiceError `storage_unavailable`, `shutting_down`; ClientGone
 */
export async function runChunk(
  run: ChunkRun,
  services: WorkerServices & Careful & { readonly timing: Timing; readonly sharing: Sharing },
  signal: AbortSignal,
): Promise<ChunkOutcome> {
  const { data, timing } = services;
  const { turns, lanes } = services.sharing;
  const records = await timing.measure('read', data.batches.recordsOf(run.id));
  const pdfs = new PdfWriter((bytes) => timing.measure('store', data.batches.storePdfs(bytes)));
  const results: (RecordResult | undefined)[] = records.map((_, index) => {
    const earlier = run.earlier?.[index];
    return earlier?.status === 'done' ? earlier : undefined;
  });
  const open = records.flatMap((json, index) => (results[index] ? [] : [{ json, index }]));
  const rendered: RecordResult[] = [];
  const since = performance.now();
  await turns.run(partyOf(run), signal, async () => {
    timing.add('wait', performance.now() - since);
    const render = inLanes(open, lanes, async ({ json, index }) => {
      const result = await renderRecord(json, { ...services, run, pdfs }, signal);
      results[index] = result;
      rendered.push(result);
    });
    await timing.measure('render', render);
  });
  await pdfs.flush();
  const done = rendered.filter((result) => result.status === 'done');
  const sum = (of: (result: DoneResult) => number) => done.reduce((total, result) => total + of(result), 0);
  return {
    results: results as RecordResult[],
    objects: pdfs.objects,
    succeeded: done.length,
    failed: rendered.length - done.length,
    pages: sum(({ pages }) => pages),
    bytes: sum(({ bytes }) => bytes),
    objectsInPdfs: pdfs.objectsInPdfs,
  };
}

/** Those whose chunks wait for each other: among others the threads decide, record by record (fair-queue.ts). */
const partyOf = ({ accountId, keyId, urgency }: ChunkRun): string => `${accountId} ${keyId} ${urgency}`;

/** Works on items in order, on so many at a time. A failure begins no further item, and is thrown when the others end. */
async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next]!;
      next += 1;
      try {
        await work(item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
}

/** The outcome of a chunk that cannot be rendered: all that it has to render fails. */
export function failedChunk(run: ChunkRun): ChunkOutcome {
  const failure: FailedResult = {
    status: 'failed',
    code: 'internal',
    message: 'The service failed repeatedly while it rendered this record or one near it',
  };
  const results = Array.from({ length: run.records }, (_, index) => {
    const earlier = run.earlier?.[index];
    return earlier?.status === 'done' ? earlier : failure;
  });
  const failed = results.filter(({ status }) => status === 'failed').length;
  return { results, objects: [], succeeded: 0, failed, pages: 0, bytes: 0, objectsInPdfs: 0 };
}

interface Careful {
  /** Whether records are rendered in processes of their own, as one of them may end its process; default: if they are large. */
  readonly isCareful?: boolean;
}

interface RecordContext extends WorkerServices, Careful {
  readonly run: ChunkRun;
  readonly pdfs: PdfWriter;
}

async function renderRecord(json: string, context: RecordContext, signal: AbortSignal): Promise<RecordResult> {
  try {
    const { run, pool, threadTime, isCareful = false } = context;
    const task = await toTask(json, context);
    const party = { account: run.accountId, key: run.keyId ?? '' };
    const onTime = (milliseconds: number) => threadTime.add(run.accountId, run.renderSeconds, milliseconds);
    const bulk = { party, onTime, urgency: run.urgency, isIsolated: isCareful };
    const outcome = await pool.runBulk(bulk, task, signal);
    if ('refusal' in outcome) return { status: 'failed', ...outcome.refusal };
    return await context.pdfs.add(outcome.result);
  } catch (error) {
    // These concern the document; anything else is tried again with the chunk.
    if (!(error instanceof ServiceError) || !/^(?:template|document)_|^render_timeout$/.test(error.code)) throw error;
    return { status: 'failed', code: error.code, message: error.message };
  }
}

async function toTask(json: string, { run, data }: RecordContext): Promise<DocumentTask & { readonly kind: 'render' }> {
  const { template, accountId, createdAt } = run;
  const { source, partials, locale, title, strict, standard, options } = template;
  const body = new TextEncoder().encode(`{"data":${json}}`);
  const ids = assetIds([source, JSON.stringify(options), ...Object.values(partials)], body);
  return {
    kind: 'render',
    scope: accountId,
    json: body,
    source,
    locale,
    title,
    strict,
    standard,
    options,
    partials,
    assets: imagesByUrl(await data.assets.load(accountId, ids)),
    now: createdAt * 1000,
  };
}

/** Bytes from the end of a PDF in which it says where its cross-references begin. */
const TAIL = 64;
/** Bytes of cross-references in which they say how many there are. */
const HEAD = 512;

/** The number of objects of a PDF that this service has written. Source: ISO 32000-1, 7.5.4, 7.5.5 and 7.5.8 */
function objectsOf(pdf: Uint8Array): number {
  const text = (from: number, to?: number) => Buffer.from(pdf.subarray(from, to)).toString('latin1');
  const start = Number(/startxref\s+(\d+)/.exec(text(-TAIL))?.[1]);
  return Number(
    /\/Size (\d+)|^xref\s+0 (\d+)/
      .exec(text(start, start + HEAD))
      ?.slice(1)
      .find(Boolean) ?? 0,
  );
}

/** Collects PDFs into objects of the file store. */
class PdfWriter {
  readonly objects: string[] = [];
  /** Of all PDFs that were added. */
  objectsInPdfs = 0;
  readonly #store: (bytes: Uint8Array) => Promise<string>;
  #parts: Uint8Array[] = [];
  #length = 0;
  /** Results whose object has no id yet. */
  #unstored: { object: string }[] = [];

  constructor(store: (bytes: Uint8Array) => Promise<string>) {
    this.#store = store;
  }

  async add({ pdf, pages, diagnostics }: RenderedDocument): Promise<DoneResult> {
    const result = {
      status: 'done' as const,
      object: '',
      offset: this.#length,
      bytes: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
      crc: crc32(pdf),
      pages,
      diagnostics,
    };
    this.objectsInPdfs += objectsOf(pdf);
    this.#parts.push(pdf);
    this.#length += pdf.length;
    this.#unstored.push(result);
    if (this.#length >= MAX_BYTES) await this.flush();
    return result;
  }

  /** Stores what is collected. */
  async flush(): Promise<void> {
    if (this.#parts.length === 0) return;
    const [parts, unstored] = [this.#parts, this.#unstored];
    // Before it waits, as PDFs are added meanwhile.
    this.#parts = [];
    this.#length = 0;
    this.#unstored = [];
    const object = await this.#store(Buffer.concat(parts));
    this.objects.push(object);
    for (const result of unstored) result.object = object;
  }
}
