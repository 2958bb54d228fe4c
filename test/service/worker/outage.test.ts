import t from 'tap';
import { CHUNK_TASK } from '../../../src/service/batches/statements/enqueue-chunks.js';
import { createLog } from '../../../src/service/observe/log.js';
import { openRunner } from '../../../src/service/worker/runner.js';
import { connect, onEachPostgres, sql } from '../support/postgres.js';
import { proxyPostgres } from '../support/proxy.js';
import { until } from '../support/until.js';

t.setTimeout(120_000);

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const direct = await connect(t, backend);

  for (const [outcome, attempts] of [
    ['done', 0],
    ['failed', 1],
  ] as const)
    t.test(`a job that is ${outcome} while Postgres is away ends when it is back, and others follow`, async (t) => {
      const { url, proxy } = await proxyPostgres(t, backend.url);
      const connection = { ...backend, url, connectTimeout: 1 };
      const data = await connect(t, connection);
      const running: string[] = [];
      let end: () => void = () => undefined;
      const task = {
        name: CHUNK_TASK,
        run(payload: unknown) {
          running.push((payload as { name: string }).name);
          return new Promise<void>((resolve, reject) => {
            end = outcome === 'done' ? resolve : () => reject(new Error('it fails'));
          });
        },
      };
      const runner = await openRunner(task, { connection, data, concurrency: 1, log: createLog('silent') });
      t.teardown(async () => {
        end();
        await runner.close();
      });
      const add = (name: string) =>
        sql(backend, `select graphile_worker.add_job('${CHUNK_TASK}', json_build_object('name', '${name}'))`);
      const isRunning = (name: string) => () => running.at(-1) === name;

      await add('first');
      await until('the first job runs', isRunning('first'));
      proxy.cut();
      end();
      await until('its end was tried', () => !data.session.connected);
      await add('second');
      proxy.mend();
      await until('the second job runs', isRunning('second'));
      const first = `select attempts from graphile_worker._private_jobs where payload ->> 'name' = 'first' and locked_at is null`;
      const open = `select id from graphile_worker._private_jobs where payload ->> 'name' = 'first'`;
      if (attempts > 0)
        await until('the first is to be tried again', async () => (await sql(backend, first)).length === 1);
      else await until('the first has ended', async () => (await sql(backend, open)).length === 0);
      await sql(backend, `delete from graphile_worker._private_jobs where payload ->> 'name' = 'first'`);
    });
  t.ok(direct.session.connected);
});
