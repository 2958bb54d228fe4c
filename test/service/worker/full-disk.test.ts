/** A full disk: the host says so, and batches go on as soon as there is space. */

import { pino } from 'pino';
import t from 'tap';
import { loadConfig } from '../../../src/config.js';
import { DEFAULT_LIMITS } from '../../../src/engine/render.js';
import { openData } from '../../../src/service/data.js';
import { MemoryLimiter } from '../../../src/service/limits/memory.js';
import { ThreadTime } from '../../../src/service/limits/thread-time.js';
import { RenderPool } from '../../../src/service/pool/pool.js';
import { openQueue } from '../../../src/service/worker/queue.js';
import { recordsOf, template } from '../support/batches.js';
import { accountWith } from '../support/credits.js';
import { onEachPostgres } from '../support/postgres.js';
import { mountSmallDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';

t.setTimeout(300_000);

const RECORDS = 3;
/** After so many failures, the queue itself would wait for a minute. */
const FAILURES = 4;
/** Seconds. */
const SOON = 30;

onEachPostgres(t, async (t, postgres) => {
  const disk = mountSmallDisk(t);
  if (!disk) return void t.comment('no disk can be mounted here');
  const connection = await postgres.create(t);
  const data = await openData(loadConfig({ PLATEN_DATA_DIR: disk.folder }), { databaseUrl: connection.url });
  t.teardown(() => data.close());

  t.test('the host is not ready, and is again when there is space', async (t) => {
    await data.check();
    disk.fill();
    await t.rejects(data.check(), { code: 'storage_unavailable', message: 'The disk of the service is full' });
    disk.free();
    await data.check();
  });

  t.test('a batch whose PDFs could not be stored is done as soon as they can be', async (t) => {
    const pool = await RenderPool.open({
      backend: 'wasm',
      threads: 1,
      queueLimit: 10,
      queueTimeout: 60,
      timeout: 60,
      memory: 256e6,
      limits: DEFAULT_LIMITS,
      fontFolders: [],
    });
    t.teardown(() => pool.close());
    const threadTime = new ThreadTime(new MemoryLimiter());
    t.teardown(() => threadTime.close());
    const { id: accountId } = await accountWith(data.accounts, RECORDS);
    const { id } = await data.batches.create({
      accountId,
      keyId: null,
      template: template('<p>{{number}}'),
      records: recordsOf(Array.from({ length: RECORDS }, (_, index) => ({ number: index + 1 }))),
    });
    disk.fill();
    let failures = 0;
    const log = pino({ level: 'warn' }, { write: (line: string) => void (/rendered again/.test(line) && failures++) });
    const services = { data, pool, threadTime };
    const queue = await openQueue({ connection, services, threads: 1, concurrency: 2, log });
    t.teardown(() => queue.close());
    await until('it has failed again and again', () => failures >= FAILURES, 120);
    t.match(await data.batches.find(id, accountId), { state: 'running', succeeded: 0, failed: 0 });
    disk.free();
    const isDone = async () => (await data.batches.find(id, accountId))?.state === 'done';
    await until('it is done', isDone, SOON);
    t.match(await data.batches.find(id, accountId), { succeeded: RECORDS, failed: 0 });
  });
});
