/** The entry point of a thread of `platen batch`. */

import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadSetup, ThreadTask } from '../src/cli/batch/messages.js';
import { RecordRenderer } from '../src/cli/batch/record-renderer.js';

const renderer = new RecordRenderer(workerData as ThreadSetup);
const port = parentPort!;
port.on('message', (task: ThreadTask) => {
  // A rejection is a fault: it ends the thread, and with it the batch.
  void renderer.run(task).then((answer) => port.postMessage(answer));
});
port.postMessage('ready');
