/** A time stamp authority of `openssl ts`, with a certificate of its own. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Test } from 'tap';

const OPENSSL = '/usr/bin/openssl';
export const hasOpenssl = existsSync(OPENSSL);

const CONFIG = `[tsa]
default_tsa = here
[here]
dir = .
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
[req]
distinguished_name = name
x509_extensions = stamping
prompt = no
[name]
CN = Test authority
[stamping]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
`;

export interface TestAuthority {
  answer(request: Uint8Array): Promise<Uint8Array>;
  /** The verdict of openssl on a token. @param signed  what it is for */
  verify(token: Uint8Array, signed: Uint8Array): string;
}

/** @param folder  an empty one for its files */
export function testAuthority(folder: string): TestAuthority {
  const openssl = (...args: string[]) => String(execFileSync(OPENSSL, args, { cwd: folder, stdio: 'pipe' }));
  writeFileSync(join(folder, 'tsa.cnf'), CONFIG);
  writeFileSync(join(folder, 'serial'), '01\n');
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key'];
  openssl('req', '-x509', '-config', 'tsa.cnf', ...key, '-out', 'tsa.pem', '-days', '3650');
  return {
    async answer(request) {
      writeFileSync(join(folder, 'request'), request);
      const signer = ['-signer', 'tsa.pem', '-inkey', 'tsa.key'];
      openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request', ...signer, '-out', 'answer');
      return readFileSync(join(folder, 'answer'));
    },
    verify(token, signed) {
      writeFileSync(join(folder, 'token'), token);
      writeFileSync(join(folder, 'signed'), signed);
      return openssl('ts', '-verify', '-token_in', '-in', 'token', '-data', 'signed', '-CAfile', 'tsa.pem');
    },
  };
}

/** Serves an authority at `/tsa` until the test ends, or until `close`. */
export async function serveAuthority(
  t: Test,
  authority: TestAuthority,
): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    response.setHeader('Connection', 'close'); // a client that kept it would not notice that the server has gone
    if (request.url !== '/tsa' || request.headers['content-type'] !== 'application/timestamp-query')
      response.writeHead(404).end();
    else response.end(await authority.answer(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`;
  return { url, close: () => new Promise((done) => server.close(done)) };
}
