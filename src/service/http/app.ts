/**
 * The path of every request: match a route, authenticate, check the rate, read and check the body, call the handler.
 * Results, refusals and faults all become one reply, which is sent, logged and counted.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TSchema } from 'typebox';
import { ClientGone, ServiceError } from '../errors.js';
import type { Principal } from '../identity/authenticator.js';
import type { SessionPrincipal } from '../identity/sessions.js';
import { newId } from '../ids.js';
import type { Decision, Rate } from '../limits/limiter.js';
import type { Log } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import { Timing } from '../observe/timing.js';
import type { Tracer } from '../observe/tracing.js';
import { AllowedHosts } from './allowed-hosts.js';
import type { BodyReader } from './body.js';
import { BodyBudget, type BodyLease } from './body-budget.js';
import { createValidator, type Validator } from './body-validator.js';
import { browserHeaders } from './browser-headers.js';
import { corsHeaders, isPreflight, PREFLIGHT_HEADERS } from './cors.js';
import { encode } from './encoding.js';
import type { Exchange, Outgoing } from './exchange.js';
import { framingProblem } from './framing.js';
import { checkMediaType, parseJson, recordFormat } from './media-type.js';
import { addressOf, checkForgery, checkOrigin, isSecure, sessionToken } from './portal-guard.js';
import { encodedTag } from './preconditions.js';
import { refuse, toServiceError } from './refusal.js';
import { type BodyDefinition, isLimited, type KeyCall, type Method, type Reply, type Route } from './route.js';
import { Router } from './router.js';
import type { ErrorBody } from './schemas.js';
import { serverTiming } from './server-timing.js';
import type { Services } from './services.js';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Default: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  readonly corsOrigins: readonly string[];
  /** Base of links; default: http:// and the Host header of the request. */
  readonly publicUrl: string | undefined;
  /** Hosts that requests may name besides that of `publicUrl`; default: all. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The last address of X-Forwarded-For is that of the client. */
  readonly trustsProxy: boolean;
  /** Bytes. */
  readonly limits: { readonly json: number; readonly image: number };
  /** Bytes of request bodies that are held at once; one account may hold half of them. */
  readonly bodyMemory: number;
}

/** The state of one request. */
interface RequestContext {
  readonly exchange: Exchange;
  readonly id: string;
  readonly timing: Timing;
  /** Headers of the reply, also of a refusal. */
  readonly headers: Map<string, string>;
  route?: Route;
  lease?: BodyLease;
  account?: Principal;
  session?: SessionPrincipal;
}

/** The result of a request, for log and metrics. */
interface RequestResult {
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | undefined;
  /** Of a fault. */
  readonly cause: unknown;
}

