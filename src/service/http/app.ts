/**
 * What happens to every request, whatever it asks for: it is matched to a route, its sender and rate are checked, its
 * body is read and checked, and whatever comes of it, an answer, a refusal or a fault, leaves in one shape.
 */

import type { TSchema } from 'typebox';
import { ClientGone, ServiceError } from '../errors.js';
import type { Principal } from '../identity/authenticator.js';
import { newId } from '../ids.js';
import type { Decision } from '../limits/limiter.js';
import type { Log } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import { Timing } from '../observe/timing.js';
import type { BodyReader } from './body.js';
import { type Check, createCheck } from './check.js';
import { corsHeaders, isPreflight, PREFLIGHT_HEADERS } from './cors.js';
import { encode } from './encoding.js';
import { checkMediaType, parseJson } from './media-type.js';
import { refuse, toServiceError } from './refusal.js';
import type { KeyCall, Reply, Route } from './route.js';
import { Router } from './router.js';
import type { ErrorBody } from './schemas.js';
import { serverTiming } from './server-timing.js';
import type { Services } from './services.js';
import type { Exchange } from './uws.js';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly corsOrigins: readonly string[];
  /** Base of links; default: http and the host that the client asked. */
  readonly publicUrl: string | undefined;
  /** Bytes. */
  readonly limits: { readonly json: number; readonly image: number };
}

/** A request on its way. */
interface Passage {
  readonly exchange: Exchange;
  readonly id: string;
  readonly timing: Timing;
  /** Of the answer, whatever it is. */
  readonly headers: Map<string, string>;
  route?: Route;
  account?: Principal;
}

/** How it ended, for the log. */
interface Ending {
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | undefined;
  /** Of a fault. */
  readonly cause: unknown;
}

