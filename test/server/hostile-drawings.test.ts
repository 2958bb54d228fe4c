/** Drawings that are small and become large, in the whole service: the thread that draws one ends with its request. */

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { openAccounts } from '../service/support/accounts.js';
import { environmentOf, onEmbeddedPostgres } from '../service/support/postgres.js';
import { folder, serve } from '../service/support/serve.js';
import { client, tally } from '../service/support/service.js';
import { until } from '../service/support/until.js';
import { HOSTILE_INPUTS } from '../trust/hostile-inputs.js';

const TOWERS = ['clip paths', 'masks', 'patterns', 'markers', 'uses'].map((name) => {
  const { of, sizes } = HOSTILE_INPUTS[`a tower of ${name}`]!;
  return of(sizes[2]).html;
});
/** Half a minute of drawing or more: each takes a second of one call of the core, the most that its bounds allow. */
const LONG = Array.from({ length: 60 }, (_, i) => {
  const filter = `<filter id="f${i}"><feTurbulence numOctaves="9" baseFrequency="0.1" seed="${i}"/></filter>`;
  return `<svg width="600" height="900">${filter}${`<rect width="600" height="900" filter="url(#f${i})"/>`.repeat(40)}</svg>`;
}).join('');
const TICKS_PER_SECOND = 100;
/** Milliseconds, and the share of a processor that timers and the database take. */
const LOOK = 300;
const IDLE_SHARE = 0.3;

/** Of a process and all that it started. */
function processorSeconds(pid: number): number {
  const stat = (path: string) =>
    readFileSync(`${path}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of all) {
    try {
      const fields = stat(`/proc/${name}`);
      parents.set(Number(name), Number(fields[1]));
      ticks.set(Number(name), Number(fields[11]) + Number(fields[12]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOf = (own: number): boolean => own === pid || (parents.has(own) && own > 1 && isOf(parents.get(own)!));
  let sum = 0;
  for (const [own, count] of ticks) if (isOf(own)) sum += count;
  return sum / TICKS_PER_SECOND;
}

onEmbeddedPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const environment = { ...environmentOf(backend), PLATEN_DATA_DIR: folder(t), RENDER_TIMEOUT: '2s' };
  const served = await serve(t, environment);
  const send = client(served.url);
  const { key } = await openAccounts(t, backend, '{}')('self-hosted');
  const ask = (path: string, html: string) => send('POST', path, { key, json: { html } });

  t.test('they are refused, in validations, too, and the processors are idle afterwards', async (t) => {
    const asked = TOWERS.flatMap((html) => [ask('/v1/render', html), ask('/v1/validate', html)]);
    t.strictSame(tally(await Promise.all(asked)), { 422: asked.length });
    const late = await Promise.all([ask('/v1/render', LONG), ask('/v1/validate', LONG)]);
    for (const { status, json } of late) {
      t.equal(status, 422);
      t.match(json, { error: { code: /^(render_timeout|document_too_complex)$/ } });
    }
    await until('nothing is being drawn', async () => {
      const before = processorSeconds(served.process.pid!);
      await delay(LOOK);
      return processorSeconds(served.process.pid!) - before < (IDLE_SHARE * LOOK) / 1000;
    });
    t.equal((await ask('/v1/render', '<p>a')).status, 200);
  });

  t.test('SIGTERM does not wait for one that is being drawn', async (t) => {
    const drawing = ask('/v1/render', LONG).catch(() => undefined);
    await until('it is being drawn', async () => {
      const before = processorSeconds(served.process.pid!);
      await delay(LOOK);
      return processorSeconds(served.process.pid!) - before > (IDLE_SHARE * LOOK) / 1000;
    });
    t.equal(await served.end('SIGTERM'), 0);
    await drawing;
  });
});
