import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { MIGRATIONS } from '../../src/service/storage/migrations/index.js';
import { onEachPostgres, sql } from '../service/support/postgres.js';
import { startS3 } from '../service/support/s3.js';
import { until } from '../service/support/until.js';
import { binary, platen } from '../support/cli.js';
import { onTerminal } from '../support/terminal.js';

const [NODE, PLATEN] = binary.command;

async function run(env: Record<string, string>, ...args: string[]) {
  const { exitCode, stdout, stderr } = await platen(args, { env });
  return { code: exitCode, out: stdout.toString(), err: stderr };
}

function ownFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-cli-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

const readChildren = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

/** A port on which somebody accepts connections, and says nothing. */
async function takenPort(t: Test): Promise<string> {
  const server = createServer((socket) => t.teardown(() => socket.destroy())).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.createEmpty(t);
  const operate = (...args: string[]) => run({ DATABASE_URL: connection.url }, ...args);

  t.test('an operator brings the database up to date, makes an account and a key, and revokes it', async (t) => {
    const migrated = await operate('migrate');
    t.strictSame(
      migrated.out.trim().split('\n'),
      MIGRATIONS.map(({ name }) => name),
    );
    t.match(await operate('migrate'), { code: 0, out: 'the database is up to date\n' });
    t.match(await operate('account', 'create', '--email', 'a@example.com', '--plan', 'pro', '--locale', 'de-de'), {
      code: 0,
      out: /a@example\.com {2}pro +20000 +\d{4}-\d\d-\d\d +de-DE\n\nSign in .*: http:\/\/127\.0\.0\.1:8080\/sign-in#token=[\w-]{43}\n$/,
    });
    const { code, out } = await operate('key', 'create', '--email', 'a@example.com', '--name', 'ci');
    t.equal(code, 0);
    t.match(out, /^pk_live_[0-9A-Za-z]{43}\n$/, 'the key stands alone');
    t.match(await operate('key', 'revoke', out.slice(0, 12)), { code: 0, out: '' });
    t.strictSame(await sql(connection, 'select name, revoked_at is not null as revoked from api_key'), [
      { name: 'ci', revoked: true },
    ]);
    t.match(await operate('key', 'revoke', out.slice(0, 12)), { code: 1, err: /there is no valid key/ });
  });

  t.test('credits are given and taken', async (t) => {
    await operate('account', 'create', '--email', 'b@example.com');
    t.match(await operate('account', 'credit', '--email', 'b@example.com', '--add', '7'), { code: 0, out: '57\n' });
    t.match(await operate('account', 'credit', '--email', 'b@example.com', '--add', '-50'), { code: 0, out: '7\n' });
    t.match(await operate('account', 'credit', '--email', 'b@example.com', '--add', '-8'), {
      code: 1,
      err: 'platen: the account has 7 credits, 8 cannot be taken\n',
    });
    t.match(await operate('account', 'list'), { code: 0, out: /^EMAIL.*\nb@example\.com {2}free +7 /s });
  });

  t.test('keys are listed with their state, the newest first', async (t) => {
    const { out: key } = await operate('key', 'create', '--email', 'a@example.com', '--name', 'web');
    const { code, out } = await operate('key', 'list', '--email', 'A@example.com');
    t.equal(code, 0);
    const [head, ...rows] = out.trim().split('\n');
    t.match(head, /^PREFIX {8}NAME {2}URGENCY {2}CREATED {5}LAST USED {2}STATE +ID$/);
    t.match(rows, [
      /^pk_live_\w{4} {2}web {12}\d{4}-\d\d-\d\d {2}never {6}valid +[\w-]{36}$/,
      /^pk_live_\w{4} {2}ci {13}\d{4}-\d\d-\d\d {2}never {6}revoked \d{4}-\d\d-\d\d {2}[\w-]{36}$/,
    ]);
    t.notMatch(out, key.trim(), 'no key is shown again');
  });

  t.test('the plan of an account is changed', async (t) => {
    t.match(await operate('account', 'plan', '--email', 'b@example.com', '--plan', 'starter'), {
      code: 0,
      out: /b@example\.com {2}starter +1957 /,
    });
    t.match(await operate('account', 'plan', '--email', 'b@example.com', '--plan', 'gold'), {
      code: 1,
      err: 'platen: there is no plan "gold"; there are free, starter, pro, self-hosted\n',
    });
  });

  t.test('an account is deleted when that is confirmed, and only then', async (t) => {
    await operate('account', 'create', '--email', 'c@example.com');
    const emails = async () =>
      (await sql<{ email: string }>(connection, 'select email from account order by email')).map(({ email }) => email);
    t.match(await operate('account', 'delete', '--email', 'c@example.com'), {
      code: 2,
      err: /without a terminal, confirm with --yes\n$/,
    });
    const answered = async (answer: string) => {
      const command = [...binary.command, 'account', 'delete', '--email', 'C@example.com'];
      const terminal = onTerminal(command, { env: { DATABASE_URL: connection.url } });
      await terminal.printed(/Delete c@example\.com with its keys, .*\? Type yes: /);
      terminal.type(answer);
      return terminal.ended;
    };
    t.match(await answered('no\n'), { code: 1, output: /platen: nothing was deleted\r\n$/ });
    t.strictSame(await emails(), ['a@example.com', 'b@example.com', 'c@example.com']);
    t.match(await answered('yes\n'), { code: 0 });
    t.strictSame(await emails(), ['a@example.com', 'b@example.com']);
    t.match(await operate('account', 'delete', '--email', 'a@example.com', '--yes'), { code: 0, out: '', err: '' });
    t.strictSame(await emails(), ['b@example.com']);
  });

  t.test('what cannot be done is told in one line', async (t) => {
    t.match(await operate('account', 'create'), { code: 2, err: 'platen: --email is missing\n' });
    t.match(await operate('account', 'burn'), { code: 2, err: /account create, link, list, credit, plan or delete/ });
    t.match(await operate('account', 'create', '--email', 'b@example.com'), { code: 1, err: /already\n$/ });
    t.match(await operate('account', 'credit', '--email', 'b@example.com', '--add', 'x'), {
      code: 2,
      err: /whole number/,
    });
    t.match(await operate('key', 'create', '--email', 'nobody@example.com'), { code: 1, err: /no account/ });
    t.match(await operate('key', 'revoke'), { code: 2 });
  });

  t.test('a server without the database of DATABASE_URL is a wrong setting', async (t) => {
    const url = new URL(connection.url);
    url.pathname = '/platen_none';
    const { code, err } = await run({ DATABASE_URL: url.href }, 'account', 'list');
    t.equal(code, 2);
    t.equal(err, 'platen: cannot use the database of DATABASE_URL: database "platen_none" does not exist\n');
  });
});

