/**
 * Cross-origin requests: refused unless the operator lists their origin.
 * Source: https://fetch.spec.whatwg.org/#http-cors-protocol
 */

import type { Exchange } from './exchange.js';

/** Origins that may call the API; `*`: all. */
type Origins = readonly string[];

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, Priority, X-Request-Id';
const RESPONSE_HEADERS =
  'X-Request-Id, X-Render-Id, X-Pages, X-Credits-Remaining, X-Diagnostics, ETag, Idempotent-Replayed, Location, Preference-Applied, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Server-Timing';
/** How long browsers may cache the answer to a preflight. */
const PREFLIGHT_SECONDS = '600';

/** CORS headers of every reply. */
export function corsHeaders(origins: Origins, { headers }: Exchange): Record<string, string> {
  if (origins.length === 0) return {};
  const origin = headers.get('origin');
  const isAllowed = origin !== undefined && (origins.includes('*') || origins.includes(origin));
  if (!isAllowed) return { Vary: 'Origin' };
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': RESPONSE_HEADERS };
}

/** A CORS-preflight request. */
export function isPreflight(origins: Origins, { method, headers }: Exchange): boolean {
  return (
    origins.length > 0 && method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')
  );
}

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers': REQUEST_HEADERS,
  'Access-Control-Max-Age': PREFLIGHT_SECONDS,
};

/**
 * Of answers that pages of other sites may embed: what is behind a link.
 * Source: https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
 */
export const EMBEDDABLE = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;
