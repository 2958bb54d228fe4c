/**
 * The OpenAPI document, generated from the routes.
 * Source: https://spec.openapis.org/oas/v3.1.1.html
 */

import type { TSchema } from 'typebox';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../errors.js';
import { needsRetryAfter } from './refusal.js';
import type { AnswerContent, AnswerDefinition, BodyDefinition, QueryParameter, Route } from './route.js';
import { DIAGNOSTIC } from './routes/examples.js';
import { ErrorBody } from './schemas.js';

/** The version of the HTTP contract, not of this program. */
const CONTRACT_VERSION = '0.1.0';

const TAGS = {
  Rendering: 'From HTML templates and JSON data to PDF.',
  Batches: 'One template rendered for many records.',
  Templates: 'Templates saved in the account.',
  Assets: 'Images, PDFs and color profiles that templates name as `asset:<asset_id>`.',
  Account: 'Plan and credits.',
  Operation: 'For operators and tools.',
};

type Json = Record<string, unknown>;

/** Schemas with an `$id` become components, wherever they occur. */
class Components {
  readonly schemas: Json = {};

  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.refer(one));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $id, ...rest } = schema as Json;
    if (typeof $id !== 'string') return this.#fields(schema as Json);
    this.schemas[$id] ??= this.#fields(rest);
    return { $ref: `#/components/schemas/${$id}` };
  }

  #fields(schema: Json): Json {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, this.refer(value)]));
  }
}

export function createDocument(routes: readonly Route[]): object {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, components) };
  }
  components.refer(ErrorBody);
  return {
    openapi: '3.1.0',
    info: {
      title: 'PDF rendering service',
      version: CONTRACT_VERSION,
      description:
        'HTML templates and JSON data in, PDF out. Every answer carries `X-Request-Id`; every error has the same form.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API keys are created and revoked in the portal, at the root of this host.',
        },
      },
    },
  };
}

function operation(route: Route, components: Components): Json {
  const { id, tag, summary, description, access, body } = route;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(access === 'public' && { security: [] }),
    parameters: parameters(route),
    ...(body && { requestBody: requestBody(body, components) }),
    responses: responses(route, components),
  };
}

function parameters({ path, query = {}, headers = {} }: Route): Json[] {
  const named = (place: string, parameters: Readonly<Record<string, QueryParameter>>) =>
    Object.entries(parameters).map(([name, { description, required, schema, example }]) => ({
      name,
      in: place,
      required,
      description,
      schema,
      example,
    }));
  const inPath = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'record' ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' },
  }));
  return [...inPath, ...named('query', query), ...named('header', headers)];
}

function requestBody(body: BodyDefinition, components: Components): Json {
  if (body.kind === 'file') {
    const content = { 'application/octet-stream': {}, 'application/pdf': {}, 'application/vnd.iccprofile': {} };
    const description =
      'A PNG or JPEG image; with the type `application/pdf` a PDF, with `application/vnd.iccprofile` an ICC profile';
    return { required: true, description, content };
  }
  const examples = Object.entries(body.examples).map(([summary, value]) => [
    summary.toLowerCase().replace(/[^a-z]+/g, '-'),
    { summary, value },
  ]);
  const content = { schema: components.refer(body.schema), examples: Object.fromEntries(examples) };
  const streamed = body.kind === 'records' && { 'application/x-ndjson': {}, 'text/csv': {} };
  return { required: true, content: { 'application/json': content, ...streamed } };
}

function responses(route: Route, components: Components): Json {
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, success(answer, route, components)]);
  const byStatus = new Map<number, ServiceErrorCode[]>();
  for (const code of route.errors) {
    const { status } = SERVICE_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusals = [...byStatus]
    .sort(([left], [right]) => left - right)
    .map(([status, codes]) => [String(status), failure(codes, components)]);
  return { ...Object.fromEntries([...answers, ...refusals]), default: failure(['internal'], components) };
}

function success({ description, content = {}, headers = {} }: AnswerDefinition, route: Route, components: Components) {
  const limits = route.isRender ? RATE_HEADERS : {};
  return {
    description,
    headers: describe({ ...headers, ...limits, 'X-Request-Id': 'The id of the request: yours, or a new one' }),
    ...(Object.keys(content).length > 0 && {
      content: Object.fromEntries(Object.entries(content).map(([type, one]) => [type, media(one, components)])),
    }),
  };
}

const RATE_HEADERS = {
  'RateLimit-Policy': 'The limit: a quota `q` of requests in a window of `w` seconds',
  RateLimit: 'Its state: `r` requests still allowed at once, all of them after `t` seconds',
  'RateLimit-Limit': 'Requests allowed at once after a pause',
  'RateLimit-Remaining': 'Requests still allowed at once',
  'RateLimit-Reset': 'Seconds until all of them are allowed at once',
};

function media(content: AnswerContent, components: Components): Json {
  return content === 'binary' ? {} : { schema: components.refer(content.schema as TSchema), example: content.example };
}

function describe(headers: Readonly<Record<string, string>>): Json {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return Object.fromEntries(described);
}

function failure(codes: readonly ServiceErrorCode[], components: Components): Json {
  const examples = codes.map((code) => [code, { value: { error: errorExample(code) } }]);
  const headers: Record<string, string> = codes.some(needsRetryAfter) ? { 'Retry-After': 'Seconds, at least 1' } : {};
  return {
    description: codes.map((code) => `\`${code}\`: ${SERVICE_ERRORS[code].title}`).join('. '),
    headers: describe({ ...headers, 'X-Request-Id': 'The id of the request: yours, or a new one' }),
    content: {
      'application/json': { schema: components.refer(ErrorBody), examples: Object.fromEntries(examples) },
    },
  };
}

function errorExample(code: ServiceErrorCode): Json {
  return {
    code,
    message: SERVICE_ERRORS[code].title,
    ...(code === 'no_credits' && { balance: 0 }),
    ...(code === 'document_not_supported' && { diagnostics: [DIAGNOSTIC] }),
  };
}
