/** What routes work with. Made by the composition root, once per process. */

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
 * `draining`: another process takes over; connections end with the next answer.
 * `stopping`: nobody does; new renders are refused as well.
 */
export type LifecycleState = 'serving' | 'draining' | 'stopping';

export interface Lifecycle {
  readonly state: LifecycleState;
}
