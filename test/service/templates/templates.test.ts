import t from 'tap';
import { Accounts } from '../../../src/service/identity/accounts.js';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import { isId, newId } from '../../../src/service/ids.js';
import { Templates } from '../../../src/service/templates/templates.js';
import { connect, onEachPostgres, sql } from '../support/postgres.js';

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { database } = await connect(t, connection);
  const accounts = new Accounts(database, BUILT_IN_PLANS);
  const templates = new Templates(database);
  const { id: account } = await accounts.create({ email: 'a@example.com', locale: 'de-DE' });
  const { id: stranger } = await accounts.create({ email: 'b@example.com' });

  t.test('a template is what was sent, in the form of the contract', async (t) => {
    const sample = { z: [1, 2.5], a: { text: 'ü\u0000"', none: null } };
    const made = await templates.create(account, { name: 'Invoice', source: '<p>{{a}}', sample_data: sample });
    t.ok(isId(made.id));
    t.strictSame(made, {
      id: made.id,
      name: 'Invoice',
      locale: 'de-DE',
      version: 1,
      created_at: made.updated_at,
      updated_at: made.updated_at,
      source: '<p>{{a}}',
      sample_data: sample,
      standard: [],
      options: {},
    });
    t.strictSame(await templates.get(account, made.id), made);
    t.equal(JSON.stringify(made.sample_data), JSON.stringify(sample), 'in the order in which it was sent');
  });

  t.test('a template has its own locale, else its account’s; no sample data is {}', async (t) => {
    const own = await templates.create(account, { name: 'n', source: '', locale: 'pt-br', sample_data: null });
    t.match(own, { locale: 'pt-BR', sample_data: {} });
    t.match(await templates.create(account, { name: 'n', source: '', locale: null }), { locale: 'de-DE' });
    await t.rejects(templates.create(account, { name: 'n', source: '', locale: 'xx_' }), { code: 'invalid_locale' });
    await t.rejects(templates.create(account, { name: 'a\0', source: '' }), { code: 'invalid_request' });
    await t.rejects(templates.create(account, { name: 'a', source: '\0' }), { message: /source/ });
  });

  t.test('a patch changes what is sent, and counts; what changes nothing does not', async (t) => {
    const { id, ...first } = await templates.create(account, { name: 'n', source: 's', sample_data: { a: 1, b: 2 } });
    await sql(
      connection,
      "update template set updated_at = now() - interval '1 day', created_at = updated_at - interval '1 day' where id = $1",
      [id],
    );
    const before = await templates.get(account, id);
    for (const patch of [
      {},
      { name: null, source: null, locale: null, sample_data: null },
      { name: 'n', sample_data: { a: 1, b: 2 } },
    ]) {
      t.strictSame(await templates.patch(account, id, patch), before);
    }
    const renamed = await templates.patch(account, id, { name: 'new' });
    t.match(renamed, { ...first, name: 'new', version: 2, created_at: before!.created_at, updated_at: Number });
    t.ok(renamed!.updated_at > before!.updated_at);
    t.match(await templates.patch(account, id, { sample_data: { b: 2, a: 1 } }), { version: 3 }, 'order is a change');
    t.match(await templates.patch(account, id, { locale: 'FR-fr' }), { version: 4, locale: 'fr-FR' });
    t.match(await templates.patch(account, id, { locale: 'fr-FR', name: 'new' }), { version: 4 });
    t.strictSame(
      (await templates.versions(account, id)).map(({ version, name, locale }) => ({ version, name, locale })),
      [
        { version: 4, name: 'new', locale: 'fr-FR' },
        { version: 3, name: 'new', locale: null },
        { version: 2, name: 'new', locale: null },
        { version: 1, name: 'n', locale: null },
      ],
    );
  });

  t.test('of 20 changes at once each is a version of its own', async (t) => {
    const { id } = await templates.create(account, { name: 'n', source: '0' });
    const names = Array.from({ length: 20 }, (_, i) => `change ${i}`);
    const views = await Promise.all(names.map((name) => templates.patch(account, id, { name })));
    t.strictSame(
      views.map((view) => view!.version).sort((a, b) => a - b),
      names.map((_, i) => i + 2),
    );
    const versions = await templates.versions(account, id);
    for (const view of views) t.equal(versions.find(({ version }) => version === view!.version)!.name, view!.name);
  });

  t.test('two changes of different fields at once are both kept', async (t) => {
    const { id } = await templates.create(account, { name: 'n', source: '0' });
    await Promise.all([templates.patch(account, id, { name: 'm' }), templates.patch(account, id, { source: '1' })]);
    t.match(await templates.get(account, id), { name: 'm', source: '1', version: 3 });
  });

  t.test('a list has the newest first, without sources, and only the account’s own', async (t) => {
    const { id: owner } = await accounts.create({ email: `${newId()}@example.com` });
    t.strictSame(await templates.list(owner), []);
    for (const name of ['one', 'two', 'three']) await templates.create(owner, { name, source: 'x' });
    const list = await templates.list(owner);
    t.strictSame(
      list.map(({ name }) => name),
      ['three', 'two', 'one'],
    );
    t.strictSame(Object.keys(list[0]!).sort(), ['created_at', 'id', 'locale', 'name', 'updated_at', 'version']);
  });

  t.test("another account's template, and an id that is none, are not there", async (t) => {
    const { id } = await templates.create(account, { name: 'n', source: 's' });
    for (const [who, which] of [
      [stranger, id],
      [account, newId()],
      [account, 'no id'],
    ] as const) {
      t.equal(await templates.get(who, which), undefined);
      t.equal(await templates.patch(who, which, { name: 'x' }), undefined);
      t.equal(await templates.remove(who, which), false);
      t.strictSame(await templates.versions(who, which), []);
    }
    t.equal(await templates.remove(account, id), true);
    t.equal(await templates.get(account, id), undefined);
    t.equal(await templates.remove(account, id), false);
  });

  t.test('partials are found by name, with those that they use; the newest of a name wins', async (t) => {
    const { id: owner } = await accounts.create({ email: `${newId()}@example.com` });
    const add = (name: string, source: string) => templates.create(owner, { name, source });
    await add('header', 'old');
    await add('header', '{{> logo}}');
    await add('logo', '{{> "with space"}} {{> header}}');
    await add('with space', 'end');
    await add('unused', '{{> header}}');
    t.strictSame(await templates.partialsOf(owner, 'a {{~> header x=1 ~}} {{> missing}}'), {
      header: '{{> logo}}',
      logo: '{{> "with space"}} {{> header}}',
      'with space': 'end',
    });
    t.strictSame(await templates.partialsOf(owner, 'nothing here > header'), {});
    t.strictSame(await templates.partialsOf(stranger, '{{> header}}'), {});
    t.strictSame(Object.keys(await templates.partialsOf(owner, '{{> (lookup . "name")}}')).sort(), [
      'header',
      'logo',
      'unused',
      'with space',
    ]);
  });

  t.test('more partials than a document may have are refused', async (t) => {
    const { id: owner } = await accounts.create({ email: `${newId()}@example.com` });
    await sql(
      connection,
      `insert into template (id, account_id, name, source, sample_data)
       select gen_random_uuid(), $1, 'p' || n, 'x', '{}' from generate_series(1, 501) as n`,
      [owner],
    );
    await t.rejects(templates.partialsOf(owner, '{{> (name)}}'), { code: 'document_too_complex' });
  });
});
