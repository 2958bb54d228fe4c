import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { openSession } from '../../../src/service/storage/session.js';
import { endLockHolders, onEachPostgres, sql } from '../support/postgres.js';

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const open = async () => {
    const session = await openSession(connection);
    t.teardown(() => session.close());
    return session;
  };
  const announce = (payload: string) => sql(connection, 'select pg_notify($1, $2)', ['news', payload]);
  /** Ends the server's side of every session. */
  const cut = () => endLockHolders(connection);
  const heldBy = (owner: number) =>
    sql(connection, "select pid from pg_locks where locktype = 'advisory' and objid::bigint = $1", [owner]);

  t.test('each process has a number of its own, held while it lives', async (t) => {
    const [one, two] = [await open(), await open()];
    t.not(one.owner, two.owner);
    const { owner } = one;
    t.equal((await heldBy(owner)).length, 1);
    await one.close();
    t.equal((await heldBy(owner)).length, 0);
    t.throws(() => one.owner, { code: 'storage_unavailable' });
    await two.close();
  });

  t.test('announcements reach every listener', async (t) => {
    const [one, two] = [await open(), await open()];
    const listening: Promise<void>[] = [];
    const heard = Promise.all(
      [one, two].map((session) => new Promise((resolve) => listening.push(session.listen('news', resolve)))),
    );
    await Promise.all(listening);
    await announce('hello');
    t.strictSame(await heard, ['hello', 'hello']);
    await Promise.all([one.close(), two.close()]);
  });

  t.test('a lost connection is announced, made again under the same number, and listens again', async (t) => {
    const session = await open();
    const { owner } = session;
    const heard: string[] = [];
    await session.listen('news', (payload) => heard.push(payload));
    const states: boolean[] = [];
    const back = new Promise<void>((resolve) => {
      session.onGap(() => {
        states.push(session.connected);
        if (session.connected) resolve();
      });
    });
    await cut();
    await back;
    t.strictSame(states, [false, true]);
    t.equal(session.owner, owner);
    await announce('again');
    while (heard.length === 0) await delay(5);
    t.strictSame(heard, ['again']);
    await session.close();
  });
});

t.test('a server that is not there is storage_unavailable', async (t) => {
  const nowhere = { url: 'postgres://nobody@127.0.0.1:1/none', connectTimeout: 1, statementTimeout: 1 };
  await t.rejects(openSession(nowhere), { code: 'storage_unavailable' });
});
