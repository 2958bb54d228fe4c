/**
 * Simulates farms of more machines than were measured, with the costs of a render that bench/scaling.ts has measured.
 *
 *   npm run bench:farm
 */

import { type Costs, type Farm, simulate } from './simulation.js';

/** Milliseconds of processor time of an invoice of 20 rows, with one server (docs/scaling.md). */
export const COSTS: Costs = { host: 6.54, postgres: 0.586, redis: 0.0769 };
const HOST = { hostCores: 4, inFlight: 8, network: 0.5 };

export const FARMS: readonly Farm[] = [
  { ...HOST, hosts: 1, postgresCores: 8 },
  { ...HOST, hosts: 2, postgresCores: 8 },
  { ...HOST, hosts: 4, postgresCores: 8 },
  { ...HOST, hosts: 10, postgresCores: 8 },
  { ...HOST, hosts: 20, postgresCores: 8 },
  { ...HOST, hosts: 40, postgresCores: 8 },
  { ...HOST, hosts: 100, postgresCores: 8 },
  { ...HOST, hosts: 100, postgresCores: 48 },
];

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Rows of the table in docs/scaling.md. */
export function farmRows(): string[][] {
  return FARMS.map((farm) => {
    const { rate, p50, p99, busy } = simulate(COSTS, farm);
    return [
      String(farm.hosts),
      String(farm.postgresCores),
      (Math.round(rate / 10) * 10).toLocaleString('en-US'),
      p50.toFixed(0),
      p99.toFixed(0),
      percent(busy.host),
      percent(busy.postgres),
      percent(busy.redis),
    ];
  });
}

if (process.argv[1] === import.meta.filename) for (const row of farmRows()) console.log(`| ${row.join(' | ')} |`);
