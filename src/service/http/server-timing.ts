import type { ThreadCache, ThreadUse } from '../observe/thread-counters.js';
import type { Timing } from '../observe/timing.js';

/** Each account has its own part of these. How an account's documents use the others would tell what others have rendered. */
const OF_ACCOUNTS: ReadonlySet<ThreadCache> = new Set(['template', 'style_sheet', 'web_font', 'image']);

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
  const uses = caches
    .filter(([cache]) => OF_ACCOUNTS.has(cache))
    .map(([cache, { hits, misses }]) => `${cache} ${hits}/${hits + misses}`);
  return [duration('gc', pauses), ...(uses.length > 0 ? [`cache;desc="${uses.join(' ')}"`] : [])];
}
