import { createHmac } from 'node:crypto';
import t from 'tap';
import { LinkSigner } from '../../../src/service/files/links.js';
import { newId } from '../../../src/service/ids.js';

const SECRET = 'a secret of the service';
const EXPIRY = 2_000_000_000;
const id = newId();

function parts(path: string): [id: string, expiry: string, signature: string] {
  const url = new URL(path, 'http://localhost');
  return [url.pathname.split('/').at(-1)!, url.searchParams.get('exp')!, url.searchParams.get('sig')!];
}

t.test('a link is what the contract says', async (t) => {
  const signature = createHmac('sha256', SECRET).update(`${id}.${EXPIRY}`).digest('base64url');
  t.equal(new LinkSigner([SECRET]).path(id, EXPIRY), `/v1/files/${id}?exp=${EXPIRY}&sig=${signature}`);
});

t.test('a link is valid up to its expiry', async (t) => {
  const signer = new LinkSigner([SECRET]);
  const link = parts(signer.path(id, EXPIRY));
  t.equal(signer.check(...link, EXPIRY - 1), 'valid');
  t.equal(signer.check(...link, EXPIRY), 'link_expired');
});

t.test('whatever is changed, the signature does not fit', async (t) => {
  const signer = new LinkSigner([SECRET]);
  const [, expiry, signature] = parts(signer.path(id, EXPIRY));
  const now = EXPIRY - 1;
  const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
  t.equal(signer.check(newId(), expiry, signature, now), 'invalid_signature');
  t.equal(signer.check(id.toUpperCase(), expiry, signature, now), 'invalid_signature');
  for (const other of ['', `${EXPIRY + 1}`, ` ${EXPIRY}`, `0${EXPIRY}`, `${EXPIRY}.0`, '2e9', 'Infinity', 'NaN']) {
    t.equal(signer.check(id, other, signature, now), 'invalid_signature', other);
  }
  for (const other of [
    '',
    flipped,
    signature.slice(1),
    `${signature}=`,
    `${signature}A`,
    signature.toLowerCase(),
    'ü',
  ]) {
    t.equal(signer.check(id, expiry, other, now), 'invalid_signature', other);
  }
  t.equal(signer.check(id, expiry, flipped, EXPIRY + 1), 'invalid_signature', 'even when it has expired');
});

t.test('another spelling of the same bits is refused', async (t) => {
  const signer = new LinkSigner([SECRET]);
  const [, expiry, signature] = parts(signer.path(id, EXPIRY));
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spelled = signature.slice(0, -1) + alphabet[alphabet.indexOf(signature.at(-1)!) ^ 1];
  t.strictSame(Buffer.from(spelled, 'base64url'), Buffer.from(signature, 'base64url'));
  t.equal(signer.check(id, expiry, spelled, 0), 'invalid_signature');
});

t.test('secrets are changed without breaking links', async (t) => {
  const old = new LinkSigner([SECRET]);
  const both = new LinkSigner(['the next secret, newer', SECRET]);
  const next = new LinkSigner(['the next secret, newer']);
  t.equal(both.check(...parts(old.path(id, EXPIRY)), 0), 'valid');
  t.equal(next.check(...parts(both.path(id, EXPIRY)), 0), 'valid', 'the newest signs');
  t.equal(next.check(...parts(old.path(id, EXPIRY)), 0), 'invalid_signature');
  t.throws(() => new LinkSigner([]), TypeError);
});
