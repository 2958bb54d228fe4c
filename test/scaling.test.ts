/** The simulation of farms does what queues do, and gives the figures of docs/scaling.md. */

import { readFileSync } from 'node:fs';
import t from 'tap';
import { COSTS, farmRows } from '../bench/farm.js';
import { type Farm, simulate } from '../bench/simulation.js';

const HOST: Farm = { hosts: 1, hostCores: 4, postgresCores: 8, inFlight: 8, network: 0 };
const isNear = (value: number, expected: number) => Math.abs(value / expected - 1) < 0.05;

t.test('the table of docs/scaling.md is what is simulated', async (t) => {
  const [, section = ''] = readFileSync('docs/scaling.md', 'utf8').split(/^## The model$/m);
  const [table = ''] = section.split(/^## /m);
  const rows = [...table.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()));
  t.strictSame(rows.slice(2), farmRows());
});

t.test('one queue with one server is as theory has it', async (t) => {
  // A closed network of two stations with the same mean has N / (N + 1) of the rate of one.
  const costs = { host: 10, postgres: 0, redis: 10 };
  const { rate } = simulate(costs, { ...HOST, hostCores: 1, inFlight: 4 }, 7);
  t.ok(isNear(rate, (1000 / 10) * (4 / 5)), String(rate));
});

t.test('hosts add up until what they share is busy', async (t) => {
  const one = simulate(COSTS, { ...HOST, inFlight: 40 });
  t.ok(isNear(one.rate, (4 * 1000) / COSTS.host), String(one.rate));
  t.ok(isNear(simulate(COSTS, { ...HOST, hosts: 4 }).rate, 4 * simulate(COSTS, HOST).rate));
  const many = simulate(COSTS, { ...HOST, hosts: 60 });
  t.ok(isNear(many.rate, 1000 / COSTS.redis), String(many.rate));
  t.ok(many.busy.redis > 0.99);
});

t.test('on one machine all share its processors', async (t) => {
  const total = COSTS.host + COSTS.postgres + COSTS.redis;
  const { rate } = simulate(COSTS, { ...HOST, hosts: 2, hostCores: 2, isOneMachine: true });
  t.ok(isNear(rate, 2000 / total), String(rate));
});
