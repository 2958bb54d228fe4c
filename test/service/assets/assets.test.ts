import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import t from 'tap';
import { Assets } from '../../../src/service/assets/assets.js';
import { FolderStore } from '../../../src/service/files/folder-store.js';
import type { FileStore } from '../../../src/service/files/store.js';
import { Accounts } from '../../../src/service/identity/accounts.js';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import { isId, newId } from '../../../src/service/ids.js';
import { connect, onEachPostgres } from '../support/postgres.js';

function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = deflateSync(Buffer.alloc(Math.min(1000, (width + 1) * height)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const QUOTA = 1e6;

/** Start of image, frame header of 3 × 2 pixels, end of image. */
const JPEG = Buffer.from('ffd8ffc0000b080002000301011100ffd9', 'hex');

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const { database } = await connect(t, connection);
  const accounts = new Accounts(database, BUILT_IN_PLANS);
  const { id: account } = await accounts.create({ email: 'a@example.com' });
  const { id: stranger } = await accounts.create({ email: 'b@example.com' });
  const root = mkdtempSync(join(tmpdir(), 'platen-assets-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  const folder = new FolderStore(root);
  let reads = 0;
  const store: FileStore = {
    put: (id, bytes) => folder.put(id, bytes),
    read(id, range) {
      reads += 1;
      return folder.read(id, range);
    },
    remove: (ids) => folder.remove(ids),
    olderThan: (seconds) => folder.olderThan(seconds),
  };
  const open = () => new Assets({ database, store, limits: { maxImageBytes: 2000, maxImagePixels: 10_000 } });
  const assets = open();

  t.test('an image is what its bytes say, in the form of the contract', async (t) => {
    const bytes = png(4, 3);
    const made = await assets.create(account, 'logo.jpg', bytes, QUOTA);
    t.ok(isId(made.id));
    t.strictSame(made, {
      id: made.id,
      name: 'logo.jpg',
      content_type: 'image/png',
      size: bytes.length,
      reference: `asset:${made.id}`,
      created_at: made.created_at,
    });
    t.match(await assets.create(account, 'photo', JPEG, QUOTA), { content_type: 'image/jpeg', size: JPEG.length });
  });

  t.test('what is no PNG or JPEG, or too large, is refused', async (t) => {
    const refused = (bytes: Buffer, message = /./) =>
      t.rejects(assets.create(account, 'x', bytes, QUOTA), { code: 'invalid_image', status: 400, message });
    await refused(Buffer.alloc(0));
    await refused(Buffer.from('hello'), /^not a valid PNG or JPEG image$/);
    await refused(png(4, 3).subarray(0, 20));
    await refused(JPEG.subarray(0, 6));
    await refused(
      Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00', 'latin1'),
      /GIF: only PNG and JPEG can be uploaded/,
    );
    await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'));
    await refused(png(0, 3));
    await refused(png(101, 100));
    await t.rejects(assets.create(account, 'x', Buffer.alloc(2001), QUOTA), { code: 'body_too_large', status: 413 });
    await t.rejects(assets.create(account, 'a\0b', png(1, 1), QUOTA), { code: 'invalid_request' });
  });

  t.test('a list has the newest first, and only the account’s own', async (t) => {
    const { id: owner } = await accounts.create({ email: `${newId()}@example.com` });
    for (const name of ['one', 'two']) await assets.create(owner, name, png(1, 1), QUOTA);
    t.strictSame(
      (await assets.list(owner)).map(({ name }) => name),
      ['two', 'one'],
    );
  });

  t.test('a removed image is gone, another account cannot remove it', async (t) => {
    const { id } = await assets.create(account, 'x', png(2, 2), QUOTA);
    t.equal(await assets.remove(stranger, id), false);
    t.equal(await assets.remove(account, 'no id'), false);
    t.equal(await assets.remove(account, id), true);
    t.equal(await assets.remove(account, id), false);
    t.equal(await folder.read(id), undefined);
    t.equal((await assets.load(account, [id])).size, 0);
  });

  t.test('a document gets the images of its own account only', async (t) => {
    const mine = await assets.create(account, 'mine', png(3, 3), QUOTA);
    const theirs = await assets.create(stranger, 'theirs', png(3, 4), QUOTA);
    const loaded = await open().load(account, [mine.id, mine.id.toUpperCase(), theirs.id, newId(), 'no id', mine.id]);
    t.strictSame([...loaded.keys()].sort(), [mine.id, mine.id.toUpperCase()].sort());
    t.strictSame(Buffer.from(loaded.get(mine.id)!.bytes), png(3, 3));
    t.equal((await assets.load(account, [])).size, 0);
  });

  t.test('equal images are read once for each account, however many documents ask at once', async (t) => {
    const fresh = open();
    const [one, two] = [
      await assets.create(account, 'a', png(7, 7), QUOTA),
      await assets.create(stranger, 'b', png(7, 7), QUOTA),
    ];
    reads = 0;
    const all = await Promise.all([
      ...Array.from({ length: 10 }, () => fresh.load(account, [one.id])),
      ...Array.from({ length: 10 }, () => fresh.load(stranger, [two.id])),
    ]);
    t.equal(reads, 2, 'accounts share none');
    t.equal(new Set(all.flatMap((map) => [...map.values()].map(({ hash }) => hash))).size, 1);
  });

  t.test('an account stores as many bytes as its plan allows, also with many uploads at once', async (t) => {
    const { id: owner } = await accounts.create({ email: `${newId()}@example.com` });
    const image = png(5, 5);
    const quota = 2.5 * image.length;
    const uploads = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => assets.create(owner, `${n}`, image, quota)));
    const reasons = uploads.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    t.ok(reasons.length >= 3 && reasons.every((code) => code === 'storage_full'), reasons.join(' '));
    t.equal((await assets.list(owner)).length, 5 - reasons.length);
    await t.rejects(assets.create(owner, 'more', Buffer.concat([image, image]), 1.5 * image.length), {
      code: 'storage_full',
      status: 422,
    });
  });

  t.test('the bytes of the images of a document are counted before they are read', async (t) => {
    const fresh = open();
    const { id, size } = await assets.create(account, 'x', png(6, 5), QUOTA);
    reads = 0;
    const refuse = (bytes: number) => {
      throw new RangeError(`${bytes} bytes`);
    };
    await t.rejects(fresh.load(account, [id, newId()], refuse), { message: `${size} bytes` });
    t.equal(reads, 0);
  });
});
