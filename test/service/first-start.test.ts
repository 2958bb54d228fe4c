/** The service as it is started with nothing installed. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { textOf } from '../support/pdf.js';
import { answers, folder, platen, serve } from './support/serve.js';
import { until } from './support/until.js';

t.setTimeout(600_000); // many processes are started

const dataDir = folder(t);
const environment = { PLATEN_DATA_DIR: dataDir };
const served = await serve(t, environment);

t.test('the first start makes an account, and prints a command that makes a PDF', async (t) => {
  t.match(served.output(), 'Account demo@localhost');
  const line = /^curl .*$/m.exec(served.output())![0];
  await promisify(execFile)('sh', ['-c', line], { cwd: dataDir });
  t.match(await textOf(readFileSync(join(dataDir, 'hello.pdf'))), 'Hello world');
});

t.test('another service on the same port is refused', async (t) => {
  const { port } = new URL(served.url);
  await t.rejects(platen({ ...environment, PORT: port }, 'serve'), {
    code: 1,
    stderr: /cannot listen on 127\.0\.0\.1:\d+/,
  });
});

t.test('the primary that is killed is followed by its processes; the next start adopts Postgres', async (t) => {
  served.process.kill('SIGKILL');
  await until('nobody answers', async () => !(await answers(served.url)));
  const again = await serve(t, environment);
  t.match(again.output(), /its key was shown at the first start/);
  t.notMatch(again.output(), 'pk_live_');
  t.equal(await again.end('SIGINT'), 0);
});
