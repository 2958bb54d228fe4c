import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Files } from '../../../src/service/files/files.js';
import { FolderStore } from '../../../src/service/files/folder-store.js';
import { LinkSigner } from '../../../src/service/files/links.js';
import { PostgresStore } from '../../../src/service/files/postgres-store.js';
import { S3Store } from '../../../src/service/files/s3-store.js';
import type { FileStore } from '../../../src/service/files/store.js';
import { newId } from '../../../src/service/ids.js';
import { loadSecrets } from '../../../src/service/storage/secrets.js';
import { accountWith, commitOf, openCredits, render, reservedId } from '../support/credits.js';
import { onEachPostgres, sql } from '../support/postgres.js';
import { startS3 } from '../support/s3.js';

function folder(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'platen-files-'));
  t.teardown(() => rmSync(path, { recursive: true }));
  return path;
}

const PDF = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 256));
const all = (root: string) => readdirSync(root, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());

async function oldIds(store: FileStore, seconds: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const batch of store.olderThan(seconds)) ids.push(...batch);
  return ids.sort();
}

/** Tests of all stores. */
function storeTests(t: Test, store: FileStore, age: (id: string) => Promise<void>): void {
  t.test('what was put is read, whole or in part, until it is removed', async (t) => {
    const id = newId();
    await store.put(id, PDF);
    t.strictSame(await store.read(id), PDF);
    t.strictSame(await store.read(id, { start: 0, end: 0 }), PDF.subarray(0, 1));
    t.strictSame(await store.read(id, { start: 300, end: 4999 }), PDF.subarray(300));
    t.strictSame(await store.read(id, { start: 4990, end: 9999 }), PDF.subarray(4990), 'past the end there is no more');
    await store.remove([newId(), id]);
    t.equal(await store.read(id), undefined);
    t.equal(await store.read(id, { start: 0, end: 1 }), undefined);
    await store.remove([id]);
    await store.remove([]);
  });

  t.test('an empty file is a file', async (t) => {
    const id = newId();
    await store.put(id, new Uint8Array());
    t.strictSame(await store.read(id), Buffer.alloc(0));
    await store.remove([id]);
  });

  t.test('old ones are found', async (t) => {
    const [young, old, older] = [newId(), newId(), newId()];
    for (const id of [young, old, older]) await store.put(id, PDF);
    await age(old);
    await age(older);
    t.strictSame(await oldIds(store, 3600), [old, older].sort());
    await store.remove([young, old, older]);
  });
}

t.test('in a folder', async (t) => {
  const root = folder(t);
  const store = new FolderStore(root);
  const pathOf = (id: string) => join(root, id.slice(-2), id);
  const hoursAgo = (hours: number) => Date.now() / 1000 - hours * 3600;
  storeTests(t, store, async (id) => utimesSync(pathOf(id), hoursAgo(2), hoursAgo(2)));

  t.test('a file is closed to others, and nothing half-written stays', async (t) => {
    const id = newId();
    await store.put(id, PDF);
    t.equal(statSync(pathOf(id)).mode & 0o777, 0o600);
    t.strictSame(
      all(root).map(({ name }) => name),
      [id],
    );
    await store.remove([id]);
  });

  t.test('what a killed process left half-written is swept, other files are left alone', async (t) => {
    const id = newId();
    await store.put(id, PDF);
    const half = join(root, id.slice(-2), `${newId()}.0123456789ab.tmp`);
    const foreign = join(root, id.slice(-2), 'README');
    for (const path of [half, foreign]) {
      writeFileSync(path, '');
      utimesSync(path, hoursAgo(2), hoursAgo(2));
    }
    t.strictSame(await oldIds(store, 3600), []);
    t.strictSame(
      all(root)
        .map(({ name }) => name)
        .sort(),
      [id, 'README'].sort(),
    );
    await store.remove([id]);
  });

  t.test('a folder that cannot be written is storage_unavailable', async (t) => {
    writeFileSync(join(root, 'file'), '');
    const broken = new FolderStore(join(root, 'file'));
    await t.rejects(broken.put(newId(), PDF), { code: 'storage_unavailable' });
    await t.rejects(broken.read(newId()), { code: 'storage_unavailable' });
  });
});

