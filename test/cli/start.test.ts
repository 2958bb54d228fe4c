/** `npm start`, as a stranger meets it: one line starts it, the next one that it prints gives a PDF. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { onEachPostgres } from '../service/support/postgres.js';
import { freePort } from '../service/support/s3.js';
import { until } from '../service/support/until.js';
import { ROOT } from '../support/build.js';
import { blocks } from '../support/documents.js';
import { png } from '../support/images.js';
import { textOf } from '../support/pdf.js';
import { firstCurl, shell } from '../support/shell.js';

const NOBODY = 65_534;

interface Started {
  readonly process: ChildProcess;
  readonly url: string;
  /** Output so far. */
  readonly output: () => string;
  readonly exitCode: () => Promise<number | null>;
}

interface StartOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Default: npm start. */
  readonly command?: readonly [program: string, ...args: string[]];
  /** Default: as who runs the test. */
  readonly user?: number;
}

function launch(t: Test, { env, command = ['npm', 'start'], user }: StartOptions) {
  const home = folder(t, user);
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: home, PORT: '0', ADMIN_PORT: '0', PROCESSES: '1', THREADS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const closed = once(child, 'close');
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await closed;
  });
  return { child, output: () => output, closed };
}

/** Resolves when it serves and has said what it has to say. */
async function start(t: Test, options: StartOptions): Promise<Started> {
  const { child, output, closed } = launch(t, options);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /^Platen serves (\S+)$/m.exec(output())?.[1];
      if (found) resolve(found);
    });
    void closed.then(() => reject(new Error(`it ended: ${output()}`)));
  });
  return { process: child, url, output, exitCode: () => closed.then(() => child.exitCode) };
}

/** A folder outside the project, removed when the test has ended. */
function folder(t: Test, owner?: number): string {
  const made = mkdtempSync(join(tmpdir(), 'platen-start-'));
  if (owner !== undefined) chownSync(made, owner, owner);
  t.teardown(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const pdfText = (path: string) => textOf(readFileSync(path));

t.test('the first start makes an account and prints a command that gives a PDF', async (t) => {
  const dataDir = folder(t);
  const adminPort = await freePort();
  // Both starts listen there.
  const env = { PLATEN_DATA_DIR: dataDir, PORT: `${await freePort()}`, ADMIN_PORT: `${adminPort}` };
  const started = await start(t, { env });
  const output = started.output();
  t.match(output, /^Account: demo@localhost$/m);
  t.match(output, /^API key \(shown this once\): pk_live_\w{43}$/m);
  t.match(output, `Data: ${dataDir} (PLATEN_DATA_DIR)`);

  const cwd = folder(t);
  const printed = firstCurl(output);
  await shell(printed, { cwd });
  t.equal(await pdfText(join(cwd, 'hello.pdf')), 'Hello world');

  t.test('the sign-in link leads to the portal', async (t) => {
    const link = /http:\S+#token=\S+/.exec(output)![0];
    const page = await fetch(link);
    t.match([page.status, page.headers.get('content-type')], [200, /^text\/html/]);
    t.match(await page.text(), '<script');
  });

  t.test('the first curl of the README works as it stands', async (t) => {
    const command = firstCurl(blocks(readFileSync(join(ROOT, 'README.md'), 'utf8'), 'sh').join('\n'));
    const target = join(cwd, 'readme.pdf');
    const here = command.replace('http://127.0.0.1:8080', started.url).replace(/-o \S+/, `-o ${target}`);
    t.not(here, command);
    await shell(here, { cwd: ROOT, env });
    t.equal(await pdfText(target), 'Invoice 7 Total: €1,234.50');
  });

  t.test('the walk through the API works as it stands', async (t) => {
    const scripts = blocks(readFileSync(join(ROOT, 'docs/service.md'), 'utf8'), 'sh').filter((text) =>
      text.includes('curl'),
    );
    t.equal(scripts.length, 7);
    copyFileSync(join(cwd, 'readme.pdf'), join(cwd, 'terms.pdf'));
    writeFileSync(join(cwd, 'invoices.ndjson'), '{"name": "Cem"}\n');
    writeFileSync(join(cwd, 'logo.png'), png(8, 8));
    const here = scripts.join('\n').replaceAll('http://127.0.0.1:8080', started.url);
    const said = await shell(`set -eu\n${here}`, { cwd, env: { KEY: /pk_live_\w+/.exec(output)![0] } });
    t.equal(await pdfText(join(cwd, 'letter.pdf')), 'Dear Ada');
    t.equal(await pdfText(join(cwd, 'whole.pdf')), 'Contract Invoice 7 Total: €1,234.50');
    const link = /"url":"([^"]+)"/.exec(said)![1]!;
    t.equal(await textOf(new Uint8Array(await (await fetch(link)).arrayBuffer())), 'Dear Ada');
    t.match(said, /"ok":true.*"notices":.*widht.*"email":"demo@localhost".*"total":2.*"total":1.*"total":1/s);
  });

  t.test('what is being rendered when it is told to end is finished, and nothing is left running', async (t) => {
    const key = /pk_live_\w+/.exec(output)![0];
    const html = '<p>word {{#each (range 1 20000)}}word {{/each}}';
    const render = fetch(`${started.url}/v1/render`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ html }),
    });
    await until('it is rendered', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
      return /^platen_renders_running(?:\{.*\})? 1$/m.test(metrics);
    });
    started.process.kill('SIGTERM');
    started.process.kill('SIGINT'); // a terminal and npm both send one
    const answer = await render;
    t.equal(answer.status, 200);
    t.ok((await answer.arrayBuffer()).byteLength > 10_000);
    t.equal(await started.exitCode(), 0);
    t.notOk(existsSync(join(dataDir, 'postgres/postmaster.pid')), 'Postgres has ended');
    await t.rejects(fetch(`${started.url}/healthz`));
  });

  t.test('the next start has the same data, and the key is not shown again', async (t) => {
    const again = await start(t, { env });
    t.notMatch(again.output(), 'pk_live_');
    t.match(
      again.output(),
      /another one is made by\n\nPLATEN_DATA_DIR='.*' node dist\/src\/cli\.js key create --email/,
    );
    await shell(printed.replace('hello.pdf', 'again.pdf'), { cwd });
    t.equal(await pdfText(join(cwd, 'again.pdf')), 'Hello world');
    const another = /^PLATEN_DATA_DIR=.*$/m.exec(again.output())![0];
    t.match(await shell(another, { cwd: ROOT }), /^pk_live_\w{43}\n$/);
    again.process.kill('SIGTERM');
    t.equal(await again.exitCode(), 0);
  });
});

