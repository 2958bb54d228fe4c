/** Thousands of requests drawn from the OpenAPI document, proper and improper: every answer is a documented one. */

import t from 'tap';
import { png } from '../../support/images.js';
import { type Operation, operationsOf, problems } from '../support/document.js';
import { onEachPostgres } from '../support/postgres.js';
import { type Answer, openService, type Request } from '../support/service.js';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 5000);
const PNG = png(1, 1);
const AT_ONCE = 8;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20241);

// biome-ignore lint/suspicious/noExplicitAny: JSON that is looked into
type Json = any;

/** Source: https://en.wikipedia.org/wiki/Xorshift */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 1;
  }

  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  one<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }
}

const SOURCES = [
  '<p>a',
  '',
  '{{',
  '{{name}}',
  '{{> a}}',
  '{{> (lookup . "x")}}',
  '{{#each x}}{{this}}{{/each}}',
  '{{currency 1 "XXX"}}',
  '{{frobnicate}}x{{frobnicate 1}}',
  '<style>@page{size:1px 1px}</style>x',
  '<style>}{</style>',
  '<table><td>x<p>',
  '<img src="asset:x">',
  '<img src="http://169.254.169.254/">',
  '\u{1F600}\u200f\u0000\ufffe',
  '<svg><path d="M0 0L1 1"/></svg>',
  '<p style="width:1e999px;color:#12">a',
  '<div style="display:grid;grid-template-columns:repeat(auto-fill,0)">a',
  '{{{data}}}',
  '<b><i></b></i>',
  '<p style="break-after:page">'.repeat(3),
];
const TEXTS = [
  'a',
  '',
  ' ',
  'de-DE',
  'en',
  'xx-invalid-locale-tag-thing',
  '../..',
  "'; drop table account; --",
  '\u0000',
  'é\u0301',
  '\ud800',
  '{{a}}',
  'null',
  'x'.repeat(300),
  '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37',
  'pdf',
  'url',
  '\r\nX-Evil: 1',
];
const OTHERS: readonly Json[] = [null, true, false, 0, -1, 1e308, 1.5, '', 'a', [], {}, [null], { a: 1 }, [[[[]]]]];
const nested = (depth: number): Json => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

/** A value that may or may not fit the schema. */
function draw(dice: Dice, schema: Json, name: string): Json {
  if (dice.chance(0.08)) return dice.one(OTHERS);
  if (schema.anyOf) return draw(dice, dice.one(schema.anyOf), name);
  if (schema.enum) return dice.chance(0.9) ? dice.one(schema.enum) : dice.one(TEXTS);
  switch (schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return dice.chance(0.3);
    case 'integer':
      return Math.floor(dice.next() * 1e6) - 10;
    case 'array':
      return Array.from({ length: Math.floor(dice.next() * 3) }, () => draw(dice, schema.items, name));
    case 'string':
      return name === 'html' || name === 'source' ? dice.one(SOURCES) : dice.one(TEXTS);
    default:
      if (!schema.properties)
        return dice.chance(0.05) ? { deep: nested(3000) } : { name: dice.one(TEXTS), x: dice.one(OTHERS) };
      return Object.fromEntries(
        Object.entries<Json>(schema.properties)
          .filter(([field]) => dice.chance(schema.required?.includes(field) ? 0.95 : 0.35))
          .map(([field, one]) => [field, draw(dice, one, field)]),
      );
  }
}

interface Drawn {
  readonly path: string;
  readonly request: Request;
}

