import t from 'tap';
import { migrate } from '../../../src/service/storage/migrate.js';
import { MIGRATIONS } from '../../../src/service/storage/migrations/index.js';
import { onEachPostgres, sql } from '../support/postgres.js';

const names = MIGRATIONS.map(({ name }) => name);

t.test('migrations are numbered in their order', async (t) => {
  t.strictSame(
    names.map((name) => Number(name.slice(0, 4))),
    names.map((_, index) => index + 1),
  );
});

onEachPostgres(t, async (t, postgres) => {
  t.test('an empty database gets all migrations, an up-to-date one none', async (t) => {
    const connection = await postgres.createEmpty(t);
    t.strictSame(await migrate(connection), names);
    t.strictSame(await migrate(connection), []);
    const rows = await sql(connection, 'select version, name from schema_migration order by version');
    t.strictSame(
      rows,
      names.map((name, index) => ({ version: index + 1, name })),
    );
  });

  t.test('of five servers that start together one applies each migration', async (t) => {
    const connection = await postgres.createEmpty(t);
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(connection)));
    t.strictSame(applied.flat().sort(), names);
  });

  t.test('a migration that fails leaves nothing behind, those before it stay', async (t) => {
    const connection = await postgres.createEmpty(t);
    const good = { name: '0001-good', sql: 'create table good ()' };
    const bad = { name: '0002-bad', sql: 'create table half (); select no_such_column' };
    await t.rejects(migrate(connection, [good, bad]), { code: '42703' });
    t.strictSame(await sql(connection, "select to_regclass('good')::text as good, to_regclass('half')::text as half"), [
      { good: 'good', half: null },
    ]);
    t.strictSame(await migrate(connection, [good, { ...bad, sql: 'create table half ()' }]), ['0002-bad']);
  });

  t.test('a database of a newer program is refused', async (t) => {
    const connection = await postgres.create(t);
    await sql(connection, "insert into schema_migration (version, name) values (999, '0999-future')");
    await t.rejects(migrate(connection), { name: 'SchemaTooNew', message: /version 999/ });
  });
});

t.test('a database that is not there is storage_unavailable', async (t) => {
  const nowhere = { url: 'postgres://nobody@127.0.0.1:1/none', connectTimeout: 1, statementTimeout: 1 };
  await t.rejects(migrate(nowhere), { code: 'storage_unavailable', status: 503, retryAfterSeconds: 1 });
});
