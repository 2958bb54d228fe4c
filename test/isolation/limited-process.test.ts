/** Processes with a memory limit: what ends them, and that it is told. */

import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { LimitedProcess, ProcessEnded } from '../../src/isolation/limited-process.js';
import { memoryOf } from '../../src/isolation/resident-memory.js';

t.setTimeout(300_000);

const HUNGRY = fileURLToPath(new URL('hungry.mjs', import.meta.url));
const MEMORY = 400e6;
const never = new AbortController().signal;

interface Held {
  readonly held: number;
}

const isHeld = (message: unknown): message is Held => typeof (message as Held).held === 'number';

function start(t: Test): LimitedProcess {
  const started = new LimitedProcess({ entryPoint: HUNGRY, memory: MEMORY });
  t.teardown(() => started.kill());
  return started;
}

/** Looks at its memory until it ends. @returns the most that was seen */
async function peakOf(child: LimitedProcess, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let peak = 0;
  void work
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    peak = Math.max(peak, memoryOf(child.pid!) ?? 0);
    await new Promise(setImmediate);
  }
  return peak;
}

t.test('it answers, again and again', async (t) => {
  const child = start(t);
  t.strictSame(await child.ask({ kind: 'buffers', times: 10 }, isHeld, never), { held: 10 });
  t.strictSame(await child.ask({ kind: 'buffers', times: 10 }, isHeld, never), { held: 20 });
});

for (const kind of ['buffers', 'objects'] as const) {
  t.test(`taking too much memory for ${kind} ends it before it is far over the limit`, async (t) => {
    const child = start(t);
    await child.ask({ kind: 'nothing', times: 1 }, isHeld, never);
    const asked = child.ask({ kind, times: 1e6 }, isHeld, never);
    const refused = t.rejects(asked, { name: 'ProcessEnded', isOutOfMemory: true });
    const peak = await peakOf(child, asked);
    await refused;
    t.notOk(child.isAlive);
    t.ok(peak < MEMORY * 1.1, `${Math.round(peak / 1e6)} MB`);
  });
}

t.test('address space that is only reserved does not count', async (t) => {
  const child = start(t);
  // Each reserves gigabytes, so that no bounds are checked, and takes one megabyte.
  t.strictSame(await child.ask({ kind: 'webAssembly', times: 20 }, isHeld, never), { held: 20 });
});

t.test('it has no more of the environment than it needs', async (t) => {
  process.env['PLATEN_TEST_SECRET'] = 'secret';
  t.teardown(() => delete process.env['PLATEN_TEST_SECRET']);
  const child = start(t);
  await child.ask({ kind: 'nothing', times: 1 }, isHeld, never);
  if (process.platform !== 'linux') return;
  const { readFileSync } = await import('node:fs');
  t.notMatch(readFileSync(`/proc/${child.pid}/environ`, 'utf8'), 'PLATEN_TEST_SECRET');
});

t.test('aborting kills it', async (t) => {
  const child = start(t);
  const stop = new AbortController();
  const asked = child.ask({ kind: 'nothing', times: 1e12 }, isHeld, stop.signal);
  stop.abort(new Error('too late'));
  await t.rejects(asked, { message: 'too late' });
  await child.closed();
  t.equal(memoryOf(child.pid!), undefined);
});

t.test('one that somebody kills is not out of memory', async (t) => {
  const child = start(t);
  const asked = child.ask({ kind: 'nothing', times: 1e12 }, isHeld, never);
  process.kill(child.pid!, 'SIGKILL');
  const error = await asked.catch((error: unknown) => error);
  t.ok(error instanceof ProcessEnded);
  t.match(error, { isOutOfMemory: false, isKilled: true });
});

t.test('one that cannot be started says so', async (t) => {
  const child = new LimitedProcess({ entryPoint: '/nowhere/at-all.mjs', memory: MEMORY });
  await t.rejects(child.ask({}, isHeld, never), { name: 'ProcessEnded', message: /at-all/, isOutOfMemory: false });
});
