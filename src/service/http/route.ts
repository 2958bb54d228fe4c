/** The definition of a route: its checks, its types and its part of the OpenAPI document come from it. */

import type { Static, TSchema } from 'typebox';
import type { RecordFormat } from '../../records/records.js';
import type { ServiceErrorCode } from '../errors.js';
import type { Principal } from '../identity/authenticator.js';
import type { SessionPrincipal, Visitor } from '../identity/sessions.js';
import type { Timing } from '../observe/timing.js';
import type { Services } from './services.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `'/v1/templates/{id}'` → `{ id: string }`. */
type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParameters<Rest>
  : unknown;

export interface QueryParameter {
  readonly description: string;
  readonly required: boolean;
  readonly schema: TSchema;
  readonly example: string;
}

interface JsonBody<S extends TSchema> {
  readonly kind: 'json';
  readonly schema: S;
  /** By their summary. */
  readonly examples: Readonly<Record<string, Static<S>>>;
  /**
   * Fields that handlers do not get: render threads read them from the body, and parsed they would take several times
   * its memory until a thread is free.
   */
  readonly unread: readonly string[];
}

/** An image, or by its media type a PDF. */
interface FileBody {
  readonly kind: 'file';
}

/** The records of a batch: within a JSON object, or streamed as NDJSON or CSV with everything else in the query. */
export interface RecordsBody<S extends TSchema> {
  readonly kind: 'records';
  readonly schema: S;
  /** By their summary. */
  readonly examples: Readonly<Record<string, Static<S>>>;
}

export type BodyDefinition = JsonBody<TSchema> | FileBody | RecordsBody<TSchema>;

type BodyOf<B> =
  B extends JsonBody<infer S> ? Static<S> : B extends RecordsBody<infer S> ? Static<S> | StreamedRecords : undefined;

