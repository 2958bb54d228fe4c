/** An HTTP process: does what the primary orders. */

import { type HttpProcess, openHttpProcess } from '../src/server.js';
import { isOrder, type Order, type Report } from '../src/service/cluster/messages.js';
import { createLog, type Log } from '../src/service/observe/log.js';

let log: Log = createLog('info');
let serving: HttpProcess | undefined;
let isEnding = false;

process.on('message', (message) => {
  if (isOrder(message)) obey(message).catch(fail);
});
// Without the primary nobody counts or restarts; it has ended, or was killed.
process.on('disconnect', () => void end('stopping'));
process.on('SIGTERM', () => void end('stopping'));
// A terminal sends these to the primary as well, which knows what to do.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
tell({ type: 'cluster:here' });

async function obey(order: Order): Promise<void> {
  if (order.type === 'cluster:end') return end(order.state);
  if (order.type === 'cluster:measure') {
    return tell({ type: 'cluster:measured', id: order.id, metrics: (await serving?.metrics.snapshot()) ?? [] });
  }
  const { config, databaseUrl, port } = order;
  log = createLog(config.logLevel);
  serving = await openHttpProcess(config, { databaseUrl, port, log, channel: process, onBroken: fail });
  tell({ type: 'cluster:ready' });
}

function tell(report: Report): void {
  if (process.connected) process.send?.(report, undefined, undefined, () => undefined);
}

async function end(state: 'draining' | 'stopping'): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  try {
    await serving?.end(state);
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'ending failed');
    process.exit(1);
  }
}

/** What is left of this process cannot be relied on: another one takes its place. */
function fail(error: unknown): void {
  log.fatal({ err: error }, 'an HTTP process fails');
  const report: Report = { type: 'cluster:failed', reason: error instanceof Error ? error.message : String(error) };
  if (!process.connected) process.exit(1);
  process.send?.(report, undefined, undefined, () => process.exit(1));
}
