/**
 * Whether the time of an answer tells what an account may not know: which ids, keys and e-mail addresses exist, and what
 * other accounts have rendered. For each, requests of two kinds are sent in random order, one at a time; the share of pairs
 * in which the one kind took longer is 50 % where time tells nothing.
 *
 *   npm run bench:timing -- [--samples N] [--only NAME,…]
 *
 * DATABASE_URL selects the server; default: the embedded one.
 */

import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { png } from './documents/png.js';
import { percentile } from './measure.js';
import { freePort, untilReady } from './service-client.js';

const { values } = parseArgs({ options: { samples: { type: 'string', default: '1000' }, only: { type: 'string' } } });
const samples = Number(values.samples);

const CLI = 'dist/src/cli.js';
const WARM_UP = 30;
/** Requests whose kinds are primed by another account, and those that hash passwords, take longer. */
const SLOW_SHARE = 0.2;
/** Accounts with a password: attempts on each are limited. */
const SIGN_INS = 100;
/** Standard errors from which on a difference counts. */
const CLEAR = 4;
const PASSWORD = 'correct horse battery';
const SIDE = 300;

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Two kinds of requests whose answers must be equal. Each call makes another one, of which what it needs is there. */
interface Case {
  readonly known: () => Sent | Promise<Sent>;
  readonly unknown: () => Sent | Promise<Sent>;
  readonly slow?: true;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
  /** Milliseconds of the render thread by the Server-Timing header; NaN: it has none. */
  readonly inThread: number;
}

const folder = mkdtempSync(join(tmpdir(), 'platen-timing-'));
const port = await freePort();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const env = {
  ...process.env,
  PORT: String(port),
  ADMIN_PORT: '0',
  LOG_LEVEL: 'error',
  PLATEN_DATA_DIR: folder,
  PROCESSES: '1',
  THREADS: '1',
  TRUST_PROXY: 'on',
  PORTAL_SIGNUP: 'on',
};
const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });

