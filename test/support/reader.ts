/** Waits for output of a process. */

import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * @param stream  of text
 * @param ended   settles when the process has ended
 * @returns       resolves to the match in the output after the previous match; rejects if the process ends before
 */
export function reader(stream: Readable, ended: Promise<unknown>): (pattern: RegExp) => Promise<string> {
  let unread = '';
  stream.on('data', (text: string) => {
    unread += text;
  });
  const isOver = ended.then(() => true);
  return async (pattern) => {
    for (;;) {
      const found = pattern.exec(unread);
      if (found) {
        unread = unread.slice(found.index + found[0].length);
        return found[0];
      }
      if (await Promise.race([isOver, once(stream, 'data').then(() => false)]))
        throw new Error(`it ended without ${pattern}: ${unread}`);
    }
  };
}
