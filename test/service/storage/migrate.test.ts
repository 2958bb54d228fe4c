import t from 'tap';
import { newId } from '../../../src/service/ids.js';
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

  t.test('stored answers of version 6 become outcomes', async (t) => {
    const connection = await postgres.createEmpty(t);
    await migrate(connection, MIGRATIONS.slice(0, 6));
    const id = newId();
    await sql(
      connection,
      "insert into account (id, email, plan, locale, credits, period_end) values ($1, 'a@b', 'free', 'en', 0, now())",
      [id],
    );
    const store = (key: string, answer: unknown) =>
      sql(
        connection,
        "insert into idempotency (account_id, key, body_hash, render_id, outcome, expires_at) values ($1, $2, '', $3, $4, now())",
        [id, key, newId(), answer === null ? null : JSON.stringify(answer)],
      );
    const diagnostics = [{ kind: 'MissingGlyph', text: 'a\u0000ü', context: '<p>', count: 1 }];
    const refusal = { code: 'document_not_supported', message: 'not supported: \u0000', diagnostics };
    const numbers = { 'X-Pages': '2', 'X-Credits-Remaining': '999999999', 'X-Diagnostics': '1' };
    const link = { id: 'f', url: 'https://a/f', expires_at: 5, pages: 2, bytes: 9, credits_remaining: 3, diagnostics };
    await store('1 pdf', { status: 200, headers: { 'X-Render-Id': 'r', ...numbers }, fileId: 'f' });
    await store('2 link', { status: 200, headers: {}, body: link });
    await store('3 strict', { status: 422, headers: {}, body: { error: refusal } });
    await store('4 plain', { status: 422, headers: {}, body: { error: { code: 'template_invalid', message: 'm' } } });
    await store('5 running', null);
    t.strictSame(await migrate(connection), names.slice(6));
    const rows = await sql<{ outcome: unknown }>(connection, 'select outcome from idempotency order by key');
    const shown = [{ ...diagnostics[0], text: 'a\ufffdü' }];
    t.strictSame(
      rows.map(({ outcome }) => outcome),
      [
        { kind: 'pdf', renderId: 'r', pages: 2, creditsRemaining: 999_999_999, diagnostics: 1, fileId: 'f' },
        {
          kind: 'link',
          id: 'f',
          url: 'https://a/f',
          expiresAt: 5,
          pages: 2,
          bytes: 9,
          creditsRemaining: 3,
          diagnostics: shown,
        },
        { kind: 'refusal', ...refusal, message: 'not supported: \ufffd', diagnostics: shown },
        { kind: 'refusal', code: 'template_invalid', message: 'm' },
        null,
      ],
    );
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
