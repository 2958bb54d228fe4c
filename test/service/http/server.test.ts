/** Both servers: replies that are written as their client reads them, pipelined requests, slow bodies. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { Exchange, Outgoing } from '../../../src/service/http/exchange.js';
import { listen } from '../../../src/service/http/server.js';
import { isFull } from '../../support/sample.js';
import { open } from '../support/raw.js';

const PIECE = 256 * 1024;
const READERS = 20;
const BYTES = randomBytes(8 * 1024 * 1024 + 17);

const WAITS = 'waits for longer than uWebSockets.js does, 10 s: npm run test:full';

for (const choice of ['uws', 'node'] as const) {
  t.test(choice, async (t) => {
    t.test('a reply whose length is told is read piece by piece, and no faster than its client reads', async (t) => {
      let taken = 0;
      let isStopped = 0;
      async function* pieces() {
        try {
          for (let at = 0; at < BYTES.length; at += PIECE) {
            taken += 1;
            yield BYTES.subarray(at, at + PIECE);
          }
        } finally {
          isStopped += 1;
        }
      }
      const reply = (): Outgoing => {
        return { status: 200, headers: [], body: undefined, stream: pieces(), length: BYTES.length, close: false };
      };
      const server = await listen(
        { host: '127.0.0.1', port: 0, onRequest: (exchange) => void exchange.send(reply()) },
        choice,
      );
      t.teardown(() => server.close());
      const url = `http://127.0.0.1:${server.port}`;
      const whole = await fetch(url);
      t.equal(whole.headers.get('content-length'), String(BYTES.length));
      t.ok(Buffer.from(await whole.arrayBuffer()).equals(BYTES));
      taken = 0;
      const sockets = await Promise.all(Array.from({ length: READERS }, () => request(url)));
      t.ok(taken < (READERS * BYTES.length) / PIECE, `${taken} pieces were taken for clients that read nothing`);
      const bodies = await Promise.all(sockets.slice(1).map(readAll));
      t.ok(bodies.every((body) => body.equals(BYTES)));
      sockets[0]!.destroy();
      t.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(BYTES), 'others are served');
      t.equal(isStopped, READERS + 2, 'what is sent to a client that left is given up');
    });

    t.test('a stream that ends too early ends the connection', async (t) => {
      const onRequest = async (exchange: Exchange) => {
        async function* half() {
          yield BYTES.subarray(0, 1000);
        }
        const reply: Outgoing = {
          status: 200,
          headers: [],
          body: undefined,
          stream: half(),
          length: 2000,
          close: false,
        };
        await exchange.send(reply).catch(() => exchange.close());
      };
      const server = await listen(
        { host: '127.0.0.1', port: 0, onRequest: (exchange) => void onRequest(exchange) },
        choice,
      );
      t.teardown(() => server.close());
      const url = `http://127.0.0.1:${server.port}`;
      await t.rejects(fetch(url).then((response) => response.arrayBuffer()));
    });

    t.test('pipelined requests end the connection: the first is aborted, and no other is taken', async (t) => {
      const taken: string[] = [];
      let aborted = 0;
      const onRequest = (exchange: Exchange) => {
        taken.push(exchange.path);
        exchange.signal.addEventListener('abort', () => {
          aborted += 1;
        });
        // Answered later, as all requests are.
        if (exchange.path === '/alone')
          setImmediate(() => {
            void exchange.send({ status: 204, headers: [], body: undefined, length: undefined, close: false });
          });
      };
      const server = await listen({ host: '127.0.0.1', port: 0, onRequest }, choice);
      t.teardown(() => server.close());
      const url = `http://127.0.0.1:${server.port}`;
      const socket = open(url);
      socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
      t.equal((await readToEnd(socket)).length, 0);
      t.strictSame(taken, ['/1']);
      t.equal(aborted, 1);
      t.equal((await fetch(`${url}/alone`)).status, 204, 'others are served');
    });

    t.test('a body whose chunks were not taken for 10 s was cut off', { skip: !isFull && WAITS }, async (t) => {
      const taken: number[] = [];
      const onRequest = async (exchange: Exchange) => {
        for await (const chunk of exchange.stream()) {
          // As when the store is slow.
          if (taken.push(chunk.length) === 2) await delay(13_000);
        }
        await exchange.send({ status: 200, headers: [], body: BYTES.subarray(0, 2), length: undefined, close: false });
      };
      const server = await listen(
        { host: '127.0.0.1', port: 0, onRequest: (exchange) => void onRequest(exchange) },
        choice,
      );
      t.teardown(() => server.close());
      const url = `http://127.0.0.1:${server.port}`;
      t.equal((await fetch(url, { method: 'POST', body: BYTES })).status, 200);
      t.equal(
        taken.reduce((sum, length) => sum + length, 0),
        BYTES.length,
      );
    });
  });
}

async function readToEnd(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A client that reads nothing but what its socket takes. */
async function request(url: string): Promise<Socket> {
  const socket = open(url);
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  return socket;
}

/** The body of the response. The connection stays open after it, so its length tells where it ends. */
async function readAll(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  let end = Infinity;
  for await (const part of socket) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    const head = end === Infinity ? Buffer.concat(parts).indexOf('\r\n\r\n') : -1;
    if (head >= 0) end = head + 4 + BYTES.length;
    if (length >= end) break;
  }
  return Buffer.concat(parts).subarray(end - BYTES.length);
}
