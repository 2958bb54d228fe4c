import type { Timing } from '../observe/timing.js';

/**
 * The value of the Server-Timing header: the stages of a request and their total, in milliseconds.
 * Source: https://www.w3.org/TR/server-timing/#the-server-timing-header-field
 */
export function serverTiming({ stages, total }: Timing): string {
  const entries: [string, number][] = [...stages, ['total', total]];
  return entries.map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(1)}`).join(', ');
}
