/**
 * A render, from its request to what is sent: a credit is reserved before and charged after the work, but before a
 * byte is sent; whatever goes wrong in between gives it back. With an Idempotency-Key all of it happens once.
 */

import { createHash } from 'node:crypto';
import { OUTCOME_SECONDS } from '../credits/credits.js';
import type { Reserved, StoredOutcome, Twin } from '../credits/types.js';
import { ServiceError } from '../errors.js';
import type { StoredFile } from '../files/files.js';
import type { Services } from '../http/services.js';
import type { Principal } from '../identity/authenticator.js';
import type { Timing } from '../observe/timing.js';
import { ClientGone } from '../pool/gate.js';
import type { Rendered } from '../pool/messages.js';
import { checkRequest, type DocumentRequest, prepareDocument } from './document.js';
import { resultOf } from './outcome.js';

export interface RenderRequest extends DocumentRequest {
  readonly output?: 'pdf' | 'url';
}

export interface RenderCall {
  readonly body: RenderRequest;
  /** The body as it was sent. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly account: Principal;
  readonly services: Services;
  readonly gone: AbortSignal;
  readonly timing: Timing;
  /** What links begin with. */
  readonly origin: string;
  readonly idempotencyKey: string | undefined;
  /** The refusal of a document as it is sent, to be kept for requests that are sent again. */
  readonly toOutcome: (error: ServiceError) => StoredOutcome;
}

/** As it is sent: JSON or bytes. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
}

/** @throws ServiceError, ClientGone */
export async function renderDocument(call: RenderCall): Promise<Answer> {
  const { account, bytes, idempotencyKey, services, timing } = call;
  const { credits } = services.data;
  checkRequest(call.body);
  const idempotency =
    idempotencyKey === undefined
      ? undefined
      : { key: idempotencyKey, bodyHash: createHash('sha256').update(bytes).digest() };
  if (idempotency) {
    const twin = await timing.measure('reserve', credits.find(account.accountId, idempotency));
    if (twin) return replay(twin, services);
  }
  const place = services.pool.admit();
  try {
    const prepared = prepareDocument('render', call.body, bytes, account, services.data);
    const { task, template } = await timing.measure('prepare', prepared);
    if (call.gone.aborted) throw new ClientGone();
    const reserving = credits.reserve({
      accountId: account.accountId,
      keyId: account.keyId,
      output: call.body.output ?? 'pdf',
      ...(template && { templateId: template.id, templateVersion: template.version }),
      ...(idempotency && { idempotency }),
    });
    const reserved = await timing.measure('reserve', reserving);
    if (reserved.state !== 'reserved') return await refuseOrReplay(reserved, services);
    return await chargeFor(call, reserved, () =>
      services.pool.run(place, task, call.gone).then((finished) => resultOf(finished, timing)),
    );
  } finally {
    place.release();
  }
}

type Reservation = Extract<Reserved, { readonly state: 'reserved' }>;

/** Renders, charges the reserved credit and returns the answer; or gives the credit back. */
async function chargeFor(
  call: RenderCall,
  { renderId, creditsRemaining }: Reservation,
  render: () => Promise<Rendered>,
): Promise<Answer> {
  const { credits, files } = call.services.data;
  const since = performance.now();
  let file: StoredFile | undefined;
  let isCharging = false;
  try {
    const rendered = await render();
    file = await keep(call, rendered.pdf);
    if (call.gone.aborted) throw new ClientGone();
    const answer = toAnswer(call, rendered, { renderId, creditsRemaining, file });
    isCharging = true;
    const committed = await call.timing.measure(
      'commit',
      credits.commit({
        renderId,
        pages: rendered.pages,
        bytes: rendered.pdf.length,
        diagnostics: rendered.diagnostics.length,
        milliseconds: performance.now() - since,
        ...(file && { file }),
        ...(call.idempotencyKey !== undefined && { outcome: outcomeOf(answer, file) }),
      }),
    );
    if (committed) return answer;
    throw new ServiceError('storage_unavailable');
  } catch (error) {
    // Once charging was tried, the file may exist.
    if (file && !isCharging) await files.discard(file);
    await credits.refund({ renderId, ...reasonOf(error, call) });
    throw error;
  }
}

/** The PDF of a link, and of a request that may be sent again, outlives its answer. */
async function keep({ body, services, timing, idempotencyKey }: RenderCall, pdf: Uint8Array) {
  const { files } = services.data;
  const title = body.title ?? null;
  if (body.output === 'url') return timing.measure('store', files.put(pdf, title));
  if (idempotencyKey === undefined) return undefined;
  return timing.measure('store', files.put(pdf, title, REPLAY_SECONDS));
}

/** An outcome must not outlive its file. */
const REPLAY_SECONDS = OUTCOME_SECONDS + 3600;

interface Charged extends Omit<Reservation, 'state'> {
  readonly file: StoredFile | undefined;
}

function toAnswer(call: RenderCall, rendered: Rendered, { renderId, creditsRemaining, file }: Charged): Answer {
  const { pdf, pages, diagnostics } = rendered;
  if (call.body.output !== 'url') {
    const headers = {
      'Content-Type': 'application/pdf',
      'X-Render-Id': renderId,
      'X-Pages': String(pages),
      'X-Credits-Remaining': String(creditsRemaining),
      'X-Diagnostics': String(diagnostics.length),
    };
    return { status: 200, headers, bytes: pdf };
  }
  const json = {
    id: file!.id,
    url: `${call.origin}${call.services.data.files.link(file!)}`,
    expires_at: file!.expiresAt,
    pages,
    bytes: pdf.length,
    credits_remaining: creditsRemaining,
    diagnostics,
  };
  return { status: 200, headers: {}, json };
}

function outcomeOf({ status, headers, json }: Answer, file: StoredFile | undefined): StoredOutcome {
  if (json !== undefined) return { status, headers, body: json };
  return { status, headers, ...(file && { fileId: file.id }) };
}

/** Why a render came to nothing. What will come of the same document every time is kept for its Idempotency-Key. */
function reasonOf(error: unknown, { toOutcome }: RenderCall): { code: string; outcome?: StoredOutcome } {
  if (error instanceof ClientGone) return { code: 'client_gone' };
  if (!(error instanceof ServiceError)) return { code: 'internal' };
  const { code } = error;
  return /^(template|document)_/.test(code) ? { code, outcome: toOutcome(error) } : { code };
}

async function refuseOrReplay(reserved: Exclude<Reserved, Reservation>, services: Services): Promise<Answer> {
  if (reserved.state !== 'no_credits') return replay(reserved, services);
  throw new ServiceError('no_credits', undefined, { balance: reserved.balance });
}

/** @throws ServiceError `idempotency_in_progress`, `idempotency_mismatch` */
async function replay(twin: Twin, { data }: Services): Promise<Answer> {
  if (twin.state === 'running') throw new ServiceError('idempotency_in_progress');
  if (twin.state === 'mismatch') throw new ServiceError('idempotency_mismatch');
  const { status, headers, body, fileId } = twin.outcome;
  const replayed = { status, headers: { ...headers, 'Idempotent-Replayed': 'true' } };
  if (fileId === undefined) return { ...replayed, json: body };
  const pdf = await data.files.read(fileId);
  if (!pdf) throw new Error(`the file ${fileId} of a stored outcome is gone`);
  return { ...replayed, bytes: pdf };
}
