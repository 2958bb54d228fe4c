import type { ThreadUse } from '../observe/thread-counters.js';
import type { Timing } from '../observe/timing.js';

/**
 * The value of the Server-Timing header: the stages of a request, what its document had of its render thread, and the
 * total, in milliseconds.
 * Source: https://www.w3.org/TR/server-timing/#the-server-timing-header-field
 */
export function serverTiming({ stages, total, thread }: Pick<Timing, 'stages' | 'total' | 'thread'>): string {
  const entries = [...stages].map(([name, milliseconds]) => duration(name, milliseconds));
  return [...entries, ...(thread ? ofThread(thread) : []), duration('total', total)].join(', ');
}

const duration = (name: string, milliseconds: number): string => `${name};dur=${milliseconds.toFixed(1)}`;

/** The pauses lie within the stages. Of each cache: hits of all that it was asked for. */
function ofThread({ pauses, caches }: ThreadUse): string[] {
  const uses = caches.map(([cache, { hits, misses }]) => `${cache} ${hits}/${hits + misses}`);
  return [duration('gc', pauses), ...(uses.length > 0 ? [`cache;desc="${uses.join(' ')}"`] : [])];
}
