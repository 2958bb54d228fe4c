import t from 'tap';
import { openDatabase } from '../../../src/service/storage/database.js';
import { statement } from '../../../src/service/storage/statement.js';
import { connect, onEachPostgres, sql } from '../support/postgres.js';

const typed = statement<[count: number], { big: number; time: number; data: unknown }>(
  'test_typed',
  `select $1::bigint + 9007199254740000 as big, '2026-01-02 03:04:05.9+00'::timestamptz as time, '{"b":1,"a":2}'::json as data`,
);
const sleep = statement<[seconds: number]>('test_sleep', 'select pg_sleep($1)');
const addTo = statement<[id: number, amount: number]>(
  'test_add',
  'update counter set value = value + $2 where id = $1',
);
const wrong = statement<[]>('test_wrong', 'select no_such_column');

t.test('a name is given to one statement', async (t) => {
  t.throws(() => statement('test_typed', 'select 2'), {
    message: 'there are two statements with the name "test_typed"',
  });
});

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  await sql(connection, 'create table counter (id integer primary key, value integer not null)');
  await sql(connection, 'insert into counter values (1, 0), (2, 0)');

  t.test('whole numbers come as numbers, times as Unix seconds', async (t) => {
    const { database } = await connect(t, connection);
    const row = await database.row(typed, 7);
    t.equal(row!.big, 9007199254740007);
    t.equal(row!.time, Date.parse('2026-01-02T03:04:05Z') / 1000);
    t.strictSame(JSON.stringify(row!.data), '{"b":1,"a":2}');
  });

  t.test('a mistake of ours stays what it is, and harms nobody else', async (t) => {
    const { database } = await connect(t, connection, 1);
    await t.rejects(database.rows(wrong), { code: '42703' });
    t.equal((await database.row(typed, 1))!.big, 9007199254740001);
    const mistake = new Error('ours');
    await t.rejects(
      database.transaction(() => Promise.reject(mistake)),
      mistake,
    );
  });

  t.test('a statement that takes too long is storage_unavailable', async (t) => {
    const { database } = await connect(t, { ...connection, statementTimeout: 0.1 });
    await t.rejects(database.rows(sleep, 5), { code: 'storage_unavailable' });
  });

  t.test('a request that gets no connection in time is storage_unavailable', async (t) => {
    const { database } = await connect(t, { ...connection, connectTimeout: 0.1 }, 1);
    const slow = database.rows(sleep, 0.5);
    await t.rejects(database.rows(sleep, 0), { code: 'storage_unavailable' });
    await slow;
  });

  t.test('connections that the server ends are replaced', async (t) => {
    const lost: Error[] = [];
    const database = openDatabase({ ...connection, poolSize: 2, onConnectionLost: (error) => lost.push(error) });
    t.teardown(() => database.close());
    const cut = t.rejects(database.rows(sleep, 5), { code: 'storage_unavailable' });
    const endAll = () =>
      sql(
        connection,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query = 'select pg_sleep($1)'`,
      );
    while ((await endAll()).length === 0);
    await cut;
    t.equal((await database.row(typed, 1))!.big, 9007199254740001);
  });

  t.test('a transaction is undone when its work throws', async (t) => {
    const { database } = await connect(t, connection);
    const work = database.transaction(async (queries) => {
      await queries.count(addTo, 1, 100);
      throw new Error('no');
    });
    await t.rejects(work, { message: 'no' });
    t.strictSame(await sql(connection, 'select value from counter where id = 1'), [{ value: 0 }]);
  });

  t.test('transactions that block each other are run again until both are done', async (t) => {
    const { database } = await connect(t, connection);
    const move = (from: number, to: number) =>
      database.transaction(async (queries) => {
        await queries.count(addTo, from, -1);
        await queries.rows(sleep, 0.05);
        await queries.count(addTo, to, 1);
      });
    await Promise.all([move(1, 2), move(2, 1)]);
    t.strictSame(await sql(connection, 'select value from counter order by id'), [{ value: 0 }, { value: 0 }]);
  });
});

t.test('a server that is not there is storage_unavailable, with the reason for the log only', async (t) => {
  const database = openDatabase({
    url: 'postgres://nobody:secret@127.0.0.1:1/none',
    connectTimeout: 1,
    statementTimeout: 1,
    poolSize: 1,
  });
  t.teardown(() => database.close());
  const error = await database.rows(wrong).catch((thrown) => thrown);
  t.match(error, { code: 'storage_unavailable', message: 'The storage of the service cannot be reached' });
  t.match(error.cause, { code: 'ECONNREFUSED' });
});