t.test('an ordinary user starts it too', async (t) => {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return t.pass('this is one');
  if (!isOpen(ROOT) || !isOpen(process.execPath)) return t.pass('no other user can read this checkout');
  const cwd = folder(t, NOBODY);
  const env = { PLATEN_DATA_DIR: join(cwd, 'data') };
  const started = await start(t, { env, command: ['node', 'scripts/start.mjs'], user: NOBODY });
  await shell(firstCurl(started.output()), { cwd });
  t.equal(await pdfText(join(cwd, 'hello.pdf')), 'Hello world');
  started.process.kill('SIGTERM');
  t.equal(await started.exitCode(), 0);

  const denied = folder(t);
  const { output, closed } = launch(t, {
    env: { PLATEN_DATA_DIR: join(denied, 'data') },
    command: ['node', 'scripts/start.mjs'],
    user: NOBODY,
  });
  t.strictSame(await closed, [2, null]);
  t.match(
    output(),
    `platen: user ${NOBODY} may not write to the data folder ${join(denied, 'data')}: change its owner`,
  );
});

/** Everyone may pass all folders above it. */
function isOpen(path: string): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) if ((statSync(at).mode & 0o005) !== 0o005) return false;
  return true;
}

t.test('instead of the last port, the one before it is proposed', async (t) => {
  const other = createServer().on('error', () => undefined); // which means that the port is in use
  await new Promise((resolve) => other.on('listening', resolve).on('error', resolve).listen(65535, '127.0.0.1'));
  t.teardown(() => other.close());
  const { output, closed } = launch(t, { env: { PLATEN_DATA_DIR: folder(t), PORT: '65535' } });
  t.strictSame(await closed, [2, null]);
  t.match(output(), 'as in PORT=65534');
});

t.test('a port in use is told', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const { port } = other.address() as { port: number };
  const { output, closed } = launch(t, { env: { PLATEN_DATA_DIR: folder(t), PORT: String(port) } });
  t.strictSame(await closed, [2, null]);
  t.match(output(), `platen: port ${port} of 127.0.0.1 is in use: end what listens there, or choose another port`);
});

onEachPostgres(t, async (t, postgres) => {
  t.test('with DATABASE_URL no account is made and no secret printed', async (t) => {
    const { url } = await postgres.createEmpty(t);
    const dataDir = folder(t);
    const started = await start(t, { env: { DATABASE_URL: url, PLATEN_DATA_DIR: dataDir, FILE_STORE: 'postgres' } });
    t.notMatch(started.output(), /pk_live_|demo@|curl/);
    t.match(await (await fetch(`${started.url}/readyz`)).json(), { status: 'ok' });
    started.process.kill('SIGTERM');
    t.equal(await started.exitCode(), 0);
    t.throws(() => accessSync(join(dataDir, 'postgres'), constants.F_OK), 'it has no Postgres of its own');
  });
});
