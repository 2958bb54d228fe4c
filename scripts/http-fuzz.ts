/**
 * Sends damaged requests to the service, byte by byte: each must be answered as HTTP allows and the documentation says, or
 * refused without an answer, and the service must go on. Requests that run code which none before them ran are damaged
 * further: `fuzz/coverage.ts`. A find is written into a folder; the exit code is then 1.
 *
 *   npm run fuzz:http -- [--seed N] [--seconds N] [-o FOLDER]
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { openEmbeddedPostgres } from '../src/service/storage/embedded/server.js';
import { migrate } from '../src/service/storage/migrate.js';
import { migrateQueue } from '../src/service/storage/queue-schema.js';
import { built } from '../test/support/build.js';
import { png } from '../test/support/images.js';
import { randomness } from '../test/support/mutations.js';
import { Coverage } from './fuzz/coverage.js';
import { mutateBytes } from './fuzz/mutate-bytes.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    output: { type: 'string', short: 'o', default: 'fuzz-finds' },
  },
});
const random = randomness(Number(values.seed));
/** Connections at the same time; when code is new, all of their requests are kept. */
const AT_ONCE = 8;
/** Milliseconds without a byte after which a request counts as incomplete, and of a health check. */
const QUIET = 150;
const HEALTH = 10_000;
/** Of requests that the service may refuse although nothing is wrong with it. */
const ALLOWED_5XX = new Set([501, 503, 505]);

const folder = mkdtempSync(join(tmpdir(), 'platen-http-fuzz-'));
const postgres = await openEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } });
const connection = { url: postgres.url, connectTimeout: 10, statementTimeout: 60 };
await migrate(connection);
await migrateQueue(connection);
const load = async <T>(module: string): Promise<T> => import(pathToFileURL(built(module)).href);
const { openHttpProcess } = await load<typeof import('../src/server/http-process.js')>('src/server/http-process.js');
const { loadConfig } = await load<typeof import('../src/config.js')>('src/config.js');
const environment = { PORT: '0', THREADS: '1', PROCESSES: '1', PLATEN_DATA_DIR: folder, DATABASE_URL: postgres.url };
const problems: string[] = [];
const service = await openHttpProcess(loadConfig(environment), {
  databaseUrl: postgres.url,
  // A fault of the service is logged as an error, whatever was answered.
  log: pino({ level: 'error' }, { write: (line: string) => void problems.push(line) }),
});
process.on('uncaughtException', (error) => problems.push(`uncaught: ${error.stack}`));
process.on('unhandledRejection', (reason) => problems.push(`unhandled: ${(reason as Error)?.stack ?? reason}`));

