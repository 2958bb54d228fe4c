/**
 * Conditional requests. `etag` is an entity-tag without its quotes.
 * Source: https://www.rfc-editor.org/rfc/rfc9110#name-conditional-requests
 */

import { ServiceError } from '../errors.js';

type Headers = ReadonlyMap<string, string>;

/** Whether the copy of the client, whose entity-tag it sends as If-None-Match, is still that of `etag`. */
export function isCurrent(headers: Headers, etag: string): boolean {
  const tags = tagsOf(headers.get('if-none-match'));
  return tags?.some((tag) => isSame(tag.replace(/^W\//, ''), etag)) ?? false;
}

/**
 * Of a request that changes a resource; to be called when nothing else refuses the request.
 * @param etag  of the resource as it is
 * @throws ServiceError `precondition_failed`
 */
export function checkPreconditions(headers: Headers, etag: string): void {
  const expected = tagsOf(headers.get('if-match'));
  const isExpected = expected?.some((tag) => isSame(tag, etag)) ?? true;
  if (!isExpected || isCurrent(headers, etag)) throw new ServiceError('precondition_failed');
}

/** The entity-tag of an encoded representation: another one than that of the same in plain. */
export function encodedTag(etag: string, encoding: string): string {
  return etag.replace(/"$/, `.${encoding}"`);
}

function tagsOf(header: string | undefined): string[] | undefined {
  return header?.split(',').map((tag) => tag.trim());
}

function isSame(tag: string, etag: string): boolean {
  return tag === '*' || tag === `"${etag}"` || ENCODINGS.some((encoding) => tag === encodedTag(`"${etag}"`, encoding));
}

const ENCODINGS = ['br', 'gzip'] as const;
