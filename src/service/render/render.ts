/**
 * Renders a document, from request to outcome: one credit is reserved before the work and charged after it, before the
 * first byte is sent; any failure in between refunds it. With an Idempotency-Key all of this happens once.
 */

import { createHash } from 'node:crypto';
import type { RenderedDocument } from '../../engine/render.js';
import { OUTCOME_SECONDS } from '../credits/credits.js';
import type {
  BatchOutcome,
  EarlierRequest,
  IdempotencyKey,
  LinkOutcome,
  PdfOutcome,
  Refusal,
  Reserved,
  StoredOutcome,
} from '../credits/types.js';
import type { Data } from '../data.js';
import { ClientGone, ServiceError } from '../errors.js';
import type { StoredFile } from '../files/files.js';
import type { Principal } from '../identity/authenticator.js';
import type { Task } from '../pool/messages.js';
import {
  admit,
  checkRequest,
  type DocumentCall,
  type DocumentRequest,
  prepareDocument,
  type RenderingServices,
} from './document.js';
import { resultOf } from './result.js';

export interface RenderRequest extends DocumentRequest {
  readonly output?: 'pdf' | 'url';
  readonly callback_url?: string | null;
}

interface RenderServices extends RenderingServices {
  readonly data: Pick<Data, 'assets' | 'batches' | 'credits' | 'files' | 'templates'>;
}

/** A request for a PDF, which costs a credit. */
export interface PdfCall extends Omit<DocumentCall, 'body'> {
  readonly body: Pick<RenderRequest, 'output' | 'title'>;
  readonly account: Principal;
  readonly services: RenderServices;
  /** Prefix of links, e.g. `https://pdf.example.com`. */
  readonly origin: string;
  readonly idempotencyKey: string | undefined;
}

export interface RenderCall extends PdfCall {
  readonly body: RenderRequest;
}

/** The work of a thread for one PDF. */
interface PdfWork {
  readonly task: Task & { readonly kind: 'render' | 'merge' };
  /** A saved one that is rendered. */
  readonly template?: { readonly id: string; readonly version: number } | undefined;
}

/**
 * The outcome of a render. `refusal` only on replay: the first request throws a ServiceError. `batch`: it is rendered
 * later.
 */
export type RenderOutcome = RenderedPdf | LinkOutcome | BatchOutcome | Refusal;

interface RenderedPdf extends PdfOutcome {
  readonly pdf: Uint8Array;
}

export interface RenderResult {
  readonly outcome: RenderOutcome;
  /** The outcome is that of an earlier request with the same Idempotency-Key. */
  readonly isReplay: boolean;
}

/** @throws ServiceError, ClientGone */
export async function renderDocument(call: RenderCall): Promise<RenderResult> {
  checkRequest(call.body);
  return producePdf(call, () => prepareDocument('render', call));
}

/**
 * @param prepare  called when the request has a place in the queue
 * @throws ServiceError, ClientGone
 */
export async function producePdf(call: PdfCall, prepare: () => Promise<PdfWork>): Promise<RenderResult> {
  const { account, services, timing } = call;
  const { credits } = services.data;
  const idempotency = idempotencyOf(call);
  if (idempotency) {
    const earlier = await timing.measure('reserve', credits.find(account.accountId, idempotency));
    if (earlier) return replay(earlier, services);
  }
  const place = admit(call);
  try {
    const { task, template } = await timing.measure('prepare', prepare());
    if (call.signal.aborted) throw new ClientGone();
    const reserving = credits.reserve({
      accountId: account.accountId,
      keyId: account.keyId,
      output: call.body.output ?? 'pdf',
      ...(template && { templateId: template.id, templateVersion: template.version }),
      ...(idempotency && { idempotency }),
    });
    const reserved = await timing.measure('reserve', reserving);
    if (reserved.state === 'no_credits') {
      throw new ServiceError('no_credits', undefined, { balance: reserved.balance });
    }
    if (reserved.state !== 'reserved') return await replay(reserved, services);
    const outcome = await chargeFor(call, reserved, () =>
      services.pool.run(place, task, call.signal).then((finished) => resultOf(finished, timing)),
    );
    return { outcome, isReplay: false };
  } finally {
    place.release();
  }
}

export function idempotencyOf({ idempotencyKey: key, bytes }: PdfCall): IdempotencyKey | undefined {
  return key === undefined ? undefined : { key, bodyHash: createHash('sha256').update(bytes).digest() };
}