const CLIENT_GONE = 499;
/** A request id of the client's is taken over when it cannot harm a log. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;
const HOST = /^[\w.:[\]-]{1,255}$/;

export class App {
  readonly #options: AppOptions;
  readonly #router: Router;
  readonly #checks = new Map<Route, Check<TSchema>>();
  readonly #inFlight = new Set<Promise<void>>();

  constructor(options: AppOptions) {
    this.#options = options;
    this.#router = new Router(options.routes);
    for (const route of options.routes) {
      if (route.body?.kind === 'json') this.#checks.set(route, createCheck(route.body.schema));
    }
  }

  /** Resolves when all that has been asked until now is answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  /** Never throws. */
  readonly handle = (exchange: Exchange): void => {
    const sent = exchange.headers.get('x-request-id');
    const id = sent !== undefined && REQUEST_ID.test(sent) ? sent : newId();
    const answered = this.#respond({ exchange, id, timing: new Timing(), headers: new Map() });
    this.#inFlight.add(answered);
    void answered.finally(() => this.#inFlight.delete(answered));
  };

  async #respond(passage: Passage): Promise<void> {
    let status = CLIENT_GONE;
    let code: string | undefined;
    let cause: unknown;
    try {
      const reply = await this.#answer(passage).catch((error: unknown) => {
        if (error instanceof ClientGone) throw error;
        const refusal = toServiceError(error);
        if (refusal.status >= 500) cause = refusal.cause ?? refusal;
        return refuse(refusal);
      });
      // From the answer itself: that of a request that is sent again is a stored one.
      if (reply.status >= 400) ({ code } = (reply.json as ErrorBody).error);
      await this.#send(passage, reply);
      status = passage.exchange.signal.aborted ? CLIENT_GONE : reply.status;
    } catch (error) {
      if (!(error instanceof ClientGone))
        this.#options.log.error({ err: error, request: passage.id }, 'sending a response failed');
    }
    this.#report(passage, { status, code, cause });
  }

  /** Everything before the first `await` runs while the request can still be read. */
  async #answer(passage: Passage): Promise<Reply> {
    const { exchange, timing } = passage;
    const { services, corsOrigins } = this.#options;
    if (isPreflight(corsOrigins, exchange)) return { status: 204, headers: PREFLIGHT_HEADERS };
    const match = this.#router.match(exchange.method, exchange.path);
    if (!match) throw new ServiceError('not_found');
    if (!('route' in match)) {
      throw new ServiceError('method_not_allowed', undefined, { headers: { Allow: match.allowed.join(', ') } });
    }
    const { route, parameters } = match;
    passage.route = route;
    const reader = route.body && exchange.read(this.#options.limits[route.body.kind]);
    if (route.access === 'key') passage.account = await timing.measure('auth', this.#authenticate(exchange));
    if (route.isRender) await this.#limit(passage);
    const bytes = await this.#read(passage, route, reader);
    const call: KeyCall<string, unknown> = {
      parameters,
      query: new URLSearchParams(exchange.query),
      headers: exchange.headers,
      body: this.#checks.get(route)?.(parseJson(bytes)),
      bytes,
      services,
      signal: exchange.signal,
      timing,
      origin: this.#originOf(exchange),
      account: passage.account as Principal,
    };
    return route.handle(call as KeyCall<string, never>);
  }

  /** @throws ServiceError `missing_api_key`, `invalid_api_key`, `storage_unavailable` */
  async #authenticate({ headers }: Exchange): Promise<Principal> {
    const authorization = headers.get('authorization');
    if (authorization === undefined) throw new ServiceError('missing_api_key');
    const key = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
    const account = key === undefined ? undefined : await this.#options.services.data.auth.authenticate(key);
    if (!account) throw new ServiceError('invalid_api_key');
    return account;
  }

  /** @throws ServiceError `rate_limited` */
  async #limit({ account, timing, headers }: Passage): Promise<void> {
    const { limiter } = this.#options.services;
    const { keyId, plan } = account!;
    const decision = await timing.measure('limit', limiter.take(keyId, plan.rate));
    for (const [name, value] of rateHeaders(decision)) headers.set(name, value);
    if (decision.allowed) return;
    const { retryAfterSeconds } = decision;
    throw new ServiceError('rate_limited', undefined, { retryAfterSeconds });
  }

  async #read({ exchange, timing }: Passage, { body }: Route, reader: BodyReader | undefined) {
    if (!body || !reader) return new Uint8Array(0);
    checkMediaType(exchange.headers, body.kind);
    const gone = new Promise<never>((_, reject) => {
      if (exchange.signal.aborted) reject(new ClientGone());
      exchange.signal.addEventListener('abort', () => reject(new ClientGone()), { once: true });
    });
    return timing.measure('body', Promise.race([reader.bytes, gone]));
  }

  #originOf({ headers }: Exchange): string {
    const host = headers.get('host') ?? '';
    return this.#options.publicUrl ?? `http://${HOST.test(host) ? host : 'localhost'}`;
  }

  async #send({ exchange, id, timing, headers }: Passage, reply: Reply): Promise<void> {
    const { corsOrigins, services } = this.#options;
    const all = new Map<string, string>([
      ['X-Request-Id', id],
      ['X-Content-Type-Options', 'nosniff'],
      ['Cache-Control', 'no-store'],
      ...headers,
      ...Object.entries(corsHeaders(corsOrigins, exchange)),
    ]);
    let body = reply.bytes;
    if (reply.json !== undefined) {
      const text = Buffer.from(`${JSON.stringify(reply.json)}\n`);
      const { bytes, encoding } = await encode(text, exchange.headers.get('accept-encoding'));
      body = bytes;
      all.set('Content-Type', 'application/json');
      all.set('Vary', [all.get('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
      if (encoding) all.set('Content-Encoding', encoding);
    }
    for (const [name, value] of Object.entries(reply.headers ?? {})) all.set(name, value);
    all.set('Server-Timing', serverTiming(timing));
    await exchange.send({ status: reply.status, headers: all, body, close: services.lifecycle.state !== 'serving' });
  }

  #report({ exchange, id, timing, route, account }: Passage, { status, code, cause }: Ending): void {
    const { log, metrics } = this.#options;
    const milliseconds = timing.total;
    metrics.count({
      route: route?.path ?? 'none',
      method: route?.method ?? 'other',
      status,
      seconds: milliseconds / 1000,
      stages: timing.stages,
    });
    const entry = {
      request: id,
      method: exchange.method,
      path: exchange.path,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      ...(account && { account: account.accountId, key: account.keyId }),
      ...(code !== undefined && { error: { code } }),
      ...(cause !== undefined && { err: cause }),
    };
    if (status >= 500) log.error(entry, 'request failed');
    else if (route?.tag === 'Operation') log.debug(entry, 'request');
    else log.info(entry, 'request');
  }
}

/** Source: https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-06 */
function rateHeaders({ limit, remaining, resetSeconds }: Decision): [string, string][] {
  return [
    ['RateLimit-Limit', String(limit)],
    ['RateLimit-Remaining', String(remaining)],
    ['RateLimit-Reset', String(resetSeconds)],
  ];
}
