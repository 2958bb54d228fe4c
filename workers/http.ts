/** The entry point of an HTTP process, controlled by the primary process. */

import {
  type HttpProcess,
  type HttpProcessPreparation,
  type HttpProcessStart,
  isLasting,
  openHttpProcess,
} from '../src/server/http-process.js';
import { type EndState, isOrder, type Order, type Report } from '../src/service/cluster/messages.js';
import { createLog, type Log } from '../src/service/observe/log.js';
import { Suspects } from '../src/service/pool/suspects.js';

let log: Log = createLog('info');
let serving: HttpProcess | undefined;
let isEnding = false;
let start: (start: HttpProcessStart) => void = () => undefined;
const started = new Promise<HttpProcessStart>((resolve) => {
  start = resolve;
});

process.on('message', (message) => {
  if (isOrder<HttpProcessPreparation, HttpProcessStart>(message)) execute(message).catch(failToStart);
});
// The primary has ended, so nothing would count requests or replace this process.
process.on('disconnect', () => void end('stopping'));
process.on('SIGTERM', () => void end('stopping'));
// A terminal sends these to the primary as well, which then stops this process.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.on('uncaughtException', (error) => fail(error));
process.on('unhandledRejection', (error) => fail(error));
const suspects = new Suspects({
  began: (document) => report({ type: 'cluster:began', document }),
  ended: (document) => report({ type: 'cluster:ended', document }),
});
report({ type: 'cluster:online' });

async function execute(order: Order<HttpProcessPreparation, HttpProcessStart>): Promise<void> {
  if (order.type === 'cluster:end') return end(order.state);
  if (order.type === 'cluster:start') return start(order.start);
  if (order.type === 'cluster:complete') return serving?.complete();
  if (order.type === 'cluster:suspects') return suspects.know(order.documents);
  if (order.type === 'cluster:measure') {
    return report({ type: 'cluster:measured', id: order.id, metrics: (await serving?.metrics.snapshot()) ?? [] });
  }
  const { config, port } = order.preparation;
  log = createLog(config.logLevel);
  const databaseUrl = started.then((start) => start.databaseUrl);
  serving = await openHttpProcess(config, {
    databaseUrl,
    port,
    log,
    channel: process,
    onBroken: fail,
    onStuck: () => report({ type: 'cluster:stuck' }),
    suspects,
    awaitsOthers: true,
  });
  report({ type: 'cluster:ready' });
}

function report(message: Report): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

async function end(state: EndState): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  try {
    await serving?.end(state);
    exit(0);
  } catch (error) {
    log.error({ err: error }, 'shutting down failed');
    exit(1);
  }
}

/** `process.exit` waits for threads, and so for native code. */
function exit(code: number): void {
  if (serving?.isStuck) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

function failToStart(error: unknown): void {
  fail(error, serving === undefined && isLasting(error));
}

/** The state of this process is undefined: it exits, and the primary replaces it unless that would fail as well. */
function fail(error: unknown, isLasting = false): void {
  log.fatal({ err: error }, 'the HTTP process failed');
  const reason = error instanceof Error ? error.message : String(error);
  const message: Report = { type: 'cluster:failed', reason, isLasting };
  if (!process.connected) exit(1);
  process.send?.(message, undefined, undefined, () => exit(1));
}
