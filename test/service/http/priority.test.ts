import t from 'tap';
import { urgencyOf } from '../../../src/service/http/priority.js';
import { onEmbeddedPostgres, sql } from '../support/postgres.js';
import { openService } from '../support/service.js';
import { until } from '../support/until.js';

/** Takes a second or so. */
const SLOW = '{{#each (range 1 1000)}}{{#each (range 1 2000)}}{{/each}}{{/each}}';

t.test('the urgency of a request is that of RFC 9218; what is faulty is ignored', async (t) => {
  const urgency = (priority: string) => urgencyOf(new Map([['priority', priority]]));
  t.equal(urgencyOf(new Map()), undefined);
  for (const [header, expected] of [
    ['u=0', 0],
    ['u=7, i', 7],
    ['i, u=5', 5],
    [' u=1 , i=?0', 1],
    ['u=1;a=b', 1],
    ['u=1, u=2', 2],
    ['u=8', undefined],
    ['u=-1', undefined],
    ['u', undefined],
    ['u=1.5', undefined],
    ['u=1, u=x', undefined],
    ['urgency=1', undefined],
    ['', undefined],
  ] as const) {
    t.equal(urgency(header), expected, header);
  }
});

onEmbeddedPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const service = await openService(t, backend, { QUEUE_TIMEOUT: '60s' });
  const { key } = await service.account();

  t.test('of the requests that wait, the urgent one is answered first', async (t) => {
    const finished: string[] = [];
    const validate = (html: string, Priority: string) =>
      service.send('POST', '/v1/validate', { key, json: { html }, headers: { Priority } }).then(({ status }) => {
        finished.push(`${Priority} ${status}`);
      });
    const blocking = validate(SLOW, 'u=2');
    await until('it runs', async () => {
      const metrics = (await service.process.metrics.snapshot()) as { name: string; values: { value: number }[] }[];
      return metrics.find(({ name }) => name === 'platen_renders_running')!.values[0]!.value === 1;
    });
    await Promise.all([blocking, validate('a', 'u=7'), validate('a', 'u=1'), validate('a', 'u=4')]);
    t.strictSame(finished, ['u=2 200', 'u=1 200', 'u=4 200', 'u=7 200']);
  });

  t.test('a request without a priority has that of its key, which changes at once', async (t) => {
    const { keys, batches } = service.process.data;
    const owner = await service.account({ credits: 9 });
    const made = await keys.create(owner.id, 'nightly', 6);
    const urgencyNow = async (headers: Record<string, string> = {}) => {
      const json = { html: 'a', data: [{}] };
      const accepted = await service.send('POST', '/v1/batches', { key: made.key, json, headers });
      await batches.cancel(accepted.json.id, owner.id);
      const [row] = await sql<{ urgency: number }>(backend, 'select urgency from batch where id = $1', [
        accepted.json.id,
      ]);
      return row!.urgency;
    };
    t.equal(await urgencyNow(), 6);
    t.equal(await urgencyNow({ Priority: 'u=1' }), 1);
    t.equal(await keys.setUrgency(owner.id, made.id, 4), true);
    await until('the change arrives', async () => (await urgencyNow()) === 4);
    t.equal(await keys.setUrgency(owner.id, made.id, null), true);
    await until('the change arrives', async () => (await urgencyNow()) === 3);
    t.equal(await keys.setUrgency((await service.account()).id, made.id, 0), false, 'of another account');
  });
});
