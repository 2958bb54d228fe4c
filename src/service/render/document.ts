/** Collects what a render thread needs for a request: the saved template, its partials, the images. */

import type { Assets } from '../assets/assets.js';
import { ServiceError } from '../errors.js';
import { canonicalLocale } from '../locale.js';
import type { DocumentTask } from '../pool/messages.js';
import type { Templates } from '../templates/templates.js';

/** The fields of the HTTP contract. */
export interface DocumentRequest {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly html?: string | null;
  readonly template_id?: string | null;
  readonly locale?: string | null;
  readonly strict?: boolean;
  readonly title?: string | null;
}

export interface Sender {
  readonly accountId: string;
  readonly locale: string;
}

export interface Document<Kind extends DocumentTask['kind']> {
  readonly task: DocumentTask & { readonly kind: Kind };
  /** Of a request with a `template_id`. */
  readonly template: { readonly id: string; readonly version: number } | undefined;
}

export interface Library {
  readonly templates: Templates;
  readonly assets: Assets;
}

/**
 * Checks a request by itself, before it takes a place in the queue.
 * @throws ServiceError `invalid_request`, `invalid_locale`
 */
export function checkRequest({ html, template_id, locale }: DocumentRequest): void {
  const [hasHtml, hasTemplate] = [isGiven(html), isGiven(template_id)];
  if (hasHtml && hasTemplate) {
    throw new ServiceError('invalid_request', 'html and template_id: only one of them can be given');
  }
  if (!hasHtml && !hasTemplate) throw new ServiceError('invalid_request', 'html or template_id: must be given');
  if (isGiven(locale)) canonicalLocale(locale);
}

function isGiven<T>(field: T | null | undefined): field is T {
  return field !== null && field !== undefined;
}

/**
 * @param request  passed `checkRequest`
 * @param json  the body that `request` was parsed from; it is transferred to the thread, and so detached, by the task
 * @throws ServiceError `template_not_found`, `document_too_complex`, `storage_unavailable`
 */
export async function prepareDocument<const Kind extends DocumentTask['kind']>(
  kind: Kind,
  request: DocumentRequest,
  json: Uint8Array<ArrayBuffer>,
  { accountId, locale }: Sender,
  { templates, assets }: Library,
): Promise<Document<Kind>> {
  const template = await findSource(request, accountId, templates);
  const source = template?.source ?? request.html!;
  const partials = source.includes('>') && source.includes('{{') ? await templates.partialsOf(accountId, source) : {};
  const ids = assetIds([source, ...Object.values(partials)], request.data);
  const images = await assets.load(accountId, ids);
  return {
    task: {
      kind,
      json,
      ...(template && { source }),
      locale: isGiven(request.locale) ? canonicalLocale(request.locale) : (template?.locale ?? locale),
      title: request.title ?? null,
      strict: request.strict ?? false,
      partials,
      assets: new Map([...images].map(([id, { bytes }]) => [`asset:${id.toLowerCase()}`, bytes])),
      now: Date.now(),
    },
    template: template && { id: template.id, version: template.version },
  };
}

async function findSource({ template_id }: DocumentRequest, accountId: string, templates: Templates) {
  if (!isGiven(template_id)) return undefined;
  const template = await templates.get(accountId, template_id);
  if (!template) throw new ServiceError('template_not_found');
  return template;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REFERENCE = new RegExp(`asset:(${UUID})`, 'gi');
const ANY_ID = new RegExp(UUID, 'gi');
/** A reference composed during template expansion, like `asset:{{logo}}`. */
const COMPOSED = /asset:(?![0-9a-f]{8}-)/i;
/** Ids looked up for one document; no real document has more images. */
const MAX_IDS = 10_000;

/** Ids of the images that a document may refer to: a superset, since the template is not expanded yet. */
function assetIds(sources: readonly string[], data: unknown): Set<string> {
  const ids = new Set<string>();
  const isComposed = sources.some((source) => COMPOSED.test(source));
  const collect = (text: string, pattern: RegExp) => {
    for (const [whole, id = whole] of text.matchAll(pattern)) if (ids.size < MAX_IDS) ids.add(id.toLowerCase());
  };
  for (const source of sources) if (/asset:/i.test(source)) collect(source, REFERENCE);
  for (const text of texts(data)) collect(text, isComposed ? ANY_ID : REFERENCE);
  return ids;
}

/** Every string in a JSON value that is long enough for an id. Iterative: the client controls the depth. */
function* texts(value: unknown): Generator<string> {
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string') {
      if (one.length >= 36) yield one;
    } else if (typeof one === 'object' && one !== null) {
      for (const field of Object.values(one)) waiting.push(field);
    }
  }
}