t.test('in S3', async (t) => {
  const s3 = await startS3(t);
  const store = await S3Store.open(s3.settings);
  storeTests(t, store, async (id) => s3.age(id, 2));

  t.test('an object is one file under the prefix; others are left alone', async (t) => {
    const other = await S3Store.open({ ...s3.settings, prefix: 'files/of-others/' });
    t.strictSame(s3.objects(), []);
    const ids = [newId(), newId()] as const;
    await store.put(ids[0], PDF);
    await other.put(ids[1], PDF);
    t.strictSame(s3.objects().sort(), [
      `files/${ids[0].slice(-2)}/${ids[0]}`,
      `files/of-others/${ids[1].slice(-2)}/${ids[1]}`,
    ]);
    for (const id of ids) s3.age(id, 2);
    t.strictSame(await oldIds(store, 3600), [ids[0]]);
    await store.remove([ids[0]]);
    await other.remove([ids[1]]);
  });

  t.test('more objects than one page of the list has, and larger ones than a part', async (t) => {
    const store = await S3Store.open({ ...s3.settings, timeout: 60 }); // the server of the tests lists slowly
    const ids = Array.from({ length: 1100 }, newId);
    for (let at = 0; at < ids.length; at += 50)
      await Promise.all(ids.slice(at, at + 50).map((id) => store.put(id, Buffer.from(id))));
    t.strictSame(await oldIds(store, -60), ids.sort());
    await store.remove(ids);
    t.strictSame(await oldIds(store, -60), []);
    const large = Buffer.alloc(20_000_000, 'PDF ');
    const id = newId();
    await store.put(id, large);
    t.ok((await store.read(id))?.equals(large));
    t.strictSame(await store.read(id, { start: 19_999_990, end: 19_999_999 }), large.subarray(-10));
    await store.remove([id]);
  });

  t.test('wrong settings are named', async (t) => {
    const problemOf = async (wrong: object) => (await S3Store.open({ ...s3.settings, ...wrong })).problem();
    t.equal(await problemOf({}), undefined);
    t.equal(await problemOf({ bucket: 'nothing' }), 'there is no bucket nothing');
    const credentials = { accessKeyId: 'stranger', secretAccessKey: 'wrong' };
    t.equal(await problemOf({ credentials }), 'the credentials may not use the bucket platen');
    const stranger = await S3Store.open({ ...s3.settings, credentials });
    await t.rejects(stranger.put(newId(), PDF), { code: 'storage_unavailable' });
  });

  t.test('requests are signed', async (t) => {
    const { settings } = await startS3(t, true);
    const id = newId();
    const signing = await S3Store.open(settings);
    await signing.put(id, PDF);
    t.strictSame(await signing.read(id), PDF);
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' };
    const forging = await S3Store.open({ ...settings, credentials });
    await t.rejects(forging.put(newId(), PDF), { code: 'storage_unavailable' });
    await t.rejects(forging.read(id), { code: 'storage_unavailable' });
    await t.rejects(forging.remove([id]), { code: 'storage_unavailable' });
    const headers = { contentType: 'application/pdf', contentDisposition: 'inline; filename="a b.pdf"' };
    t.equal(await signing.urlOf(id, headers), undefined, 'clients do not reach the store');
    const direct = await S3Store.open({ ...settings, publicUrl: settings.endpoint });
    const url = (await direct.urlOf(id, headers))!;
    t.strictSame(Buffer.from(await (await fetch(url)).arrayBuffer()), PDF);
    t.equal((await fetch(url.replace('a%20b', 'a%20c'))).status, 403, 'every part of it is signed');
    t.equal((await fetch(url.replace(id, newId()))).status, 403);
    await signing.remove([id]);
    t.equal(await signing.read(id), undefined);
  });

  t.test('a store that is silent or down is storage_unavailable, and works again when it is back', async (t) => {
    const id = newId();
    await store.put(id, PDF);
    const unavailable = { code: 'storage_unavailable', status: 503, retryAfterSeconds: 1 };
    const attempts = async (what: string) => {
      await t.rejects(store.put(newId(), PDF), unavailable, `${what}: put`);
      await t.rejects(store.read(id), unavailable, `${what}: read`);
      await t.rejects(store.remove([id]), unavailable, `${what}: remove`);
      await t.rejects(oldIds(store, 0), unavailable, `${what}: list`);
      await t.rejects(store.problem(), unavailable, `${what}: check`);
    };
    s3.stall();
    await attempts('silent');
    s3.goOn();
    await s3.kill();
    await attempts('down');
    await s3.start();
    t.strictSame(await store.read(id), PDF);
  });
});

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { database, accounts, credits } = await openCredits(t, connection);
  const second = await openCredits(t, connection);

  t.test('in Postgres', async (t) => {
    storeTests(t, new PostgresStore(database), async (id) => {
      await sql(connection, "update file_content set created_at = now() - interval '2 hours' where id = $1", [id]);
    });
  });

  const root = folder(t);
  const open = (linkSeconds: number, on = database) =>
    new Files({
      database: on,
      store: new FolderStore(root),
      signer: new LinkSigner(['0123456789abcdef']),
      linkSeconds,
    });
  const account = await accountWith(accounts, 1000);

  async function commit(files: Files, title: string | null = null) {
    const renderId = reservedId(await credits.reserve(render(account.id)));
    const file = await files.put(PDF, title);
    await credits.commit({ ...commitOf(renderId), file });
    return file;
  }

  t.test('a file exists when its render is committed, and its link opens it', async (t) => {
    const files = open(3600);
    const renderId = reservedId(await credits.reserve(render(account.id)));
    const file = await files.put(PDF, 'Rechnung \0№ 7');
    t.equal(await files.find(file.id), undefined);
    await credits.commit({ ...commitOf(renderId), file });
    t.strictSame(await files.find(file.id), file);
    t.match(file, { title: 'Rechnung № 7', bytes: 5000, etag: /^[0-9a-f]{32}$/ });
    t.strictSame(await files.read(file.id, { start: 10, end: 19 }), PDF.subarray(10, 20));
    const query = new URL(files.link(file), 'http://localhost').searchParams;
    t.equal(query.get('exp'), String(file.expiresAt));
    t.equal(files.check(file.id, query.get('exp')!, query.get('sig')!), 'valid');
  });

  t.test('an id that is none is not there', async (t) => {
    t.equal(await open(3600).find('no-id'), undefined);
    t.equal(await open(3600).find(newId()), undefined);
  });

  t.test('a file whose commit did not happen is discarded', async (t) => {
    const files = open(3600);
    const file = await files.put(PDF, null);
    await files.discard(file);
    t.equal(await files.read(file.id), undefined);
  });

  t.test('two sweepers delete what has expired, once', async (t) => {
    const expired = await Promise.all(Array.from({ length: 40 }, () => commit(open(0))));
    const kept = await commit(open(3600));
    t.equal(await open(0).find(expired[0]!.id), undefined, 'an expired file is not there even before');
    const swept = await Promise.all([open(0).sweepExpired(), open(0, second.database).sweepExpired()]);
    t.equal(swept[0] + swept[1], 40);
    t.equal(await open(0).read(expired[0]!.id), undefined);
    t.strictSame(await open(0).read(kept.id), PDF);
  });

  t.test('bytes that no row knows are swept when they are old', async (t) => {
    const files = open(3600);
    const kept = await commit(files);
    const orphan = await files.put(PDF, null);
    t.equal(await files.sweepOrphans(), 0, 'its commit may still come');
    t.equal(await files.sweepOrphans(-60), 1);
    t.equal(await files.read(orphan.id), undefined);
    t.strictSame(await files.read(kept.id), PDF);
  });

  t.test('a secret that nobody set is made once, for all hosts', async (t) => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, i) => loadSecrets(i % 2 ? database : second.database, 'file_link', undefined)),
    );
    t.equal(new Set(made.map(([secret]) => secret)).size, 1);
    t.match(made[0]![0], /^[\w-]{43}$/);
    t.not((await loadSecrets(database, 'another', undefined))[0], made[0]![0]);
    t.strictSame(await loadSecrets(database, 'file_link', ['mine']), ['mine']);
  });
});
