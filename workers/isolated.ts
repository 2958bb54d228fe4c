/** The entry point of a process that renders large documents. */

import { IsolatedHost } from '../src/service/pool/isolated-host.js';
import type { IsolatedOrder } from '../src/service/pool/isolated-messages.js';

const host = new IsolatedHost((answer) => {
  if (process.connected) process.send?.(answer);
});
process.on('message', (order: IsolatedOrder) => void host.execute(order));
// Native code does not end with its thread, but with the process.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal sends these to the service as well, which then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