async function send({ method = 'GET', path, key, json, bytes, headers }: Sent): Promise<Answer> {
  const body = json === undefined ? bytes : Buffer.from(JSON.stringify(json));
  const options = {
    host: '127.0.0.1',
    port,
    path,
    method,
    agent,
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body && {
        'Content-Length': body.length,
        'Content-Type': json === undefined ? 'application/octet-stream' : 'application/json',
      }),
      ...headers,
    },
  };
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const milliseconds = performance.now() - since;
        const timing = String(response.headers['server-timing'] ?? '');
        const inThread = Number(/\brender;dur=([\d.]+)/.exec(timing)?.[1] ?? Number.NaN);
        resolve({
          status: response.statusCode!,
          text: Buffer.concat(parts).toString('latin1'),
          milliseconds,
          inThread,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** @throws when the answer is not of the status */
async function expect(status: number, sent: Sent): Promise<Answer> {
  const answer = await send(sent);
  if (answer.status !== status) throw new Error(`${sent.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  return answer;
}

async function casesOf(mine: string, theirs: string): Promise<Readonly<Record<string, Case>>> {
  const json = async (sent: Sent, status: number) =>
    JSON.parse((await expect(status, sent)).text) as Record<string, string>;
  const made = async (path: string, body: object) =>
    (await json({ method: 'POST', path, key: theirs, json: body }, 201))['id']!;
  const upload = (key: string, bytes: Uint8Array) =>
    json({ method: 'POST', path: '/v1/assets?name=a', key, bytes }, 201).then(
      (asset) => asset['id'] ?? asset['asset_id']!,
    );
  const template = await made('/v1/templates', { name: 'a', source: `<p>{{a}}${'text '.repeat(2000)}` });
  const asset = await upload(theirs, picture());
  const file = (await json(
    { method: 'POST', path: '/v1/render', key: theirs, json: { html: '<p>a', output: 'url' } },
    200,
  )) as { id: string; url: string };
  const batch = (
    await json({ method: 'POST', path: '/v1/batches', key: theirs, json: { html: '<p>a', data: [{}] } }, 202)
  )['id']!;
  const job = (
    await json(
      { method: 'POST', path: '/v1/render', key: theirs, json: { html: '<p>a' }, headers: { Prefer: 'respond-async' } },
      202,
    )
  )['id']!;
  const byId = (id: string, sent: (id: string) => Sent): Case => ({
    known: () => ({ key: mine, ...sent(id) }),
    unknown: () => ({ key: mine, ...sent(idLike(id)) }),
  });
  const post = (path: string, body: object): Sent => ({ method: 'POST', path, json: body });
  const exists = (html: (word: string) => string | Promise<string>): Case => ({
    ...primed(html, theirs, mine),
    slow: true,
  });
  const emails = await signUps();
  return {
    'a template of another account': byId(template, (id) => ({ path: `/v1/templates/${id}` })),
    'changing it': byId(template, (id) => ({ method: 'PATCH', path: `/v1/templates/${id}`, json: { name: 'b' } })),
    'deleting it': byId(template, (id) => ({ method: 'DELETE', path: `/v1/templates/${id}` })),
    'rendering it': byId(template, (id) => post('/v1/render', { template_id: id })),
    'an image in a document': byId(asset, (id) => post('/v1/validate', { html: `<img src="asset:${id}">` })),
    'deleting an image': byId(asset, (id) => ({ method: 'DELETE', path: `/v1/assets/${id}` })),
    'merging a file': byId(file.id, (id) => post('/v1/merge', { pdfs: [`render:${id}`] })),
    'a link to a file, forged': byId(file.id, (id) => ({
      path: `/v1/files/${id}?exp=9999999999&sig=${'A'.repeat(43)}`,
    })),
    'a batch': byId(batch, (id) => ({ path: `/v1/batches/${id}` })),
    'cancelling a batch': byId(batch, (id) => ({ method: 'POST', path: `/v1/batches/${id}/cancel` })),
    'retrying a batch': byId(batch, (id) => ({ method: 'POST', path: `/v1/batches/${id}/retry` })),
    'a job': byId(job, (id) => ({ path: `/v1/batches/${id}` })),
    'an API key that begins as one': {
      known: () => ({ path: '/v1/me', key: theirs.slice(0, -12) + base62(12) }),
      unknown: () => ({ path: '/v1/me', key: theirs.slice(0, 8) + base62(43) }),
    },
    'an e-mail address at the sign-in': {
      known: () => signIn(emails[Math.floor(Math.random() * emails.length)]!),
      unknown: () => signIn(`${randomUUID()}@example.com`),
      slow: true,
    },
    'a template that another account rendered': exists(
      (word) => `<p>{{#if ${word}}}{{a}}{{/if}}${'<p>{{b}}'.repeat(300)}`,
    ),
    'a style sheet': exists(
      (word) => `<style>${Array.from({ length: 300 }, (_, n) => `.${word}${n} { color: red }`).join('')}</style><p>a`,
    ),
    'its text': exists((word) => `<p>${Array.from({ length: 300 }, (_, n) => `${word}${n}`).join(' ')}`),
    'an image that another account rendered': picturesOf(upload, theirs, mine),
    'a font': fontsOf(upload, theirs, mine),
  };
}

/** A UUID of about the same time. */
function idLike(id: string): string {
  return id.slice(0, -12) + randomBytes(6).toString('hex');
}

const base62 = (length: number) => Array.from(randomBytes(length), (byte) => (byte % 36).toString(36)).join('');

function picture(): Buffer {
  const row = 1 + 3 * SIDE;
  const rows = randomBytes(SIDE * row);
  for (let y = 0; y < SIDE; y += 1) rows[y * row] = 0;
  return png(SIDE, SIDE, rows);
}

/** Documents that another account has rendered just before, and such that none has. */
function primed(html: (word: string) => string | Promise<string>, theirs: string, mine: string): Case {
  const word = () => `w${createHash('md5').update(randomBytes(8)).digest('hex').slice(0, 10)}`;
  const rendered = async (source: string) => ({
    method: 'POST',
    path: '/v1/render',
    key: mine,
    json: { html: source },
  });
  return {
    async known() {
      const source = await html(word());
      await expect(200, { method: 'POST', path: '/v1/render', key: theirs, json: { html: source } });
      return rendered(source);
    },
    async unknown() {
      await expect(200, { method: 'POST', path: '/v1/render', key: theirs, json: { html: await html(word()) } });
      return rendered(await html(word()));
    },
  };
}

type Upload = (key: string, bytes: Uint8Array) => Promise<string>;

/** Bytes that the accounts have both uploaded; of one kind, the other account has rendered them. */
function sharedFiles(
  make: () => Uint8Array,
  html: (id: string) => string,
  upload: Upload,
  theirs: string,
  mine: string,
): Case {
  const prepare = async (isSame: boolean): Promise<Sent> => {
    const bytes = make();
    const other = await upload(theirs, isSame ? bytes : make());
    await expect(200, { method: 'POST', path: '/v1/render', key: theirs, json: { html: html(other) } });
    const own = await upload(mine, bytes);
    return { method: 'POST', path: '/v1/render', key: mine, json: { html: html(own) } };
  };
  return { known: () => prepare(true), unknown: () => prepare(false), slow: true };
}

const picturesOf = (upload: Upload, theirs: string, mine: string): Case =>
  sharedFiles(picture, (id) => `<img src="asset:${id}">`, upload, theirs, mine);

/** A font is sent within the document, as fonts are no assets. */
function fontsOf(_upload: Upload, theirs: string, mine: string): Case {
  const path = '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf';
  const font = readFileSync(createRequire(import.meta.url).resolve(path));
  const html = () => {
    // After the tables: it changes the content, and nothing that is read.
    const bytes = Buffer.concat([font, randomBytes(8)]).toString('base64');
    return `<style>@font-face { font-family: f; src: url(data:font/ttf;base64,${bytes}) }</style><p style="font-family: f">abc`;
  };
  return { ...primed(html, theirs, mine), slow: true };
}

/** @returns the addresses of accounts with a password */
async function signUps(): Promise<string[]> {
  const emails = Array.from({ length: SIGN_INS }, () => `${randomUUID()}@example.com`);
  for (const email of emails)
    await expect(204, { ...signIn(email), path: '/portal/sign-up', json: { email, password: PASSWORD } });
  return emails;
}

/** From an address of its own: attempts of each are limited. */
function signIn(email: string): Sent {
  const headers = { 'X-Forwarded-For': Array.from(randomBytes(4)).join('.') };
  return { method: 'POST', path: '/portal/sign-in', headers, json: { email, password: 'not this one at all' } };
}

/** Sends both kinds in random order. */
async function compare({ known, unknown, slow }: Case) {
  const times: Record<'known' | 'unknown', { ms: number[]; inThread: number[] }> = {
    known: { ms: [], inThread: [] },
    unknown: { ms: [], inThread: [] },
  };
  const answers = new Set<string>();
  const count = Math.ceil(samples * (slow ? SLOW_SHARE : 1));
  for (let n = -WARM_UP; n < count; n += 1) {
    for (const kind of Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const sent = await (kind === 'known' ? known : unknown)();
      const { status, milliseconds, inThread } = await send(sent);
      answers.add(`${kind} ${status}`);
      if (n < 0) continue;
      times[kind].ms.push(milliseconds);
      times[kind].inThread.push(inThread);
    }
  }
  const { known: one, unknown: other } = times;
  return {
    answers: [...answers],
    ...judged(one.ms, other.ms),
    ...(Number.isNaN(one.inThread[0]) ? {} : { inThread: judged(one.inThread, other.inThread) }),
  };
}

/**
 * The probability that one of the first takes longer than one of the second, and how many standard errors it is from a half.
 * Source: https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test
 */
function judged(first: readonly number[], second: readonly number[]) {
  const all = [...first.map((ms) => ({ ms, isFirst: true })), ...second.map((ms) => ({ ms, isFirst: false }))];
  all.sort((a, b) => a.ms - b.ms);
  let sum = 0;
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end]!.ms === all[start]!.ms) end += 1;
    // Equal times share the mean of their ranks.
    for (let at = start; at < end; at += 1) if (all[at]!.isFirst) sum += (start + end + 1) / 2;
  }
  const [n, m] = [first.length, second.length];
  const longer = (sum - (n * (n + 1)) / 2) / (n * m);
  const z = (longer - 0.5) / Math.sqrt((n + m + 1) / (12 * n * m));
  const medians = [percentile(first, 0.5), percentile(second, 0.5)] as const;
  return { pairs: n, medians, difference: medians[0] - medians[1], longer, z, differs: Math.abs(z) > CLEAR };
}

const service = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  await untilReady(port, service);
  const [mine, theirs] = ['mine', 'theirs'].map((name) => {
    command('account', 'create', '--email', `${name}@example.com`, '--plan', 'self-hosted');
    return command('key', 'create', '--email', `${name}@example.com`).trim();
  }) as [string, string];
  const results: Record<string, object> = {};
  for (const [name, one] of Object.entries(await casesOf(mine, theirs))) {
    if (values.only !== undefined && !values.only.split(',').some((part) => name.includes(part))) continue;
    results[name] = await compare(one);
    console.error(name, JSON.stringify(results[name]));
  }
  console.log(JSON.stringify({ load: loadavg()[0], results }, undefined, 1));
} finally {
  agent.destroy();
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
