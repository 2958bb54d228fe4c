/**
 * Thousands of requests drawn from the OpenAPI document, proper and improper: every answer is a documented one. A seed
 * always draws the same requests, but for the ids and links in them, which the service makes.
 */

import t from 'tap';
import { png } from '../../support/images.js';
import { seeds } from '../../support/sample.js';
import { type Operation, operationsOf, problems } from '../support/document.js';
import { onEachPostgres } from '../support/postgres.js';
import { type Answer, openService, type Request } from '../support/service.js';

/** Of a full run, which sees every operation succeed. */
const ALL = 5000;
/** Numbers of requests. */
const REQUESTS =
  process.env['FUZZ_REQUESTS'] === undefined
    ? seeds(ALL, 'requests')
    : Array.from({ length: Number(process.env['FUZZ_REQUESTS']) }, (_, index) => index);
const PNG = new Uint8Array(png(1, 1));
const AT_ONCE = 8;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20241);

// biome-ignore lint/suspicious/noExplicitAny: JSON that is looked into
type Json = any;

/** Source: https://en.wikipedia.org/wiki/Xorshift */
class Dice {
  #state: number;

  /** @param index  of the request: each has dice of its own, whichever comes first */
  constructor(seed: number, index: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 1;
    for (let i = 0; i < 8; i += 1) this.next();
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
const NO_SUCH_ASSET = 'asset:01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37';
const nested = (depth: number): Json => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Optional fields that an object has on average, at most: each may be refused. */
const OPTIONAL_FIELDS = 1;

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
          .filter(([field], _, { length }) => {
            if (schema.required?.includes(field)) return dice.chance(0.95);
            // Every document needs one of the two, and no more.
            if (field === 'html') return dice.chance(0.7);
            if (field === 'template_id') return dice.chance(0.2);
            return dice.chance(Math.min(0.35, OPTIONAL_FIELDS / length));
          })
          .map(([field, one]) => [field, draw(dice, one, field)]),
      );
  }
}

interface Drawn {
  readonly path: string;
  readonly request: Request;
}

/** Paths to request: ids and links of the service, each in place of one that an earlier request used. */
class Known {
  readonly ids: Record<string, string[]> = { templates: [], assets: [], files: [], batches: [] };
  readonly links: string[] = [];
  /** In base64. */
  readonly pdfs: string[] = [];

  /** @param index  of the request */
  learn(index: number, { path }: Pick<Operation, 'path'>, { status, json }: Answer): void {
    const place = index % SLOTS;
    if (status === 201 || (status === 202 && path === '/v1/batches')) this.ids[path.split('/')[2]!]![place] = json.id;
    if (!json?.url) return;
    const { pathname, search } = new URL(json.url);
    this.links[place] = pathname + search;
    this.ids['files']![place] = json.id;
  }
}

const SLOTS = 16;
const plain = (text: string) => text.replace(/\p{Cs}/gu, '?');
const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').trim();

class Draughtsman {
  constructor(
    readonly dice: Dice,
    readonly known: Known,
    readonly key: string,
  ) {}

  request({ path, parameters, body, isPublic }: Operation): Drawn {
    const { dice, known, key } = this;
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    for (const { name, in: place, schema, example } of parameters) {
      if (!dice.chance(0.8)) continue;
      const text = dice.chance(0.3) ? example : String(draw(dice, schema, name));
      if (place === 'query') query.set(name, plain(text));
      else if (place === 'header') headers[name] = ascii(text);
    }
    if (path === '/v1/files/{id}' && dice.chance(0.7)) return { path: dice.one(known.links), request: { headers } };
    const ids = known.ids[path.split('/')[2]!];
    const id = ids && dice.chance(0.7) ? dice.one(ids) : plain(dice.one(TEXTS)) || '%';
    const target = path.replace('{id}', encodeURIComponent(id));
    const wrongKeys = [{}, { key: 'pk_live_x' }, { key: '?' }, { key: 'x'.repeat(200) }];
    const auth = isPublic ? {} : dice.chance(0.97) ? { key } : dice.one(wrongKeys);
    const content = this.#body(body, headers);
    return { path: query.size > 0 ? `${target}?${query}` : target, request: { ...auth, headers, ...content } };
  }