type Reservation = Extract<Reserved, { readonly state: 'reserved' }>;

/** Renders and charges the reserved credit; refunds it when either fails. */
async function chargeFor(
  call: PdfCall,
  { renderId, creditsRemaining }: Reservation,
  render: () => Promise<RenderedDocument>,
): Promise<RenderOutcome> {
  const { credits, files } = call.services.data;
  const since = performance.now();
  const earlier = call.timing.stages.size;
  let file: StoredFile | undefined;
  let isCharging = false;
  try {
    const rendered = await render();
    file = await storeFile(call, rendered.pdf);
    if (call.signal.aborted) throw new ClientGone();
    const outcome = outcomeOf(call, rendered, { renderId, creditsRemaining, file });
    isCharging = true;
    const committed = await call.timing.measure(
      'commit',
      credits.commit({
        renderId,
        pages: rendered.pages,
        bytes: rendered.pdf.length,
        diagnostics: rendered.diagnostics.length,
        milliseconds: performance.now() - since,
        stages: Object.fromEntries([...call.timing.stages].slice(earlier)),
        ...(file && { file }),
        ...(call.idempotencyKey !== undefined && { outcome: toStored(outcome, file!) }),
      }),
    );
    if (committed) return outcome;
    throw new ServiceError('storage_unavailable');
  } catch (error) {
    // Once the commit was attempted, the file may exist.
    if (file && !isCharging) await files.discard(file);
    await credits.refund({ renderId, ...reasonOf(error) });
    throw error;
  }
}

/** Stores the PDF behind a link, and that of a request with an Idempotency-Key, which may be repeated. */
async function storeFile({ body, services, timing, idempotencyKey }: PdfCall, pdf: Uint8Array) {
  const { files } = services.data;
  const title = body.title ?? null;
  if (body.output === 'url') return timing.measure('store', files.put(pdf, title));
  if (idempotencyKey === undefined) return undefined;
  return timing.measure('store', files.put(pdf, title, REPLAY_SECONDS));
}

/** A stored outcome must not outlive its file. */
const REPLAY_SECONDS = OUTCOME_SECONDS + 3600;

interface Charged extends Omit<Reservation, 'state'> {
  readonly file: StoredFile | undefined;
}

function outcomeOf(
  { body, origin, services }: PdfCall,
  { pdf, pages, diagnostics, notices }: RenderedDocument,
  { renderId, creditsRemaining, file }: Charged,
): RenderedPdf | LinkOutcome {
  if (body.output !== 'url') {
    return { kind: 'pdf', renderId, pages, creditsRemaining, diagnostics: diagnostics.length, pdf };
  }
  const { id, expiresAt } = file!;
  const url = `${origin}${services.data.files.link(file!)}`;
  const facts = { id, url, expiresAt, pages, bytes: pdf.length, creditsRemaining, diagnostics };
  return { kind: 'link', ...facts, ...(notices && { notices }) };
}

function toStored(outcome: RenderedPdf | LinkOutcome, file: StoredFile): StoredOutcome {
  if (outcome.kind === 'link') return outcome;
  const { pdf: _, ...facts } = outcome;
  return { ...facts, fileId: file.id };
}

/** Why a render failed. A refusal that the same document always gets is stored under its Idempotency-Key. */
function reasonOf(error: unknown): { code: string; outcome?: Refusal } {
  if (error instanceof ClientGone) return { code: 'client_gone' };
  if (!(error instanceof ServiceError)) return { code: 'internal' };
  const { code, message, diagnostics } = error;
  if (!/^(template|document)_/.test(code)) return { code };
  return { code, outcome: { kind: 'refusal', code, message, ...(diagnostics && { diagnostics }) } };
}

/** @throws ServiceError `idempotency_in_progress`, `idempotency_mismatch` */
export async function replay(earlier: EarlierRequest, { data }: RenderServices): Promise<RenderResult> {
  if (earlier.state === 'running') throw new ServiceError('idempotency_in_progress');
  if (earlier.state === 'mismatch') throw new ServiceError('idempotency_mismatch');
  const { outcome } = earlier;
  if (outcome.kind !== 'pdf') return { outcome, isReplay: true };
  const { fileId, ...facts } = outcome;
  const pdf = await data.files.read(fileId);
  if (!pdf) throw new Error(`the file ${fileId} of a stored outcome is missing`);
  return { outcome: { ...facts, pdf }, isReplay: true };
}
