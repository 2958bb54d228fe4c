/** The entry point of the thread of `platen preview`. */

import { parentPort, workerData } from 'node:worker_threads';
import { DocumentPreviewer } from '../src/cli/preview/document-previewer.js';
import type { PreviewSetup, PreviewTask } from '../src/cli/preview/messages.js';

const previewer = new DocumentPreviewer(workerData as PreviewSetup);
const port = parentPort!;
port.on('message', (task: PreviewTask) => {
  // A rejection is a fault: it ends the thread.
  void previewer.run(task).then((answer) => port.postMessage(answer));
});
void previewer.warmUp().then(() => port.postMessage('ready'));
