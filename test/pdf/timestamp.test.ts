/** Time stamps of signatures, by an authority of openssl and by made-up answers. */

import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createRenderer, type Signature, sign, type TimestampAuthority } from '../../src/index.js';
import {
  der,
  integer,
  membersOf,
  OCTET_STRING,
  objectIdentifier,
  readDer,
  SET,
  sequence,
  setOf,
} from '../../src/pdf/signature/der.js';
import { CORE } from '../support/engines.js';
import { run } from '../support/programs.js';
import { signingKey } from '../support/signing-key.js';
import { hasOpenssl, testAuthority } from '../support/timestamp-authority.js';

const PDFSIG = '/usr/bin/pdfsig';
const PASSWORD = 'sesame-key';
const KEY: Signature = { pkcs12: signingKey(PASSWORD), password: PASSWORD };
const HTML = '<html lang="en"><title>Contract</title><h1>Contract</h1>';

const renderer = createRenderer({ engine: CORE });
t.teardown(() => renderer.close());

/** The digits of the last signature of a file, the value in it, and the time stamp of that. */
function lastSignature(pdf: Uint8Array) {
  const file = Buffer.from(pdf);
  const at = file.lastIndexOf('/ByteRange[0 ', undefined, 'latin1');
  const [, start = 0, end = 0] = (/\[0 (\d+) (\d+)/.exec(file.toString('latin1', at, at + 60)) ?? []).map(Number);
  const cms = readDer(Buffer.from(file.toString('latin1', start + 1, end - 1), 'hex'));
  const fields = membersOf(membersOf(membersOf(cms)[1], 0xa0)[0]);
  const info = membersOf(membersOf(fields.at(-1), SET)[0]);
  const value = info.find(({ tag }) => tag === OCTET_STRING)!.content;
  const attribute = info.at(-1)!.tag === 0xa1 ? membersOf(info.at(-1), 0xa1)[0] : undefined;
  const token = attribute && membersOf(membersOf(attribute)[1], SET)[0]!.whole;
  return { outside: Buffer.concat([file.subarray(0, start), file.subarray(end)]), value, token };
}

t.test(
  'openssl verifies the time stamp, and pdfsig the signature',
  { skip: !hasOpenssl && 'no openssl' },
  async (t) => {
    const authority = testAuthority(t.testdir());
    const timestamp: TimestampAuthority = (request) => authority.answer(request);
    const protection = { ownerPassword: 'owner' };
    const rendered = (await renderer.render({ html: HTML, signature: { ...KEY, timestamp }, protection })).pdf;
    const plain = (await renderer.merge({ documents: [{ html: HTML }], signature: { ...KEY, timestamp } })).pdf;
    const signed = await sign(plain, { ...KEY, timestamp });
    for (const pdf of [rendered, plain, signed]) {
      const { value, token } = lastSignature(pdf);
      t.match(authority.verify(token!, value), 'Verification: OK');
      t.throws(() => authority.verify(token!, Buffer.from('other')));
      if (!existsSync(PDFSIG)) continue;
      const file = join(t.testdirName, 'a.pdf');
      writeFileSync(file, pdf);
      const said = run(PDFSIG, '-nocert', file);
      t.match(said, 'Signature Validation: Signature is Valid.');
      t.match(said, 'Total document signed');
    }
  },
);

t.test('the request has the hash of the signature, and nothing else changes by the answer', async (t) => {
  const asked: Uint8Array[] = [];
  const plain = (await renderer.render({ html: HTML })).pdf;
  const signed = await sign(plain, {
    ...KEY,
    timestamp: answering(
      (question) => question,
      (request) => asked.push(request),
    ),
  });
  const { value, token, outside } = lastSignature(signed);
  const [version, imprint, , certificate] = membersOf(readDer(asked[0]!));
  t.strictSame(version!.content, Buffer.of(1));
  t.strictSame(membersOf(imprint)[1]!.content, createHash('sha256').update(value).digest());
  t.strictSame(certificate!.content, Buffer.of(0xff), 'the certificate of the authority is asked for');
  t.ok(token);
  t.equal(
    signed.length,
    outside.length + (await sign(plain, KEY)).length - lastSignature(await sign(plain, KEY)).outside.length,
  );
});

interface Answer {
  readonly status: number;
  readonly imprint: Buffer;
  readonly nonce: Buffer;
  readonly time: string;
  /** Bytes of certificates. */
  readonly size: number;
  readonly kind: string;
}

const now = () => `${new Date().toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`;

/** An authority that does not sign. */
function answering(
  change: (answer: Answer) => Answer,
  asked: (request: Uint8Array) => void = () => {},
): TimestampAuthority {
  return async (request) => {
    asked(request);
    const [, imprint, nonce] = membersOf(readDer(request));
    const kind = '1.2.840.113549.1.9.16.1.4';
    const answer = change({ status: 0, imprint: imprint!.whole, nonce: nonce!.whole, time: now(), size: 0, kind });
    const info = sequence(
      integer(1),
      objectIdentifier('1.2.3.4'),
      answer.imprint,
      integer(7),
      der(0x18, Buffer.from(answer.time)),
      answer.nonce,
    );
    const inside = sequence(objectIdentifier(answer.kind), der(0xa0, der(OCTET_STRING, info)));
    const signedData = sequence(integer(3), setOf([]), inside, der(0xa0, Buffer.alloc(answer.size)));
    const token = sequence(objectIdentifier('1.2.840.113549.1.7.2'), der(0xa0, signedData));
    const reason = sequence(der(0x0c, Buffer.from('out of paper')));
    const refusal = sequence(integer(answer.status), reason);
    return answer.status > 1 ? sequence(refusal) : sequence(sequence(integer(answer.status)), token);
  };
}

t.test('an answer that cannot be used is refused with its reason', async (t) => {
  const pdf = (await renderer.render({ html: HTML })).pdf;
  const digest = createHash('sha256').update('other').digest();
  const imprint = (hash: Buffer) =>
    sequence(sequence(objectIdentifier('2.16.840.1.101.3.4.2.1')), der(OCTET_STRING, hash));
  const otherHash = sequence(sequence(objectIdentifier('1.3.14.3.2.26')), der(OCTET_STRING, digest));
  for (const [change, message] of [
    [{ status: 2 }, /it refuses: out of paper/],
    [{ imprint: imprint(digest) }, /its time stamp is for something else/],
    [{ imprint: otherHash }, /its time stamp is for something else/],
    [{ nonce: integer(1) }, /its time stamp is for another request/],
    [{ time: '20200101000000Z' }, /its time stamp is of 2020-01-01T00:00:00.000Z, but here it is/],
    [{ time: 'today' }, /its time stamp has no time/],
    [{ kind: '1.2.3' }, /it has something else than a time stamp/],
    [{ size: 20_000 }, /its time stamp has \d+ bytes more than are reserved for it/],
    [{ size: 200_000 }, /it has more than 100000 bytes/],
  ] as const) {
    const timestamp = answering((answer) => ({ ...answer, ...change }));
    await t.rejects(sign(pdf, { ...KEY, timestamp }), { code: 'invalid_timestamp', message }, String(message));
  }
  for (const [answer, message] of [
    [new Uint8Array(0), /it is malformed: a value is malformed/],
    [Buffer.from('<html>'), /it is malformed/],
    [Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), /it is malformed: a value is cut off/],
    [sequence(sequence(integer(0))), /it has no time stamp/],
    ['text' as unknown as Uint8Array, /it is no Uint8Array/],
  ] as const) {
    const signing = sign(pdf, { ...KEY, timestamp: async () => answer });
    await t.rejects(signing, { code: 'invalid_timestamp', message }, String(message));
  }
  const failing = sign(pdf, { ...KEY, timestamp: async () => Promise.reject(new Error('no network')) });
  await t.rejects(failing, { message: 'no network' }, 'errors of the callback are passed on');
  const wrong = { ...KEY, timestamp: 'https://example.com' as unknown as TimestampAuthority };
  await t.rejects(sign(pdf, wrong), { code: 'invalid_option', message: /timestamp is no function/ });
});
