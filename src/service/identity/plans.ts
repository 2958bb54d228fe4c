/** Plans: the credits of a period and the rate limit of a key. */

import type { Rate } from '../limits/limiter.js';

export interface Plan {
  readonly name: string;
  /** Credits at the start of each period. */
  readonly credits: number;
  /** Of each API key, on render and validate together. */
  readonly rate: Rate;
}

export type Plans = Readonly<Record<string, Plan>>;

/** Plans without a monthly limit still count credits, so that every balance is a number. */
const UNLIMITED_CREDITS = 1_000_000_000;

export const BUILT_IN_PLANS = {
  free: { name: 'free', credits: 50, rate: { perMinute: 60, burst: 20 } },
  starter: { name: 'starter', credits: 2_000, rate: { perMinute: 300, burst: 50 } },
  pro: { name: 'pro', credits: 20_000, rate: { perMinute: 600, burst: 100 } },
  'self-hosted': { name: 'self-hosted', credits: UNLIMITED_CREDITS, rate: { perMinute: 60_000, burst: 5_000 } },
} as const satisfies Plans;

export const DEFAULT_PLAN = 'free';

/** A plan that the operator has removed keeps its name in accounts and gets the limits of `free`. */
export function planNamed(plans: Plans, name: string): Plan {
  return Object.hasOwn(plans, name) ? plans[name]! : { ...BUILT_IN_PLANS.free, name };
}

/**
 * Parses the operator's plans, which extend or replace the built-in ones:
 * `{ "team": { "credits": 5000, "perMinute": 300, "burst": 50 } }`.
 * @throws Error with a message that says what is wrong
 */
export function parsePlans(json: string): Plans {
  let table: unknown;
  try {
    table = JSON.parse(json);
  } catch (error) {
    throw new Error(`is not JSON: ${(error as Error).message}`);
  }
  if (!isRecord(table)) throw new Error('must hold an object of plans by name');
  const plans: Record<string, Plan> = { ...BUILT_IN_PLANS };
  for (const [name, entry] of Object.entries(table)) {
    if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name)) {
      throw new Error(`has the plan "${name}": a name is 1 to 40 of a-z, 0-9, - and _`);
    }
    if (!isRecord(entry)) throw new Error(`has the plan "${name}", which is no object`);
    const { credits, perMinute, burst } = entry;
    if (!isCount(credits, 0)) throw new Error(`has the plan "${name}": credits must be a whole number >= 0`);
    if (!isCount(perMinute, 1)) throw new Error(`has the plan "${name}": perMinute must be a whole number >= 1`);
    if (!isCount(burst, 1)) throw new Error(`has the plan "${name}": burst must be a whole number >= 1`);
    plans[name] = { name, credits, rate: { perMinute, burst } };
  }
  return plans;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown, minimum: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= minimum;
}
