import t from 'tap';
import { answers, folder, serve } from '../service/support/serve.js';
import { until } from '../service/support/until.js';

t.test('a start at once after a kill ended with 2, as the port was still in use', async (t) => {
  const environment = { PLATEN_DATA_DIR: folder(t) };
  let served = await serve(t, environment);
  const { port: PORT } = new URL(served.url);
  for (let kill = 1; kill <= 3; kill += 1) {
    served.process.kill('SIGKILL');
    served = await serve(t, { ...environment, PORT });
  }
  t.ok(await answers(served.url));
  t.equal(await served.end('SIGTERM'), 0);
});

t.test('a primary that is killed is followed by its processes; the next start adopts its Postgres', async (t) => {
  const environment = { PLATEN_DATA_DIR: folder(t) };
  const served = await serve(t, environment);
  served.process.kill('SIGKILL');
  await until('nobody answers', async () => !(await answers(served.url)));
  const again = await serve(t, environment);
  t.notMatch(again.output(), 'pk_live_', 'the data is what it was');
  t.equal(await again.end('SIGINT'), 0);
});
