import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Waits until something is so.
 * @param what  for the message when it does not happen
 * @throws Error after so many seconds
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await isSo()); await delay(POLL_MS)) {
    if (Date.now() > end) throw new Error(`after ${seconds} s still not: ${what}`);
  }
}
