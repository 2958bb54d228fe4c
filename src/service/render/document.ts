/** Collects what a render thread needs for a request: the saved template, its partials, the images. */

import type { PdfStandard } from '../../engine/document.js';
import type { Data } from '../data.js';
import { ServiceError } from '../errors.js';
import type { Principal } from '../identity/authenticator.js';
import type { ThreadTime } from '../limits/thread-time.js';
import { canonicalLocale } from '../locale.js';
import type { Timing } from '../observe/timing.js';
import type { Place } from '../pool/gate.js';
import type { DocumentTask } from '../pool/messages.js';
import type { RenderPool } from '../pool/pool.js';
import { checkedStandards } from '../standard.js';

/** The fields of the HTTP contract, except `data`: only the render thread reads that. */
export interface DocumentRequest {
  readonly html?: string | null;
  readonly template_id?: string | null;
  readonly locale?: string | null;
  readonly strict?: boolean;
  readonly notices?: boolean | null;
  readonly title?: string | null;
  readonly standard?: readonly PdfStandard[] | null;
}

/** Whose request it is: without a key that of a person in the portal. */
type Requester = Pick<Principal, 'accountId' | 'locale' | 'plan'> & { readonly keyId?: string };

export interface RenderingServices {
  readonly pool: RenderPool;
  readonly threadTime: ThreadTime;
}

/** A request to render or validate a document. */
export interface DocumentCall {
  readonly body: DocumentRequest;
  /** The body as it was sent. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly account: Requester;
  /** Among the requests of its account: from 0, the most urgent, to 7; default 3. */
  readonly urgency?: number | undefined;
  /** Counts further bytes that the request holds in memory. @throws ServiceError `busy`, `body_too_large` */
  readonly hold?: (bytes: number) => void;
  readonly services: RenderingServices & { readonly data: Pick<Data, 'assets' | 'templates'> };
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly timing: Timing;
}

export interface Document<Kind extends DocumentTask['kind']> {
  readonly task: DocumentTask & { readonly kind: Kind };
  /** Of a request with a `template_id`. */
  readonly template: { readonly id: string; readonly version: number } | undefined;
}

interface Admission {
  readonly account: Requester;
  readonly services: RenderingServices;
  readonly urgency?: number | undefined;
}

/** Takes a place in the queue for the account. @throws ServiceError `busy`, `shutting_down` */
export function admit({ account, services, urgency }: Admission): Place {
  const { accountId, keyId = accountId, plan } = account;
  const onTime = (milliseconds: number) => services.threadTime.add(accountId, plan.renderSeconds, milliseconds);
  return services.pool.admit({ account: accountId, key: keyId }, onTime, urgency);
}

/**
 * Checks a request by itself, before it takes a place in the queue.
 * @throws ServiceError `invalid_request`, `invalid_locale`
 */
export function checkRequest({ html, template_id, locale, standard }: DocumentRequest): void {
  const [hasHtml, hasTemplate] = [isGiven(html), isGiven(template_id)];
  if (hasHtml && hasTemplate) {
    throw new ServiceError('invalid_request', 'html and template_id: only one of them can be given');
  }
  if (!hasHtml && !hasTemplate) throw new ServiceError('invalid_request', 'html or template_id: must be given');
  if (isGiven(locale)) canonicalLocale(locale);
  if (isGiven(standard)) checkedStandards(standard);
}

function isGiven<T>(field: T | null | undefined): field is T {
  return field !== null && field !== undefined;
}

/**
 * @param call  its `body` passed `checkRequest`; its `bytes` are transferred to the thread, and so detached, by the task
 * @throws ServiceError `template_not_found`, `document_too_complex`, `storage_unavailable`
 */
export async function prepareDocument<const Kind extends DocumentTask['kind']>(
  kind: Kind,
  { body: request, bytes, account, services, hold }: DocumentCall,
): Promise<Document<Kind>> {
  const { accountId } = account;
  const { assets, templates } = services.data;
  const template = await findTemplate(request, accountId, templates);
  const source = template?.source ?? request.html!;
  const partials = await templates.partialsOf(accountId, source);
  const options = template && hasOptions(template) ? template.options : undefined;
  const texts = [source, ...Object.values(partials), ...(options ? [JSON.stringify(options)] : [])];
  const ids = assetIds(texts, bytes);
  const images = await assets.load(accountId, ids, hold);
  return {
    task: {
      kind,
      scope: accountId,
      json: bytes,
      ...(template && { source }),
      locale: isGiven(request.locale) ? canonicalLocale(request.locale) : (template?.locale ?? account.locale),
      title: request.title ?? null,
      strict: request.strict ?? false,
      ...(request.notices && { notices: true }),
      standard: request.standard ?? template?.standard ?? [],
      ...(options && { options }),
      partials,
      assets: imagesByUrl(images),
      now: Date.now(),
    },
    template: template && { id: template.id, version: template.version },
  };
}

const hasOptions = ({ options }: { readonly options: object }): boolean => Object.keys(options).length > 0;

export async function findTemplate({ template_id }: DocumentRequest, accountId: string, templates: Data['templates']) {
  if (!isGiven(template_id)) return undefined;
  const template = await templates.get(accountId, template_id);
  if (!template) throw new ServiceError('template_not_found');
  return template;
}

/** Images by the URL that shows them in a template. */
export function imagesByUrl(
  images: ReadonlyMap<string, { readonly bytes: Uint8Array }>,
): ReadonlyMap<string, Uint8Array> {
  return new Map([...images].map(([id, { bytes }]) => [`asset:${id.toLowerCase()}`, bytes]));
}

export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REFERENCE = new RegExp(`asset:(${UUID})`, 'gi');
const ANY_ID = new RegExp(UUID, 'gi');
/** A reference composed during template expansion, like `asset:{{logo}}`. */
const COMPOSED = /asset:(?![0-9a-f]{8}-)/i;
/** Ids looked up for one document; no real document has more images. */
const MAX_IDS = 10_000;

/** Ids of the images that a document may refer to: a superset, since the template is not expanded yet. */
export function assetIds(sources: readonly string[], body: Uint8Array<ArrayBuffer>): Set<string> {
  const ids = new Set<string>();
  const isComposed = sources.some((source) => COMPOSED.test(source));
  const collect = (text: string, pattern: RegExp) => {
    for (const [whole, id = whole] of text.matchAll(pattern)) if (ids.size < MAX_IDS) ids.add(id.toLowerCase());
  };
  for (const source of sources) if (/asset:/i.test(source)) collect(source, REFERENCE);
  collect(
    unescaped(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')),
    isComposed ? ANY_ID : REFERENCE,
  );
  return ids;
}

/** JSON text in which the ASCII characters of strings stand for themselves. */
export function unescaped(json: string): string {
  if (!json.includes('\\u00')) return json;
  return json.replace(/\\u00([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