onEachPostgres(t, async (t, postgres) => {
  const service = await openService(t, await postgres.create(t), { QUEUE_LIMIT: '1000', QUEUE_TIMEOUT: '600s' });
  const { key } = await service.account();
  const operations = operationsOf((await service.send('GET', '/openapi.json')).json);
  const dice = new Dice(SEED);
  /** What there is to ask for, besides what there is not. */
  const ids = { templates: ['x'], assets: ['x'], files: ['x'] };
  const links: string[] = [];

  const drawRequest = ({ path, parameters, body, isPublic }: Operation): Drawn => {
    const kind = path.split('/')[2] as keyof typeof ids;
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    for (const { name, in: place, schema } of parameters) {
      if (!dice.chance(0.8)) continue;
      const text = String(draw(dice, schema, name));
      if (place === 'query') query.set(name, text.replace(/\p{Cs}/gu, '?'));
      else if (place === 'header') headers[name] = text.replace(/[^\x20-\x7e]/g, '?').trim();
    }
    if (path === '/v1/files/{id}' && links.length > 0 && dice.chance(0.7))
      return { path: dice.one(links), request: { headers } };
    const target = path.replace(
      '{id}',
      encodeURIComponent(
        dice.chance(0.7) ? dice.one(ids[kind] ?? ['x']) : dice.one(TEXTS).replace(/\p{Cs}/gu, '?') || '%',
      ),
    );
    const auth = isPublic
      ? {}
      : dice.chance(0.97)
        ? { key }
        : dice.one([{}, { key: 'pk_live_x' }, { key: dice.one(['é', 'x'.repeat(200)]).replace('é', '?') }]);
    const content = drawBody(body, headers);
    return { path: query.size > 0 ? `${target}?${query}` : target, request: { ...auth, headers, ...content } };
  };

  const drawBody = (body: Operation['body'], headers: Record<string, string>): Request => {
    if (!body) return {};
    const [type] = Object.entries(body);
    headers['Content-Type'] = dice.chance(0.97) ? type![0] : dice.one(['text/plain', 'application/xml', 'a/b;c']);
    if (dice.chance(0.03)) return { body: dice.one(['', '{', '[1,2', '\u0000', '"a"']) };
    if (type![1] === undefined)
      return {
        body: new Uint8Array(dice.one([PNG, PNG.subarray(0, 20), Buffer.from('GIF89a'), Buffer.of(0xff, 0xd8, 0xff)])),
      };
    return { body: JSON.stringify(draw(dice, type![1], '')) };
  };

  const judge = (operation: Operation, { status, headers, json, bytes }: Answer): string[] => {
    const content = operation.responses[String(status)];
    if (status >= 500) return [`status ${status} ${bytes.toString().slice(0, 200)}`];
    if (!content) return [`status ${status} is not documented`];
    if (!/^[\w.:/+=-]+$/.test(headers.get('x-request-id') ?? '')) return ['no X-Request-Id'];
    const type = headers.get('content-type');
    if (type === null) return Object.keys(content).length === 0 && bytes.length === 0 ? [] : ['no content'];
    if (!(type in content)) return [`content type ${type} is not documented`];
    return content[type] ? problems(content[type], json) : [];
  };

  const learn = ({ path }: Operation, { status, json }: Answer) => {
    const kind = path.split('/')[2] as keyof typeof ids;
    if (status === 201) ids[kind].push(json.id);
    if (ids[kind]?.length > 20) ids[kind].shift();
    if (json?.url) links.push(new URL(json.url).pathname + new URL(json.url).search);
  };

  t.test(`${REQUESTS} requests, seed ${SEED}`, async (t) => {
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    let left = REQUESTS;
    const ask = async () => {
      while (left-- > 0 && wrong.length < 20) {
        const operation = dice.one(operations);
        const { path, request } = drawRequest(operation);
        const answer = await service.send(operation.method, path, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        learn(operation, answer);
        const found = judge(operation, answer);
        if (found.length > 0)
          wrong.push(`${operation.method} ${path} ${String(request.body).slice(0, 300)}: ${found.join('; ')}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    t.strictSame(wrong, []);
    t.comment(
      [...statuses]
        .sort(([one], [other]) => one - other)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    );
    t.ok((statuses.get(200) ?? 0) > REQUESTS / 10, 'a good part of them succeeds');
  });
});
