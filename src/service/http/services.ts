/** The services that routes use, constructed once per process by src/server/http-process.ts. */

import type { Data } from '../data.js';
import type { OidcClient } from '../identity/oidc.js';
import type { Limiter } from '../limits/limiter.js';
import type { ThreadTime } from '../limits/thread-time.js';
import type { Joins } from '../pool/joins.js';
import type { RenderPool } from '../pool/pool.js';
import type { Previews } from '../pool/previews.js';
import type { Destinations } from '../webhooks/destinations.js';

export interface Services {
  readonly data: Data;
  readonly pool: RenderPool;
  readonly previews: Previews;
  readonly joins: Joins;
  /** Of webhooks. */
  readonly destinations: Destinations;
  readonly limiter: Limiter;
  readonly threadTime: ThreadTime;
  readonly lifecycle: Lifecycle;
  readonly portal: PortalSettings;
}

interface PortalSettings {
  /** Whether people can make accounts. */
  readonly isSignUpOpen: boolean;
  /** Undefined: people sign in by links and passwords only. */
  readonly oidc: OidcClient | undefined;
}

/**
 * `starting`: other processes of this host do not serve yet. `draining`: another process has taken over; connections are closed after their next reply.
 * `stopping`: none has; new renders are refused, too.
 */
export type LifecycleState = 'starting' | 'serving' | 'draining' | 'stopping';

interface Lifecycle {
  readonly state: LifecycleState;
}