/** nginx's status for a request whose client disconnected; in the log and the metrics only. */
const CLIENT_GONE = 499;
/** Bytes of an answer that counts until it is read; smaller ones fit into the buffers of a connection. */
const HELD_ANSWER = 64 * 1024;
/** Bytes that a streamed body holds: what waits to be taken, a part of a record, and records that are not stored yet. */
const STREAM_BYTES = 2 * 1024 * 1024;
/** The client's X-Request-Id is used when it is safe in a log. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;
const HOST = /^[\w.:[\]-]{1,255}$/;

export class App {
  readonly #options: AppOptions;
  readonly #router: Router;
  readonly #validators = new Map<Route, Validator<TSchema>>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #bodies: BodyBudget;
  readonly #hosts: AllowedHosts;

  constructor(options: AppOptions) {
    this.#options = options;
    this.#router = new Router(options.routes);
    this.#hosts = new AllowedHosts(options.allowedHosts, options.publicUrl);
    this.#bodies = new BodyBudget({ total: options.bodyMemory, perAccount: options.bodyMemory / 2 });
    for (const route of options.routes) {
      if (route.body && 'schema' in route.body) this.#validators.set(route, createValidator(route.body.schema));
    }
  }

  /** Resolves when all requests in flight are answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  /** Never throws. */
  readonly handle = (exchange: Exchange): void => {
    const sent = exchange.headers.get('x-request-id');
    const id = sent !== undefined && REQUEST_ID.test(sent) ? sent : newId();
    const context: RequestContext = { exchange, id, timing: new Timing(), headers: new Map() };
    const answered = this.#respond(context);
    this.#inFlight.add(answered);
    void answered.finally(() => this.#inFlight.delete(answered));
  };

  async #respond(context: RequestContext): Promise<void> {
    const { exchange } = context;
    let status = CLIENT_GONE;
    let code: string | undefined;
    let cause: unknown;
    const refused = (error: unknown): Reply => {
      if (error instanceof ClientGone) throw error;
      const refusal = toServiceError(error);
      if (refusal.status >= 500) cause = refusal.cause ?? refusal;
      return refuse(refusal);
    };
    try {
      let reply = await this.#answer(context).catch(refused);
      const outgoing = await this.#outgoing(context, reply).catch((error: unknown) => {
        reply = refused(error);
        return this.#outgoing(context, reply);
      });
      // Read from the reply: a replayed refusal throws no ServiceError.
      if (reply.status >= 400) ({ code } = (reply.json as ErrorBody).error);
      await exchange.send(outgoing);
      if (!exchange.signal.aborted) ({ status } = reply);
    } catch (error) {
      if (!(error instanceof ClientGone)) {
        // A part of the answer may be sent, so that no other can follow.
        exchange.close();
        ({ status, code } = toServiceError(error));
        cause = error;
      }
    } finally {
      context.lease?.release();
    }
    this.#report(context, { status, code, cause });
  }

  /** The body reader must be attached before the first `await` (uws.ts). */
  async #answer(context: RequestContext): Promise<Reply> {
    const { exchange, timing } = context;
    const { services, corsOrigins } = this.#options;
    if (isPreflight(corsOrigins, exchange)) return { status: 204, headers: PREFLIGHT_HEADERS };
    const match = this.#router.match(exchange.method, exchange.path);
    if (!match) throw new ServiceError('not_found');
    if (!('route' in match)) {
      throw new ServiceError('method_not_allowed', undefined, { headers: { Allow: match.allowed.join(', ') } });
    }
    const { route, parameters } = match;
    context.route = route;
    // Health checks come by address, and say nothing that depends on it.
    if (route.tag !== 'Operation' && !this.#hosts.allows(exchange.headers.get('host'))) {
      throw new ServiceError('unknown_host');
    }
    const problem = framingProblem(exchange.headers);
    if (problem) {
      // uWebSockets.js takes no further request of a connection, even one that has arrived, until this one is answered.
      await nextTurn();
      throw problem;
    }
    const format = route.body?.kind === 'records' ? recordFormat(exchange.headers) : undefined;
    const chunks = format && exchange.stream();
    if (chunks) context.lease = this.#bodies.open(STREAM_BYTES);
    const reader = route.body && !chunks ? this.#reader(context, limitOf(route.body)) : undefined;
    if (route.access === 'key') context.account = await timing.measure('auth', this.#authenticate(exchange));
    if (route.access === 'visitor') checkOrigin(exchange, this.#options.publicUrl);
    if (route.access === 'session') context.session = await timing.measure('auth', this.#authenticateSession(exchange));
    const holder = context.account ?? context.session;
    if (holder) context.lease?.assign(holder.accountId);
    if (isLimited(route)) await this.#limit(context, route);
    const bytes = await this.#read(context, route, reader);
    const call: KeyCall<string, unknown> = {
      method: exchange.method as Method | 'HEAD',
      parameters,
      query: new URLSearchParams(exchange.query),
      headers: exchange.headers,
      body: chunks ? { format, chunks } : this.#parse(bytes, route),
      bytes,
      services,
      hold: (bytes) => context.lease?.grow(bytes),
      letGo: (bytes) => context.lease?.shrink(bytes),
      signal: exchange.signal,
      timing,
      origin: this.#originOf(exchange),
      isSecure: isSecure(exchange, this.#options.publicUrl),
      visitor: {
        address: addressOf(exchange, this.#options.trustsProxy),
        userAgent: exchange.headers.get('user-agent') ?? '',
      },
      account: (context.account ?? context.session) as Principal,
    };
    return route.handle(call as KeyCall<string, never>);
  }

  /** @throws ServiceError `busy`, `body_too_large` */
  #reader(context: RequestContext, kind: 'json' | 'image'): BodyReader {
    const limit = this.#options.limits[kind];
    const { exchange } = context;
    const reader = exchange.read(limit, (bytes) => context.lease?.grow(bytes));
    const length = exchange.headers.get('content-length');
    context.lease = this.#bodies.open(length === undefined ? undefined : Math.min(Number(length), limit));
    return reader;
  }

  /** @throws ServiceError `invalid_json`, `invalid_request`, `body_too_large` */
  #parse(bytes: Uint8Array, route: Route): unknown {
    const body = this.#validators.get(route)?.(parseJson(bytes));
    if (route.body?.kind !== 'json' || route.body.unread.length === 0) return body;
    const { unread } = route.body;
    return Object.fromEntries(Object.entries(body as object).filter(([name]) => !unread.includes(name)));
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

  /** @throws ServiceError `not_signed_in`, `forged_request`, `storage_unavailable` */
  async #authenticateSession(exchange: Exchange): Promise<SessionPrincipal> {
    const { services, publicUrl } = this.#options;
    checkOrigin(exchange, publicUrl);
    const token = sessionToken(exchange.headers, isSecure(exchange, publicUrl));
    const session = token === undefined ? undefined : await services.data.sessions.authenticate(token);
    if (!session) throw new ServiceError('not_signed_in');
    checkForgery(exchange, session);
    return session;
  }

  /** @throws ServiceError `rate_limited` */
  async #limit({ account, timing, headers }: RequestContext, { isRender }: Route): Promise<void> {
    const { limiter, threadTime } = this.#options.services;
    const { accountId, keyId, plan } = account!;
    const decision = await timing.measure('limit', limiter.take(isRender ? keyId : `${keyId}:write`, plan.rate));
    const policy = isRender ? 'renders' : 'changes';
    for (const [name, value] of rateHeaders(policy, plan.rate, decision)) headers.set(name, value);
    const { allowed, retryAfterSeconds } = decision;
    if (!allowed) throw new ServiceError('rate_limited', undefined, { retryAfterSeconds });
    const wait = isRender ? threadTime.wait(accountId) : 0;
    if (wait === 0) return;
    const message = `The documents of the account took more than ${plan.renderSeconds} s to render in a minute`;
    throw new ServiceError('rate_limited', message, { retryAfterSeconds: wait });
  }

  async #read({ exchange, timing }: RequestContext, { body }: Route, reader: BodyReader | undefined) {
    if (body) checkMediaType(exchange.headers, body.kind);
    if (!body || !reader) return new Uint8Array(0);
    const disconnected = new Promise<never>((_, reject) => {
      if (exchange.signal.aborted) reject(new ClientGone());
      exchange.signal.addEventListener('abort', () => reject(new ClientGone()), { once: true });
    });
    return timing.measure('body', Promise.race([reader.bytes, disconnected]));
  }

  #originOf({ headers }: Exchange): string {
    const host = headers.get('host') ?? '';
    return this.#options.publicUrl ?? `http://${HOST.test(host) ? host : 'localhost'}`;
  }

  async #outgoing(context: RequestContext, reply: Reply): Promise<Outgoing> {
    const { exchange, id, timing, headers } = context;
    const { corsOrigins, services } = this.#options;
    const all = new Map<string, string>([
      ['X-Request-Id', id],
      ['X-Content-Type-Options', 'nosniff'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
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
    for (const [name, value] of browserHeaders(all)) if (!all.has(name)) all.set(name, value);
    const [etag, encoding] = [all.get('ETag'), all.get('Content-Encoding')];
    if (etag && encoding) all.set('ETag', encodedTag(etag, encoding));
    all.set('Server-Timing', serverTiming(timing));
    const { status, length, stream } = reply;
    if (body && body.length >= HELD_ANSWER && exchange.method !== 'HEAD') this.#holdAnswer(context, body.length);
    const isMalformed = (reply.json as Partial<ErrorBody> | undefined)?.error?.code === 'malformed_request';
    const { state } = services.lifecycle;
    const close = state === 'draining' || state === 'stopping' || isMalformed;
    return { status, headers: all, body, stream, length, close };
  }

  /** @throws ServiceError `busy` for a GET, which costs nothing and can be repeated */
  #holdAnswer(context: RequestContext, bytes: number): void {
    if (context.exchange.method === 'GET' && this.#bodies.isFull)
      throw new ServiceError('busy', 'Too many large answers are being read');
    const holder = context.account ?? context.session;
    context.lease ??= this.#bodies.open(undefined, holder?.accountId);
    context.lease.addAnswer(bytes);
  }

  #report(
    { exchange, id, timing, route, account, session }: RequestContext,
    { status, code, cause }: RequestResult,
  ): void {
    const { log, metrics, tracer } = this.#options;
    const milliseconds = timing.total;
    const holder = account ?? session;
    const isQuiet = route?.tag === 'Operation' || route?.tag === 'Pages';
    const trace = isQuiet
      ? undefined
      : tracer?.record({
          traceparent: exchange.headers.get('traceparent'),
          method: exchange.method,
          route: route?.path,
          status,
          code,
          request: id,
          account: holder?.accountId,
          since: timing.since,
          until: timing.since + milliseconds,
          intervals: timing.intervals,
        });
    metrics.count({
      route: route?.path ?? 'none',
      method: route?.method ?? 'other',
      status,
      seconds: milliseconds / 1000,
      stages: timing.stages,
    });
    const entry = {
      request: id,
      ...(trace !== undefined && { trace }),
      method: exchange.method,
      path: exchange.path,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      ...(account && { account: account.accountId, key: account.keyId }),
      ...(session && { account: session.accountId }),
      ...(code !== undefined && { error: { code } }),
      ...(cause !== undefined && { err: cause }),
    };
    if (status >= 500) log.error(entry, 'request failed');
    else if (isQuiet) log.debug(entry, 'request');
    else log.info(entry, 'request');
  }
}

/** The limit of a body by its kind. */
function limitOf({ kind }: BodyDefinition): 'json' | 'image' {
  return kind === 'file' ? 'image' : 'json';
}

/**
 * The state of a bucket in two forms: as structured fields, and as the fields before them, which many clients know. The
 * window of the policy is the time in which an empty bucket becomes full.
 * Source: https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10, and -06 for the latter
 */
function rateHeaders(
  policy: string,
  { perMinute, burst }: Rate,
  { limit, remaining, resetSeconds }: Decision,
): [string, string][] {
  return [
    ['RateLimit-Policy', `"${policy}";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}`],
    ['RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`],
    ['RateLimit-Limit', String(limit)],
    ['RateLimit-Remaining', String(remaining)],
    ['RateLimit-Reset', String(resetSeconds)],
  ];
}
