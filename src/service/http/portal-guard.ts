/** Cookies of portal sessions, and the checks that a request comes from a page of the portal. */

import { ServiceError } from '../errors.js';
import type { OidcAttempt } from '../identity/oidc.js';
import { hasCsrfToken, SESSION_SECONDS, type SessionPrincipal } from '../identity/sessions.js';
import type { Exchange } from './exchange.js';

type Received = Pick<Exchange, 'headers' | 'method'>;

/** Of a session, of a device that somebody has signed in with, and of a sign-in that the provider has not answered yet. */
type CookieName = 'platen' | 'platen-device' | 'platen-oidc';

/** Browsers accept a `__Host-` cookie over TLS only, and from no other host of the domain. */
const fullName = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name);

export function isSecure({ headers }: Pick<Exchange, 'headers'>, publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') || headers.get('x-forwarded-proto')?.toLowerCase() === 'https';
}

export function sessionToken(headers: ReadonlyMap<string, string>, secure: boolean): string | undefined {
  return readCookie('platen', headers, secure);
}

function readCookie(name: CookieName, headers: ReadonlyMap<string, string>, secure: boolean): string | undefined {
  const start = `${fullName(name, secure)}=`;
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const text = pair.trim();
    if (text.startsWith(start)) return text.slice(start.length);
  }
  return undefined;
}

/** @param token  undefined: the cookie is deleted */
export function sessionCookie(token: string | undefined, secure: boolean): string {
  return writeCookie('platen', token ?? '', token === undefined ? 0 : SESSION_SECONDS, secure);
}

function writeCookie(name: CookieName, value: string, seconds: number, secure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
  return `${fullName(name, secure)}=${value}; ${attributes}`;
}

/** A device is known for so long. */
const DEVICE_SECONDS = 365 * 86_400;

export const deviceCookie = (token: string, secure: boolean): string =>
  writeCookie('platen-device', token, DEVICE_SECONDS, secure);

export const deviceToken = (headers: ReadonlyMap<string, string>, secure: boolean): string | undefined =>
  readCookie('platen-device', headers, secure);

/** People have so long to sign in at the provider. */
const ATTEMPT_SECONDS = 600;

/** Lax, as the provider's page sends the browser back. A code works once, so nothing has to delete the cookie. */
export function attemptCookie({ state, nonce, verifier }: OidcAttempt, secure: boolean): string {
  return writeCookie('platen-oidc', [state, nonce, verifier].join('.'), ATTEMPT_SECONDS, secure);
}

export function readAttempt(headers: ReadonlyMap<string, string>, secure: boolean): OidcAttempt | undefined {
  const parts = readCookie('platen-oidc', headers, secure)?.split('.') ?? [];
  const [state, nonce, verifier] = parts;
  return parts.length === 3 && state && nonce && verifier ? { state, nonce, verifier } : undefined;
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
