/** The services that routes use, constructed once per process by src/server/http-process.ts. */

import type { Data } from '../data.js';
import type { Limiter } from '../limits/limiter.js';
import type { RenderPool } from '../pool/pool.js';

export interface Services {
  readonly data: Data;
  readonly pool: RenderPool;
  readonly limiter: Limiter;
  readonly lifecycle: Lifecycle;
}

/**
 * `draining`: another process has taken over; connections are closed after their next reply.
 * `stopping`: none has; new renders are refused, too.
 */
export type LifecycleState = 'serving' | 'draining' | 'stopping';

export interface Lifecycle {
  readonly state: LifecycleState;
}