t.test('without DATABASE_URL the database is in PLATEN_DATA_DIR', async (t) => {
  const folder = ownFolder(t);
  const environment = { PLATEN_DATA_DIR: folder };
  t.match(await run(environment, 'account', 'create', '--email', 'a@example.com'), { code: 0, err: '' });
  t.match(await run(environment, 'account', 'list'), { code: 0, out: /a@example\.com/ });
});

t.test('a database that is not reachable yet is told with exit code 1, which an init system tries again', async (t) => {
  const environment = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/db', PLATEN_DATA_DIR: ownFolder(t) };
  for (const command of ['account list', 'serve', 'worker']) {
    const { code, err } = await run(environment, ...command.split(' '));
    t.equal(code, 1, command);
    t.match(err, /^platen: cannot use the database of DATABASE_URL: .*ECONNREFUSED/);
    t.notMatch(err, /secret|\n {4}at /, 'neither secrets nor a stack');
  }
});

t.test('settings that are wrong, and a machine that does not fit them, are told with exit code 2', async (t) => {
  const folder = ownFolder(t);
  writeFileSync(join(folder, 'file'), '');
  const own = { PLATEN_DATA_DIR: folder };
  const s3 = await startS3(t);
  const cases: readonly (readonly [environment: Record<string, string>, command: string, message: RegExp])[] = [
    [{ PORT: 'x' }, 'migrate', /^platen: A setting is wrong:\n {2}PORT="x": must be a whole number/],
    [{ ...own, PORT: '80 80', QUEUE_LIMIT: '-1' }, 'serve', /^platen: 2 settings are wrong:\n.*PORT.*\n.*QUEUE_LIMIT/],
    [
      { PLATEN_DATA_DIR: join(folder, 'file') },
      'serve',
      /^platen: the data folder .*file cannot be created, a file is in/,
    ],
    [{ PLATEN_DATA_DIR: join(folder, 'file/x') }, 'key revoke pk_live_1234', /file\/x cannot be created, a file is in/],
    [{ PLATEN_DATA_DIR: '/proc/platen' }, 'serve', /^platen: the data folder \/proc\/platen cannot be created there/],
    [
      { ...own, PORT: '0', ADMIN_PORT: await takenPort(t) },
      'serve',
      /^platen: port \d+ of 127\.0\.0\.1, for \/metrics, is in use/,
    ],
    [{ ...own, RENDER_MEMORY: '8MB' }, 'serve', /RENDER_MEMORY="8MB": must be a size like .*, at least 64MB\n/],
    [{ ...own, HOST: '192.0.2.1' }, 'serve', /^platen: HOST=192\.0\.2\.1 is no address of this machine: use 127/],
    [{ ...own, HOST: 'no host' }, 'serve', /^platen: HOST=no host is no address of this machine/],
    [{ ...own, FILE_STORE: 's3' }, 'serve', /^platen: A setting is wrong:\n {2}S3_BUCKET: must be set/],
    [{ ...own, ...s3.environment, S3_BUCKET: 'none' }, 'serve', /platen: FILE_STORE=s3: there is no bucket none\n/],
    [{ ...own, PLANS_FILE: join(folder, 'none') }, 'serve', /^platen: A setting is wrong:\n {2}PLANS_FILE/],
  ];
  for (const [environment, command, message] of cases) {
    const { code, err } = await run(environment, ...command.split(' '));
    t.equal(code, 2, command);
    t.match(err, message);
    t.notMatch(err, /secret|\n {4}at /, 'neither secrets nor a stack');
  }
});

