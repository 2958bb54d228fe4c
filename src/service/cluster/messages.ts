/** Messages between the primary and its HTTP processes, except those about rate limits (limits/messages.ts). */

/**
 * From the primary to an HTTP process, which first prepares what does not need the database: starting render threads
 * takes as long as starting Postgres. `Preparation` and `Start` are plain data.
 */
export type Order<Preparation = unknown, Start = unknown> =
  | { readonly type: 'cluster:prepare'; readonly preparation: Preparation }
  | { readonly type: 'cluster:start'; readonly start: Start }
  /** As many processes serve as are set: this host can take requests. */
  | { readonly type: 'cluster:complete' }
  | { readonly type: 'cluster:end'; readonly state: EndState }
  /** Documents that were being rendered when a process ended: they may have ended it. */
  | { readonly type: 'cluster:suspects'; readonly documents: readonly string[] }
  | { readonly type: 'cluster:measure'; readonly id: number };

/** `draining`: another process has taken over. `stopping`: the service ends. */
export type EndState = 'draining' | 'stopping';

/** From an HTTP process to the primary. */
export type Report =
  /** The process listens for orders. */
  | { readonly type: 'cluster:online' }
  | { readonly type: 'cluster:ready' }
  /** The process ends; `reason` is for the operator. `isLasting`: another one would fail as well, e.g. for a setting. */
  | { readonly type: 'cluster:failed'; readonly reason: string; readonly isLasting: boolean }
  /** Native code of it does not return: it should be replaced. */
  | { readonly type: 'cluster:stuck' }
  /** A document has been rendered for a while. */
  | { readonly type: 'cluster:began'; readonly document: string }
  /** One of those has ended. */
  | { readonly type: 'cluster:ended'; readonly document: string }
  | { readonly type: 'cluster:measured'; readonly id: number; readonly metrics: readonly object[] };

/** The plain data is not checked: both ends are of one version. */
export function isOrder<Preparation, Start>(message: unknown): message is Order<Preparation, Start> {
  return isClusterMessage(message);
}

export function isReport(message: unknown): message is Report {
  return isClusterMessage(message);
}

function isClusterMessage(message: unknown): boolean {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  return typeof type === 'string' && type.startsWith('cluster:');
}
