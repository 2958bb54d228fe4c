/** Plans: the credits of a period, the rate limit of a key, what an account may use of threads and storage. */

import type { Rate } from '../limits/limiter.js';

export interface Plan {
  readonly name: string;
  /** Credits at the start of each period. */
  readonly credits: number;
  /** Of each API key, on render and validate together; as many changes of templates and images beside them. */
  readonly rate: Rate;
  /** Seconds of render threads that the account may use each minute, and as many at once. */
  readonly renderSeconds: number;
  /** Bytes of images that the account may store. */
  readonly assetBytes: number;
}

export type Plans = Readonly<Record<string, Plan>>;

/** Seconds of a render thread for each request that a plan allows: ten times that of an ordinary document. */
const SECONDS_PER_REQUEST = 0.2;
const DEFAULT_ASSET_BYTES = 1e9;

function plan(
  name: string,
  credits: number,
  rate: Rate,
  { renderSeconds = rate.perMinute * SECONDS_PER_REQUEST, assetBytes = DEFAULT_ASSET_BYTES }: Partial<Plan> = {},
): Plan {
  return { name, credits, rate, renderSeconds, assetBytes };
}

/** Plans without a monthly limit still count credits, so that every balance is a number. */
const UNLIMITED_CREDITS = 1_000_000_000;

export const BUILT_IN_PLANS = {
  free: plan('free', 50, { perMinute: 60, burst: 20 }, { assetBytes: 50e6 }),
  starter: plan('starter', 2_000, { perMinute: 300, burst: 50 }, { assetBytes: 500e6 }),
  pro: plan('pro', 20_000, { perMinute: 600, burst: 100 }, { assetBytes: 5e9 }),
  'self-hosted': plan('self-hosted', UNLIMITED_CREDITS, { perMinute: 60_000, burst: 5_000 }, { assetBytes: 100e9 }),
} as const satisfies Plans;

export const DEFAULT_PLAN = 'free';

/** A plan that the operator has removed keeps its name in accounts and gets the limits of `free`. */
export function planNamed(plans: Plans, name: string): Plan {
  return Object.hasOwn(plans, name) ? plans[name]! : { ...BUILT_IN_PLANS.free, name };
}

/**
 * Parses the operator's plans, which extend or replace the built-in ones:
 * `{ "team": { "credits": 5000, "perMinute": 300, "burst": 50 } }`, and optionally `renderSeconds` and `assetBytes`.
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
    const { credits, perMinute, burst, renderSeconds, assetBytes } = entry;
    if (!isCount(credits, 0)) throw new Error(`has the plan "${name}": credits must be a whole number >= 0`);
    if (!isCount(perMinute, 1)) throw new Error(`has the plan "${name}": perMinute must be a whole number >= 1`);
    if (!isCount(burst, 1)) throw new Error(`has the plan "${name}": burst must be a whole number >= 1`);
    for (const [field, value] of Object.entries({ renderSeconds, assetBytes })) {
      if (value === undefined || isCount(value, 1)) continue;
      throw new Error(`has the plan "${name}": ${field} must be a whole number >= 1`);
    }
    const limits = { renderSeconds, assetBytes } as Partial<Plan>;
    plans[name] = plan(name, credits, { perMinute, burst }, limits);
  }
  return plans;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown, minimum: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= minimum;
}