t.test('SIGTERM ends a start that hangs', async (t) => {
  const environment = {
    DATABASE_URL: `postgres://me:secret@127.0.0.1:${await takenPort(t)}/db`,
    DATABASE_CONNECT_TIMEOUT: '10m',
    PLATEN_DATA_DIR: ownFolder(t),
    PORT: '0',
    ADMIN_PORT: '0',
  };
  const child = spawn(NODE, [PLATEN, 'serve'], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await until('it has started a process', () => readChildren(child.pid!).length > 0);
  child.kill('SIGTERM');
  t.strictSame(await closed, [0, null]);
});

t.test('processes that fail three times to start end the service, with their reason and exit code 1', async (t) => {
  const folder = ownFolder(t);
  const fault = join(folder, 'fault.cjs');
  // As on a version of Node.js for which the HTTP server has no binary.
  writeFileSync(fault, `if (/workers.http/.test(process.argv[1])) throw new Error('there is no binary for it');`);
  const environment = { PORT: '0', ADMIN_PORT: '0', PROCESSES: '1', NODE_OPTIONS: `--require ${fault}` };
  const child = spawn(NODE, [PLATEN, 'serve'], {
    env: { PATH: process.env['PATH'], PLATEN_DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  t.strictSame(await once(child, 'close'), [1, null]);
  t.match(output, /there is no binary for it/);
  t.match(output, /^platen: .*ended with code 1/m);
});
