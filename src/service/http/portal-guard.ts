/** Cookies of portal sessions, and the checks that a request comes from a page of the portal. */

import { ServiceError } from '../errors.js';
import { hasCsrfToken, SESSION_SECONDS, type SessionPrincipal } from '../identity/sessions.js';
import type { Exchange } from './uws.js';

type Received = Pick<Exchange, 'headers' | 'method'>;

/** Browsers accept a `__Host-` cookie over TLS only, and from no other host of the domain. */
const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-platen' : 'platen');

export function isSecure({ headers }: Pick<Exchange, 'headers'>, publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') || headers.get('x-forwarded-proto')?.toLowerCase() === 'https';
}

export function sessionToken(headers: ReadonlyMap<string, string>, secure: boolean): string | undefined {
  const name = `${cookieName(secure)}=`;
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const text = pair.trim();
    if (text.startsWith(name)) return text.slice(name.length);
  }
  return undefined;
}

/** @param token  undefined: the cookie is deleted */
export function sessionCookie(token: string | undefined, secure: boolean): string {
  const age = token === undefined ? 0 : SESSION_SECONDS;
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? '; Secure' : ''}`;
  return `${cookieName(secure)}=${token ?? ''}; ${attributes}`;
}

const changes = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * Browsers send Origin with every request that may change something, and pages cannot forge it.
 * @throws ServiceError `forged_request`
 */
export function checkOrigin({ headers, method }: Received, publicUrl: string | undefined): void {
  const origin = headers.get('origin');
  if (!changes(method) || origin === undefined) return;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  if (origin === own || (URL.canParse(origin) && new URL(origin).host === headers.get('host'))) return;
  throw new ServiceError('forged_request');
}

/** @throws ServiceError `forged_request` */
export function checkForgery({ headers, method }: Received, session: SessionPrincipal): void {
  if (changes(method) && !hasCsrfToken(session, headers.get('x-csrf-token'))) throw new ServiceError('forged_request');
}

/** The address that a request comes from. */
export function addressOf({ headers, address }: Pick<Exchange, 'headers' | 'address'>, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return (forwarded || address).slice(0, 64);
}
