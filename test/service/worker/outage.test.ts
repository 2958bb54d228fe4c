import t from 'tap';
import { CHUNK_TASK } from '../../../src/service/batches/statements/enqueue-chunks.js';
import { createLog } from '../../../src/service/observe/log.js';
import { openRunner } from '../../../src/service/worker/runner.js';
import { connect, onEachPostgres, sql } from '../support/postgres.js';
import { proxyPostgres } from '../support/proxy.js';
import { until } from '../support/until.js';

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const direct = await connect(t, backend);

  for (const outcome of ['done', 'failed'] as const)
    t.test(`a job that is ${outcome} while Postgres is away ends when it is back, and others follow`, async (t) => {
      const { url, proxy } = await proxyPostgres(t, backend.url);
      const connection = { ...backend, url, connectTimeout: 1 };
      const data = await connect(t, connection);
      const ran: string[] = [];
      let end: () => void = () => undefined;
      const task = {
        name: CHUNK_TASK,
        run(payload: unknown) {
          ran.push((payload as { name: string }).name);
          if (ran.length > 1) return Promise.resolve();
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

      await add('first');
      await until('the first job runs', () => ran.length > 0);
      proxy.cut();
      end();
      await until('its end was tried', () => !data.session.connected);
      await add('second');
      proxy.mend();
      const open = 'select id from graphile_worker._private_jobs';
      await until('no job is left', async () => (await sql(backend, open)).length === 0);
      const expected = outcome === 'done' ? ['first', 'second'] : ['first', 'first', 'second'];
      t.strictSame(ran.sort(), expected, 'the failed one was tried again');
    });
  t.ok(direct.session.connected);
});
