/** Clients that send the head of a request as slowly as they can (Slowloris), and more connections than descriptors. */

import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import t, { type Test } from 'tap';
import { open } from '../service/support/raw.js';
import { folder, type Served, serve } from '../service/support/serve.js';
import { client } from '../service/support/service.js';
import { until } from '../service/support/until.js';

const SLOW_CLIENTS = 200;
/** Of so many, one gets a byte each time that another client has an answer. */
const TURNS = 10;
const DESCRIPTORS = 256;
const HEAD = 'GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: ';

const start = (t: Test, by: readonly string[] = []): Promise<Served> =>
  serve(t, { PLATEN_DATA_DIR: folder(t), PROCESSES: '1' }, by);
const keyOf = (served: Served): string => /pk_live_\w+/.exec(served.output())![0];
const pidOf = (served: Served): number =>
  Number(served.log().find(({ msg }) => msg === 'an HTTP process is serving')!['process']);
const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** A connection that has sent a part of a head. */
async function begin(
  url: string,
  before = '',
): Promise<{ socket: Socket; received: () => string; isOver: () => boolean }> {
  const socket = open(url);
  let received = '';
  let isOver = false;
  socket.on('data', (data) => (received += data.toString('latin1')));
  socket.on('close', () => {
    isOver = true;
  });
  await once(socket, 'connect');
  if (before) {
    socket.write(before);
    await once(socket, 'data');
    received = '';
  }
  socket.write(HEAD);
  return { socket, received: () => received, isOver: () => isOver };
}

t.test('the head of a request that comes a byte at a time does not hold a connection', async (t) => {
  const served = await start(t);
  const send = client(served.url);
  const key = keyOf(served);
  const whole = `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`;
  // Half of them have had an answer on their connection.
  const clients = await Promise.all(
    Array.from({ length: SLOW_CLIENTS }, (_, index) => begin(served.url, index % 2 === 0 ? whole : '')),
  );
  const statuses = new Set<number>();
  let answers = 0;
  // The server ends them; until then each gets a byte after another.
  for (; clients.some(({ isOver }) => !isOver()); answers += 1) {
    statuses.add((await send('POST', '/v1/render', { key, json: { html: `a ${answers}` } })).status);
    for (const [index, { socket, isOver }] of clients.entries())
      if (index % TURNS === answers % TURNS && !isOver()) socket.write('a');
  }
  t.ok(answers > TURNS, `each got bytes: ${answers} answers of others meanwhile`);
  t.strictSame([...statuses], [200], 'all of which were documents');
  t.strictSame([...new Set(clients.map(({ received }) => received()))], [''], 'and none of theirs was a request');
  t.equal((await send('GET', '/v1/me', { key })).status, 200);
});

const limited = ['prlimit', `--nofile=${DESCRIPTORS}`];
const skip = spawnSync(limited[0]!, ['--version']).status !== 0 && 'needs prlimit';

t.test('connections that took all descriptors failed requests in progress', { skip }, async (t) => {
  const served = await start(t, limited);
  const pid = pidOf(served);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  const key = keyOf(served);
  /** On one connection, a document whose file is written. */
  const render = async (): Promise<number | undefined> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = request(`${served.url}/v1/render`, { method: 'POST', headers, agent });
    sent.end(JSON.stringify({ html: 'a', output: 'url' }));
    const [answer] = await once(sent, 'response');
    await once(answer.resume(), 'end');
    return answer.statusCode;
  };
  t.equal(await render(), 200);
  const clients = await Promise.all(Array.from({ length: 2 * DESCRIPTORS }, () => begin(served.url)));
  const maxConnections = DESCRIPTORS / 2;
  const refused = () => clients.filter(({ isOver }) => isOver()).length;
  await until(
    'those beyond half of the descriptors are closed',
    () => refused() >= clients.length - maxConnections + 1,
  );
  t.ok(openDescriptors(pid) < maxConnections + DESCRIPTORS / 4, `${openDescriptors(pid)} descriptors are open`);
  t.equal(await render(), 200, 'a connection that was there is served');
  for (const { socket } of clients) socket.destroy();
  const send = client(served.url);
  await until('others are served again', () =>
    send('GET', '/v1/me', { key }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  t.equal(served.log().filter(({ connections }) => connections === maxConnections).length, 1, 'which is logged once');
  t.equal(pidOf(served), pid);
  t.doesNotThrow(() => execFileSync('kill', ['-0', String(pid)]), 'by the same process');
});
