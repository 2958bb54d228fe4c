/** Receivers of webhooks, for tests. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { Test } from 'tap';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  /** E.g. `127.0.0.1:43210`. */
  readonly host: string;
  readonly received: Received[];
  /** Connections so far. */
  readonly connections: () => number;
}

export type Answer = (response: ServerResponse, count: number) => void;

/**
 * Starts a receiver on a free port.
 * @param answer  how it answers a request; it gets the number of requests so far
 * @param tls     default: plain HTTP
 */
export async function receive(t: Test, answer: Answer, tls?: { key: string; cert: string }): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const listener: RequestListener = async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    received.push({ path: request.url!, headers: request.headers, body });
    answer(response, received.length);
  };
  const server: Server & { closeAllConnections(): void } = tls
    ? createSecureServer(tls, listener)
    : createServer(listener);
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, received, connections: () => connections };
}

/** A certificate of `localhost` that nobody trusts; it is used nowhere else. */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwBIyTmGDq2KOB4wC
/aaMENiMHvBp5lFoRGPTkZackWuhRANCAAQhndAAsvdA/7xPPVwZfvq0drx69KOd
PsY7XZ1VCUpJTMVSI+adQz0I9VB6b931bNHYNMcM37y9rwZ8FfpXpmkn
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUXMGjTUoOpzlJUCpmKzIGAPuG410wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzEyNDA1NVoYDzIxMjYxMDMw
MTI0MDU1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQhndAAsvdA/7xPPVwZfvq0drx69KOdPsY7XZ1VCUpJTMVSI+adQz0I
9VB6b931bNHYNMcM37y9rwZ8FfpXpmkno2kwZzAdBgNVHQ4EFgQUIu5GcbFhp5Vd
fXl2/mwQQoCemr0wHwYDVR0jBBgwFoAUIu5GcbFhp5VdfXl2/mwQQoCemr0wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgKgkeXlfS+gSQGnbqZudDsjTkRP77PJBALlkj9EIumAgCIHgC5zbXr9mc
RnqnJpmhU1kXWVIIP76H5DSO4DRn9fQI
-----END CERTIFICATE-----
`,
};
