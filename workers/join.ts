/** The entry point of a thread that joins PDFs. */

import { parentPort } from 'node:worker_threads';
import { JoinError, Joiner } from '../src/pdf/join/join.js';
import type { JoinAnswer, JoinTask } from '../src/service/pool/joins.js';

const port = parentPort!;
const joiner = new Joiner();

port.on('message', (task: JoinTask) => port.postMessage(answerTo(task)));

function answerTo(task: JoinTask): JoinAnswer {
  try {
    return { bytes: task === null ? joiner.end() : joiner.add(task) };
  } catch (error) {
    if (!(error instanceof JoinError)) throw error;
    return { failure: error.message };
  }
}
