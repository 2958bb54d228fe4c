/** Joins PDFs in threads of their own, one for each file that is sent: it takes milliseconds for each document. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { JOIN_THREAD } from '../../entry-points.js';
import { ServiceError } from '../errors.js';

/** Files that a process joins at a time; they take processor time from renders. */
const AT_ONCE = 2;
const RETRY_SECONDS = 5;
/** Bytes that are sent at once. */
const PIECE = 64 * 1024;

/** A document to add; null: there are no more. */
export type JoinTask = Uint8Array | null;
/** The bytes that can be sent, or why the documents cannot be joined. */
export type JoinAnswer = { readonly bytes: Uint8Array } | { readonly failure: string };

export class Joins {
  #running = 0;

  /** @throws ServiceError `busy` */
  checkFree(): void {
    if (this.#running < AT_ONCE) return;
    const detail = { retryAfterSeconds: RETRY_SECONDS };
    throw new ServiceError('busy', 'Other batches are being merged', detail);
  }

  /** One PDF of all documents, as they are read. Its thread ends with it. */
  async *join(pdfs: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#running += 1;
    const thread = new Worker(JOIN_THREAD);
    thread.on('error', () => undefined); // whoever waits for an answer gets it
    try {
      const ask = async (task: JoinTask) => {
        const answered = once(thread, 'message');
        thread.postMessage(task);
        const [answer] = (await answered) as [JoinAnswer];
        if ('failure' in answer) throw new Error(answer.failure);
        return answer.bytes;
      };
      let pieces: Uint8Array[] = [];
      let length = 0;
      for await (const pdf of pdfs) {
        const bytes = await ask(pdf);
        pieces.push(bytes);
        length += bytes.length;
        if (length < PIECE) continue;
        yield Buffer.concat(pieces);
        pieces = [];
        length = 0;
      }
      pieces.push(await ask(null));
      yield Buffer.concat(pieces);
    } finally {
      this.#running -= 1;
      await thread.terminate();
    }
  }
}
