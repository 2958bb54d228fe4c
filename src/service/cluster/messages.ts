/** What the primary and its HTTP processes say to each other, but for rate limits (limits/messages.ts). */

import type { Config } from '../../config.js';

/** To an HTTP process. */
export type Order =
  | { readonly type: 'cluster:start'; readonly config: Config; readonly databaseUrl: string; readonly port: number }
  /** `draining`: another process has taken over. `stopping`: the service ends. */
  | { readonly type: 'cluster:end'; readonly state: 'draining' | 'stopping' }
  | { readonly type: 'cluster:measure'; readonly id: number };

/** To the primary. */
export type Report =
  /** Hears orders from now on. */
  | { readonly type: 'cluster:here' }
  | { readonly type: 'cluster:ready' }
  /** Will end: why, for the operator. */
  | { readonly type: 'cluster:failed'; readonly reason: string }
  | { readonly type: 'cluster:measured'; readonly id: number; readonly metrics: readonly object[] };

export function isOrder(message: unknown): message is Order {
  return isOurs(message);
}

export function isReport(message: unknown): message is Report {
  return isOurs(message);
}

function isOurs(message: unknown): boolean {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  return typeof type === 'string' && type.startsWith('cluster:');
}