const account = await service.data.accounts.create({ email: 'fuzz@example.com', plan: 'self-hosted' });
const { key } = await service.data.keys.create(account.id, 'fuzz');
const requests = await seeds();
const coverage = await Coverage.start(/\.tap\/build\/(?:src\/(?:service|portal|records|server)|workers)\//);
const counts: Record<string, number> = { requests: 0, kept: 0, unanswered: 0, finds: 0 };
await Promise.all(requests.map(exchange));
await coverage.hasGrown();
const until = performance.now() + Number(values.seconds) * 1000;
while (performance.now() < until) {
  const batch = Array.from({ length: AT_ONCE }, () =>
    Buffer.from(mutateBytes(requests[Math.floor(random() * requests.length)]!, requests, random)),
  );
  const answers = await Promise.all(batch.map(exchange));
  for (const [index, answer] of answers.entries()) judge(batch[index]!, answer);
  counts['requests']! += batch.length;
  if (!(await isHealthy())) problems.push('no answer to a health check');
  if (problems.length > 0) report(Buffer.concat(batch), problems.splice(0).join('\n'));
  else if (await coverage.hasGrown()) {
    requests.push(...batch);
    counts['kept']! += batch.length;
  }
}
await service.end('stopping');
await postgres.close();
rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
console.log(JSON.stringify({ seed: values.seed, ...counts }));
process.exit(counts['finds'] === 0 ? 0 : 1);

/** Proper requests to every kind of route. */
async function seeds(): Promise<Buffer[]> {
  const head = (method: string, path: string, headers: readonly string[] = []) =>
    [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`, ...headers].join('\r\n');
  const body = (method: string, path: string, type: string, content: string | Uint8Array, more: string[] = []) => {
    const bytes = Buffer.from(content);
    const headers = [`Content-Type: ${type}`, `Content-Length: ${bytes.length}`, ...more];
    return Buffer.concat([Buffer.from(`${head(method, path, headers)}\r\n\r\n`), bytes]);
  };
  const json = (method: string, path: string, content: object, more: string[] = []) =>
    body(method, path, 'application/json', JSON.stringify(content), more);
  const get = (path: string, headers: string[] = []) => Buffer.from(`${head('GET', path, headers)}\r\n\r\n`);
  const id = '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
  const chunked = `${head('POST', '/v1/validate', ['Transfer-Encoding: chunked'])}\r\n\r\n12\r\n{"html": "<p>abc"}\r\n0\r\n\r\n`;
  return [
    ...[
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/v1/me',
      '/v1/templates',
      '/v1/assets',
      '/v1/batches',
      '/portal',
      '/',
    ].map((path) => get(path)),
    get(`/v1/templates/${id}`),
    get(`/v1/batches/${id}/records/1?exp=99999999999&sig=abc`),
    get(`/v1/files/${id}?exp=99999999999&sig=abc`, ['Range: bytes=0-9', 'If-None-Match: "a"']),
    get('/v1/me', ['Accept-Encoding: gzip, br;q=0.5', 'X-Request-Id: a', 'traceparent: 00-0-0-01']),
    json('POST', '/v1/render', { html: '<p>{{a}}', data: { a: 1 }, title: 't' }, ['Priority: u=1, i']),
    json('POST', '/v1/render', { html: '<p>a', output: 'url' }, ['Idempotency-Key: a', 'Prefer: respond-async']),
    json('POST', '/v1/validate', { html: '<img src="asset:x">', strict: true, locale: 'de' }),
    json('POST', '/v1/templates', { name: 'a', source: '{{b}}', sample_data: { b: [1, null, true] } }),
    json('PATCH', `/v1/templates/${id}`, { name: 'b' }),
    json('POST', '/v1/merge', { pdfs: [`asset:${id}`] }),
    json('POST', '/v1/batches', { html: '{{a}}', data: [{ a: 1 }, {}] }),
    body('POST', '/v1/batches?html=%7B%7Ba%7D%7D&locale=de', 'application/x-ndjson', '{"a": 1}\n{"a": "é"}\n'),
    body('POST', '/v1/batches?html=x&output=merged', 'text/csv; charset=utf-8', 'a,b\n"1, 2",3\n'),
    body('POST', '/v1/assets?name=a.png', 'application/octet-stream', png(2, 2)),
    json('POST', '/portal/sign-in', { email: 'a@example.com', password: 'x' }, ['Origin: http://localhost']),
    json('POST', '/portal/sign-in/link', { token: 'a'.repeat(43) }),
    Buffer.from(`${head('DELETE', `/v1/assets/${id}`)}\r\n\r\n`),
    Buffer.from(
      `${head('OPTIONS', '/v1/render', ['Origin: http://a', 'Access-Control-Request-Method: POST'])}\r\n\r\n`,
    ),
    Buffer.from(chunked),
    Buffer.concat([get('/v1/me'), get('/healthz')]),
  ];
}

/** @returns all that came back until the connection ended, or nothing came for a while */
function exchange(request: Uint8Array): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(service.port, '127.0.0.1');
    let timer = setTimeout(end, QUIET);
    function end() {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(parts));
    }
    socket.on('error', end);
    socket.on('close', end);
    socket.on('data', (part) => {
      parts.push(part);
      clearTimeout(timer);
      timer = setTimeout(end, QUIET);
    });
    socket.write(request);
  });
}

function judge(request: Buffer, answer: Buffer): void {
  const problem = problemOf(answer);
  if (problem !== undefined) report(request, problem);
}

/** @returns what is wrong with an answer, if anything is */
function problemOf(answer: Buffer): string | undefined {
  if (answer.length === 0) {
    counts['unanswered']! += 1;
    return undefined;
  }
  const text = answer.toString('latin1');
  const [, status = ''] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/.exec(text) ?? [];
  if (status === '') return `no answer of HTTP: ${text.slice(0, 100)}`;
  counts[status] = (counts[status] ?? 0) + 1;
  if (Number(status) >= 500 && !ALLOWED_5XX.has(Number(status))) return `${status}: ${text}`;
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  const malformed = head.split('\r\n').find((line, index) => index > 0 && !/^[\w-]+: ?[^\0\r\n]*$/.test(line));
  if (malformed !== undefined) return `a malformed header: ${malformed}`;
  if (!text.includes('"code":"malformed_request"')) return undefined;
  // What follows a request whose length is not known must not be taken for another one.
  return text.split(/HTTP\/1\.1 \d{3} /).length > 2 ? `answers after malformed_request: ${text}` : undefined;
}

async function isHealthy(): Promise<boolean> {
  const signal = AbortSignal.timeout(HEALTH);
  return fetch(`http://127.0.0.1:${service.port}/healthz`, { signal }).then(
    (answer) => answer.ok,
    () => false,
  );
}

function report(request: Uint8Array, problem: string): void {
  counts['finds']! += 1;
  mkdirSync(values.output, { recursive: true });
  const name = join(values.output, `http-${values.seed}-${counts['requests']}-${counts['finds']}`);
  writeFileSync(name, request);
  writeFileSync(`${name}.txt`, `${problem}\n`);
  console.log(`${name}: ${problem.split('\n', 2).join(' ').slice(0, 300)}`);
}
