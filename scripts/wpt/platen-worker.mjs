/** Renders documents of the Web Platform Tests in a thread, which can be ended when one hangs. */

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createRenderer } from '../../dist/src/index.js';

const renderer = createRenderer();

parentPort.on('message', async ({ html, folder }) => {
  const assets = (url) => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return undefined;
    const name = decodeURIComponent(url.replace(/[?#].*/s, ''));
    const file = path.join(workerData.checkout, path.posix.resolve('/', folder, name));
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? new Uint8Array(readFileSync(file)) : undefined;
  };
  try {
    // The source is a template: data gives back its braces.
    const source = html.replaceAll('{{', '{{{braces}}}');
    const { pdf } = await renderer.render({ html: source, data: { braces: '{{' }, assets });
    parentPort.postMessage({ pdf });
  } catch (error) {
    parentPort.postMessage({ error: error.message });
  }
});
