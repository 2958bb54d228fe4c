/** A network that a test can break. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { Test } from 'tap';

export interface Proxy {
  readonly port: number;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  mend(): void;
  /** Passes everything on, but no answer: connections end at the next one, until the proxy is mended. */
  loseAnswers(): void;
  /** Passes nothing more on in either direction of the connections there are, and leaves them open. */
  hush(): void;
}

/** Passes connections on to a server. Closed when the test has ended. */
export async function openProxy(t: Test, target: NetConnectOpts): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'losing' = 'whole';
  let hushed = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    if (state === 'cut') return void client.destroy();
    const remote = keep(connect(target));
    const since = hushed;
    client.on('data', (data) => hushed === since && remote.write(data));
    remote.on('data', (data) => {
      if (state === 'losing') client.destroy();
      else if (hushed === since) client.write(data);
    });
    client.on('end', () => remote.end());
    remote.on('end', () => client.end());
    remote.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    state = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  t.teardown(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      state = 'whole';
    },
    loseAnswers: () => {
      state = 'losing';
    },
    hush: () => {
      hushed += 1;
    },
  };
}

/** A way to a Postgres through a proxy. */
export async function proxyPostgres(t: Test, url: string): Promise<{ readonly url: string; readonly proxy: Proxy }> {
  const direct = new URL(url);
  const host = decodeURIComponent(direct.hostname);
  const port = Number(direct.port || 5432);
  const proxy = await openProxy(t, host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  return { url: `postgresql://${direct.username}@127.0.0.1:${proxy.port}${direct.pathname}`, proxy };
}