export interface StreamedRecords {
  readonly format: RecordFormat;
  /** To be read at once, or what follows is lost. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** One form of a successful answer. */
export interface AnswerDefinition {
  readonly description: string;
  /** By media type: the schema of JSON, `binary` for everything else. None: no body. */
  readonly content?: Readonly<Record<string, AnswerContent>>;
  /** Descriptions by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type AnswerContent = 'binary' | { readonly schema: TSchema; readonly example: unknown };

/** The reply of a handler. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as is. */
  readonly bytes?: Uint8Array;
  /** Sent as the client reads it; without `length`, there is no Content-Length. */
  readonly stream?: AsyncIterable<Uint8Array> | undefined;
  /** Content-Length of `stream`, and of a reply to HEAD whose bytes were not read. Default: that of `bytes`. */
  readonly length?: number;
}

/**
 * `key`: callers with an API key; `public`: everyone. `session`: people who are signed in to the portal; `visitor`:
 * everyone, but requests that change something must come from the portal's own pages.
 */
export type Access = 'key' | 'public' | 'session' | 'visitor';

/** The argument of a handler. `access` and `body` of its route determine `account` and `body`. */
export interface Call<Path extends string, Body> {
  /** HEAD for a route of GET, too. */
  readonly method: Method | 'HEAD';
  readonly parameters: PathParameters<Path>;
  readonly query: URLSearchParams;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Body;
  /** The body as it was sent. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly services: Services;
  /** Counts further bytes that the request holds, as its body. @throws ServiceError `busy`, `body_too_large` */
  readonly hold: (bytes: number) => void;
  /** Counts them no more. */
  readonly letGo: (bytes: number) => void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly timing: Timing;
  /** Prefix of links to this service, e.g. `https://pdf.example.com`. */
  readonly origin: string;
  /** Whether the client reached this service, or the proxy before it, over TLS. */
  readonly isSecure: boolean;
  readonly visitor: Visitor;
}

export interface KeyCall<Path extends string, Body> extends Call<Path, Body> {
  readonly account: Principal;
}

interface SessionCall<Path extends string, Body> extends Call<Path, Body> {
  readonly account: SessionPrincipal;
}

interface Definition<Path extends string> {
  readonly method: Method;
  readonly path: Path;
  /** The operation's id. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Counts against the key's rate limit of renders; other routes that change something have one of their own. */
  readonly isRender?: boolean;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** Request headers by name. */
  readonly headers?: Readonly<Record<string, QueryParameter>>;
  readonly answers: Readonly<Record<number, AnswerDefinition>>;
  /** Errors of the handler; `defineRoute` adds those of authentication, rate limit and body. */
  readonly errors: readonly ServiceErrorCode[];
}

interface KeyDefinition<Path extends string, Body extends BodyDefinition | undefined> extends Definition<Path> {
  readonly access?: 'key';
  readonly body?: Body;
  handle(call: KeyCall<Path, BodyOf<Body>>): Promise<Reply>;
}

interface PublicDefinition<Path extends string> extends Definition<Path> {
  readonly access: 'public';
  readonly body?: undefined;
  handle(call: Call<Path, undefined>): Promise<Reply>;
}

interface SessionDefinition<Path extends string, Body extends BodyDefinition | undefined> extends Definition<Path> {
  readonly access: 'session';
  readonly body?: Body;
  handle(call: SessionCall<Path, BodyOf<Body>>): Promise<Reply>;
}

interface VisitorDefinition<Path extends string, Body extends BodyDefinition | undefined> extends Definition<Path> {
  readonly access: 'visitor';
  readonly body?: Body;
  handle(call: Call<Path, BodyOf<Body>>): Promise<Reply>;
}

/** A route independent of the types of its handler, as the app and the OpenAPI document use it. */
export interface Route extends Omit<Definition<string>, 'errors'> {
  readonly access: Access;
  readonly body: BodyDefinition | undefined;
  /** Including those that `defineRoute` adds. */
  readonly errors: readonly ServiceErrorCode[];
  handle(call: KeyCall<string, never>): Promise<Reply>;
}

export function defineRoute<const Path extends string, const Body extends BodyDefinition | undefined = undefined>(
  definition:
    | KeyDefinition<Path, Body>
    | PublicDefinition<Path>
    | SessionDefinition<Path, Body>
    | VisitorDefinition<Path, Body>,
): Route {
  const { access = 'key', body } = definition;
  const errors = new Set(definition.errors);
  for (const code of ACCESS_ERRORS[access]) errors.add(code);
  if (isLimited({ ...definition, access })) errors.add('rate_limited');
  // Only what comes with a document takes a place in the queue.
  if (definition.isRender && body) for (const code of RENDER_ERRORS) errors.add(code);
  if (body) for (const code of BODY_ERRORS[body.kind]) errors.add(code);
  return { ...definition, access, body, errors: [...errors] } as Route;
}

/** `storage_unavailable`: keys and sessions are looked up in Postgres. */
const ACCESS_ERRORS = {
  key: ['missing_api_key', 'invalid_api_key', 'storage_unavailable'],
  session: ['not_signed_in', 'forged_request', 'storage_unavailable'],
  visitor: ['forged_request'],
  public: [],
} as const satisfies Record<Access, readonly ServiceErrorCode[]>;
const RENDER_ERRORS = ['busy', 'shutting_down'] as const;
const ANY_BODY_ERRORS = ['busy', 'request_timeout', 'body_too_large', 'unsupported_media_type'] as const;
const BODY_ERRORS = {
  json: [...ANY_BODY_ERRORS, 'invalid_json', 'invalid_request'],
  records: [...ANY_BODY_ERRORS, 'invalid_json', 'invalid_request'],
  file: ANY_BODY_ERRORS,
} as const satisfies Record<BodyDefinition['kind'], readonly ServiceErrorCode[]>;

/** Whether requests count against a rate limit of the key. */
export function isLimited({ access, isRender, method }: Pick<Route, 'access' | 'isRender' | 'method'>): boolean {
  return access === 'key' && (isRender === true || method !== 'GET');
}

export function json<const S extends TSchema>(
  schema: S,
  examples: Readonly<Record<string, NoInfer<Static<S>>>>,
  unread: readonly (keyof NoInfer<Static<S>> & string)[] = [],
): JsonBody<S> {
  return { kind: 'json', schema, examples, unread };
}
