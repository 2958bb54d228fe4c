/** Clients that leave at any point, and clients that hardly read. */

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { noise } from '../../support/images.js';
import { creditTotals } from '../support/credits.js';
import { onEachPostgres } from '../support/postgres.js';
import { open } from '../support/raw.js';
import { openService } from '../support/service.js';
import { until } from '../support/until.js';

const CREDITS = 1000;
const ABORTS = 200;
const READERS = 60;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes outside the heap. */
function held(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

onEachPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const service = await openService(t, connection);
  const { send, url } = service;

  /** Leaves after a part of the request, after a time, or after so many bytes of the answer. */
  const leaveAt = async (text: string, point: { part?: number; wait?: number; received?: number }) => {
    const socket = open(url);
    let received = '';
    socket.on('data', (data) => (received += data.toString('latin1')));
    await once(socket, 'connect');
    socket.write(text.slice(0, Math.ceil(text.length * (point.part ?? 1))));
    if (point.wait !== undefined) await delay(point.wait);
    while (received.length < (point.received ?? 0)) await once(socket, 'data');
    socket.resetAndDestroy();
    return received;
  };

  t.test('clients that leave at 20 points of a request pay for answers that had begun, and hold nothing', async (t) => {
    const { id, key } = await service.account({ credits: CREDITS });
    const body = JSON.stringify({ html: '{{#each (range 1 300)}}<p>{{this}}{{/each}}' });
    const head = `POST /v1/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    const text = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const points = [
      ...[0, 0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.95, 0.99, 0.995].map((part) => ({ part })),
      ...[0, 2, 5, 10, 20].map((wait) => ({ wait })),
      ...[1, 50, 500, 1000, 5000].map((received) => ({ received })),
    ];
    let begun = 0;
    for (let index = 0; index < ABORTS; index += 1) {
      const answer = await leaveAt(text, points[index % points.length]!);
      if (answer.startsWith('HTTP/1.1 200')) begun += 1;
    }
    await until('no credit is reserved', async () => (await creditTotals(connection, id)).reserved === 0);
    const { charged, committed, credits, difference } = await creditTotals(connection, id);
    t.equal(difference, 0, 'the books balance');
    t.equal(credits, CREDITS - charged);
    t.equal(charged, committed);
    t.ok(begun >= ABORTS / 4, `${begun} answers had begun`);
    // Of those who left while it was rendered, some left after the PDF was charged, which is before it is sent.
    t.ok(charged >= begun && charged <= ABORTS / 2, `${charged} charged, ${begun} begun`);
    t.equal((await send('POST', '/v1/render', { key, json: { html: 'a' } })).status, 200, 'threads are free');
    t.strictSame(
      service.log.filter(({ level }) => level === 50),
      [],
      'and nothing is logged as a fault of ours',
    );
  });

  t.test('each slow reader of a large file held all of it', async (t) => {
    const { key } = await service.account();
    const upload = { key, body: new Uint8Array(noise(1500, 1500)), headers: OCTETS };
    const { reference } = (await send('POST', '/v1/assets?name=noise', upload)).json;
    const rendered = await send('POST', '/v1/render', {
      key,
      json: { html: `<img src="${reference}">`, output: 'url' },
    });
    const { pathname, search } = new URL(rendered.json.url);
    const whole = (await send('GET', pathname + search)).bytes;
    t.equal(whole.length, rendered.json.bytes);
    const before = held();
    const readers = await Promise.all(
      Array.from({ length: READERS }, async () => {
        const socket = open(url);
        await once(socket, 'connect');
        socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        await once(socket, 'readable');
        return socket;
      }),
    );
    t.equal((await send('POST', '/v1/render', { key, json: { html: 'a' } })).status, 200, 'others are served');
    const growth = held() - before;
    // A few pieces each: how many depends on when the collector and the sockets let go of one.
    t.ok(growth < (READERS * whole.length) / 4, `${READERS} readers of ${whole.length} bytes hold ${growth}`);
    const bodies = await Promise.all(readers.map(readAll));
    t.equal(bodies.filter((body) => body.equals(whole)).length, READERS, 'each gets all of it');
    const range = { headers: { Range: 'bytes=1000-2500000' } };
    const part = await send('GET', pathname + search, range);
    t.equal(part.status, 206);
    t.ok(part.bytes.equals(whole.subarray(1000, 2_500_001)), 'also a range of several pieces');
  });

  t.test('answers that were not read were bounded by nothing', async (t) => {
    const small = await openService(t, connection, { BODY_MEMORY: '20MB' });
    const { key } = await small.account();
    const upload = { key, body: new Uint8Array(noise(1500, 1500)), headers: OCTETS };
    const { reference } = (await small.send('POST', '/v1/assets?name=noise', upload)).json;
    const body = JSON.stringify({ html: `<img src="${reference}">` });
    const head = `POST /v1/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    const sockets: Socket[] = [];
    let refused: unknown;
    for (let index = 0; index < 10 && refused === undefined; index += 1) {
      const socket = open(small.url);
      sockets.push(socket);
      await once(socket, 'connect');
      socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      await once(socket, 'readable');
      const answer = String(socket.read(12));
      if (answer !== 'HTTP/1.1 200') refused = answer;
    }
    t.equal(refused, 'HTTP/1.1 503');
    t.ok(sockets.length > 1, `after ${sockets.length - 1}`);
    for (const socket of sockets) socket.destroy();
    await until(
      'they are given up',
      async () => (await small.send('POST', '/v1/render', { key, body, headers: JSON_TYPE })).status === 200,
    );
  });
});

const OCTETS = { 'Content-Type': 'application/octet-stream' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The body of an answer. */
async function readAll(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const answer = Buffer.concat(parts);
  return answer.subarray(answer.indexOf('\r\n\r\n') + 4);
}