  #body(body: Operation['body'], headers: Record<string, string>): Request {
    if (!body) return {};
    const { dice, known } = this;
    const [type, schema] = Object.entries(body)[0]!;
    headers['Content-Type'] = dice.chance(0.97) ? type : dice.one(['text/plain', 'application/xml', 'a/b;c']);
    if (dice.chance(0.03)) return { body: dice.one(['', '{', '[1,2', '\u0000', '"a"']) };
    if (schema === undefined) {
      const images = [PNG, PNG.subarray(0, 20), Buffer.from('GIF89a'), Buffer.of(0xff, 0xd8, 0xff)];
      return { body: new Uint8Array(dice.one(images)) };
    }
    const drawn = draw(dice, schema, '');
    if (drawn?.template_id && dice.chance(0.7)) {
      drawn.template_id = dice.one(known.ids['templates']!);
      if (dice.chance(0.8)) delete drawn.html;
    }
    if (Array.isArray(drawn?.pdfs) && dice.chance(0.5)) {
      drawn.pdfs = [
        dice.one(known.ids['files']!.map((id) => `render:${id}`)),
        dice.one([...known.pdfs, NO_SUCH_ASSET]),
      ];
    }
    if (drawn?.html && dice.chance(0.2)) drawn.html += `<img src="asset:${dice.one(known.ids['assets']!)}">`;
    return { body: JSON.stringify(drawn) };
  }
}

/** The problems of a reply; empty when there are none. */
function judge({ responses }: Operation, { status, headers, json, bytes }: Answer): string[] {
  const content = responses[String(status)];
  if (status >= 500) return [`status ${status} ${bytes.toString().slice(0, 200)}`];
  if (!content) return [`status ${status} is not documented`];
  if (!/^[\w.:/+=-]+$/.test(headers.get('x-request-id') ?? '')) return ['no X-Request-Id'];
  const type = headers.get('content-type');
  if (type === null) return Object.keys(content).length === 0 && bytes.length === 0 ? [] : ['no content'];
  if (!(type in content)) return [`content type ${type} is not documented`];
  return content[type] ? problems(content[type], json) : [];
}

onEachPostgres(t, async (t, postgres) => {
  const service = await openService(t, await postgres.create(t), { QUEUE_LIMIT: '1000', QUEUE_TIMEOUT: '600s' });
  const { key } = await service.account();
  const operations = operationsOf((await service.send('GET', '/openapi.json')).json);
  const known = new Known();
  for (let place = 0; place < SLOTS; place += 1) {
    const saved = await service.send('POST', '/v1/templates', { key, json: { name: 'a', source: SOURCES[0]! } });
    known.learn(place, { path: '/v1/templates' }, saved);
    known.learn(place, { path: '/v1/assets' }, await service.send('POST', '/v1/assets?name=a', { key, body: PNG }));
    const rendered = await service.send('POST', '/v1/render', { key, json: { html: 'a', output: 'url' } });
    known.learn(place, { path: '/v1/render' }, rendered);
    const { bytes } = await service.send('POST', '/v1/render', { key, json: { html: String(place) } });
    known.pdfs.push(Buffer.from(bytes).toString('base64'));
  }

  t.test(`${REQUESTS.length} requests, seed ${SEED}`, async (t) => {
    const wrong: string[] = [];
    const statuses = new Map<string, number>();
    let next = 0;
    const ask = async () => {
      while (next < REQUESTS.length && wrong.length < 20) {
        const index = REQUESTS[next++]!;
        const dice = new Dice(SEED, index);
        const operation = dice.one(operations);
        const { path, request } = new Draughtsman(dice, known, key).request(operation);
        const answer = await service.send(operation.method, path, request);
        const at = `${operation.method} ${operation.path} ${answer.status}`;
        statuses.set(at, (statuses.get(at) ?? 0) + 1);
        known.learn(index, operation, answer);
        const found = judge(operation, answer);
        if (found.length === 0) continue;
        const body = String(request.body).slice(0, 300);
        wrong.push(`request ${index}: ${operation.method} ${path} ${body}: ${found.join('; ')}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    t.strictSame(wrong, []);
    t.comment([...statuses].sort().join('; '));
    if (REQUESTS.length < ALL) return;
    // What can be had of a batch depends on when it is done: batches.test.ts.
    for (const { method, path, responses } of operations.filter(({ path }) => !path.startsWith('/v1/batches/'))) {
      const [success] = Object.keys(responses);
      t.ok(
        (statuses.get(`${method} ${path} ${success}`) ?? 0) > REQUESTS.length / 1000,
        `${method} ${path} ${success}`,
      );
    }
  });
});
