/** Render threads: what ends them, and that they come back. */

import t, { type Test } from 'tap';
import { DEFAULT_LIMITS } from '../../../src/engine/render.js';
import { ThreadCounters } from '../../../src/service/observe/thread-counters.js';
import type { DocumentTask, TemplateTask } from '../../../src/service/pool/messages.js';
import { RenderPool, type RenderPoolOptions } from '../../../src/service/pool/pool.js';
import { png } from '../../support/images.js';
import { ENDLESS } from '../support/endless.js';
import { until } from '../support/until.js';

const never = new AbortController().signal;

async function open(t: Test, options: Partial<RenderPoolOptions> = {}): Promise<RenderPool> {
  const pool = await RenderPool.open({
    backend: 'wasm',
    threads: 1,
    queueLimit: 10,
    queueTimeout: 60,
    timeout: 60,
    memory: 512e6,
    limits: DEFAULT_LIMITS,
    fontFolders: [],
    ...options,
  });
  t.teardown(() => pool.close());
  return pool;
}

const document = (html: string, data: object = {}, kind: 'render' | 'validate' = 'render'): DocumentTask => ({
  kind,
  scope: '',
  json: new TextEncoder().encode(JSON.stringify({ html, data })),
  locale: 'en-US',
  title: null,
  strict: false,
  standard: [],
  partials: {},
  assets: new Map(),
  now: 0,
});

const run = async (pool: RenderPool, task: DocumentTask | TemplateTask, signal = never) =>
  (await pool.run(pool.admit({ account: 'account', key: 'key' }), task, signal)).outcome;

t.test('documents', async (t) => {
  const pool = await open(t);

  t.test('the PDF is moved, not copied; the body that was given is gone', async (t) => {
    const task = document('<p>{{a}}', { a: 1 });
    const outcome = await run(pool, task);
    t.match(outcome, { result: { pages: 1, diagnostics: [] } });
    t.equal(task.json.length, 0);
  });

  t.test('URLs resolve as in the library, as far as there is anything behind them', async (t) => {
    const own = `asset:${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;
    const imported = `data:text/css,${encodeURIComponent(`p { background: url(${own.toUpperCase()}) }`)}`;
    const sheet = `data:text/css,${encodeURIComponent(`@import "${imported}"; li { list-style-image: url(${own}) }`)}`;
    const html = `<base href="https://example.com/docs/"><link rel="stylesheet" href="${sheet}">
      <p>text <a href="terms.html">terms</a><img src="${own}"><ul><li>item</ul>`;
    const assets = new Map([[own, new Uint8Array(png(4, 4))]]);
    t.match(await run(pool, { ...document(html), assets }), { result: { diagnostics: [] } });
    t.match(await run(pool, document('<base href="css/"><link rel=stylesheet href="a.css"><img src="b.png">')), {
      result: {
        diagnostics: [
          { kind: 'MissingAsset', text: 'a.css', context: /: css\/a\.css$/ },
          { kind: 'MissingAsset', text: 'b.png', context: /: css\/b\.png$/ },
        ],
      },
    });
  });

  t.test('what is wrong with a document comes back as data', async (t) => {
    t.match(await run(pool, document('{{#if')), {
      refusal: { code: 'template_invalid', message: /^Line 1, column 1: The tag is not closed/ },
    });
    t.match(await run(pool, { kind: 'template', source: '{{nope 1}}' }), { refusal: { code: 'template_invalid' } });
    t.match(await run(pool, { kind: 'template', source: '{{> not_saved_yet}}' }), { result: {} });
  });

  t.test('one that takes too long is ended with its thread; the next one gets a new thread', async (t) => {
    const pool = await open(t, { timeout: 3 });
    await t.rejects(run(pool, document(ENDLESS)), { code: 'render_timeout', status: 422 });
    t.match(await run(pool, document('a')), { result: { pages: 1 } });
  });

  t.test('one whose client goes away while it runs is ended, too', async (t) => {
    const client = new AbortController();
    const gone = run(pool, document(ENDLESS), client.signal);
    await until('it is rendered', () => pool.load.running === 1);
    client.abort();
    await t.rejects(gone, { name: 'ClientGone' });
    t.match(pool.load, { running: 1, waiting: 0 }, 'its place is free once a thread is ready');
    t.match(await run(pool, document('a')), { result: { pages: 1 } });
    t.match(pool.load, { running: 0, waiting: 0 });
  });

  t.test('when the pool closes what runs is refused', async (t) => {
    const [running, waiting] = [run(pool, document(ENDLESS)), run(pool, document('a'))];
    const refused = Promise.all([
      t.rejects(running, { code: 'shutting_down' }),
      t.rejects(waiting, { code: 'shutting_down' }),
    ]);
    await pool.close();
    await refused;
  });
});

t.test('a document that ended itself in time cost its thread, for which the next one waited', async (t) => {
  const pool = await open(t, { backend: 'auto', limits: { ...DEFAULT_LIMITS, maxTime: 0.000_001 }, warmsUp: false });
  t.match(await run(pool, document('a')), { refusal: { code: 'render_timeout' } });
  t.match(pool.load, { running: 0, waiting: 0 });
  t.equal(pool.isStuck, false);
});

t.test('neighbours of a slow document waited until the spare thread had started', async (t) => {
  const pool = await open(t);
  const by = (account: string, html: string, signal = never) =>
    pool.run(pool.admit({ account, key: 'key' }), document(html), signal);
  await by('neighbour', 'a');
  t.equal(pool.threads, 1, 'documents that are not slow start none');
  const client = new AbortController();
  const slow = by('slow', ENDLESS, client.signal);
  await until('a thread starts while nobody waits', () => pool.threads === 2);
  t.match(await by('neighbour', 'a'), { outcome: { result: { pages: 1 } } });
  client.abort();
  await t.rejects(slow, { name: 'ClientGone' });
});

t.test('a document tells what it had of its thread, which is counted for the process', async (t) => {
  const counters = new ThreadCounters();
  const pool = await open(t, { backend: 'auto', counters });
  const html = `<style>p { color: red }</style><p>{{sentence}}<img src="data:image/png;base64,${png(4, 4).toString('base64')}">`;
  const before = counters.uses;
  const outcomes = [];
  for (let i = 0; i < 2; i += 1)
    outcomes.push(await run(pool, document(html, { sentence: 'Nobody wrote this before' })));
  const uses = outcomes.map(({ use }) => new Map(use!.caches));
  t.match(uses[0]!.get('template'), { hits: 0, misses: 1 });
  t.match(uses[1]!.get('template'), { hits: 1, misses: 0 });
  t.ok(uses[0]!.get('text')!.misses > 0);
  t.equal(uses[1]!.get('text')!.misses, 0);
  t.ok(uses[1]!.get('style_sheet')!.hits > 0);
  for (const cache of ['image', 'font_subset'] as const) {
    const [first, second] = uses.map((each) => each.get(cache));
    if (pool.backend === 'typst') t.equal(second, undefined, cache);
    else t.match([first, second], [{ misses: 1 }, { hits: 1, misses: 0 }], cache);
  }
  for (const [cache, { hits, misses }] of counters.uses) {
    const expected = uses.reduce((sum, each) => sum + (each.get(cache)?.hits ?? 0) + (each.get(cache)?.misses ?? 0), 0);
    t.equal(hits + misses - before.get(cache)!.hits - before.get(cache)!.misses, expected, cache);
  }
});

t.test('a refused document used its thread, too', async (t) => {
  const outcome = await run(await open(t, { backend: 'typst' }), {
    ...document('<style>p {}</style><p style="backdrop-filter: blur(1px)">'),
    strict: true,
  });
  t.match(outcome, {
    refusal: { code: 'document_not_supported' },
    use: {
      caches: [
        ['style_sheet', {}],
        ['rule_set', {}],
      ],
    },
  });
});

t.test('pauses of the collector are those of the document in which they happen', async (t) => {
  const counters = new ThreadCounters();
  const pool = await open(t, { counters, youngMemory: 1e6 });
  const count = () => [...counters.pauses.values()].reduce((sum, pauses) => sum + pauses.count, 0);
  const before = count();
  const { use } = await run(pool, document('<p>{{#each (range 1 3000)}}<b>{{this}}</b> {{/each}}'));
  t.ok(use!.pauses > 0);
  t.ok(count() > before);
});

t.test('memory', async (t) => {
  const errors: unknown[] = [];
  const pool = await open(t, { backend: 'typst', memory: 100e6, onError: (error) => errors.push(error) });

  t.test('a document that fills the memory is refused, and the thread replaced', async (t) => {
    const huge = '{{#each (range 1 90000)}}<p>{{this}}<b>x</b></p>{{/each}}';
    await t.rejects(run(pool, document(huge)), { code: 'document_too_large' });
    t.match(await run(pool, document('a')), { result: { pages: 1 } });
  });

  t.test('memory that documents took is given back between them', async (t) => {
    const html = '{{#each (range 1 600)}}<p>{{this}} and some more text</p>{{/each}}';
    const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);
    const renderAll = async (count: number) => {
      for (let i = 0; i < count; i += 1) t.match(await run(pool, document(html)), { result: { diagnostics: [] } });
    };
    await renderAll(12);
    const settled = megabytes();
    await renderAll(24);
    t.ok(megabytes() < settled + 400, `${settled}, then ${megabytes()} MB`);
  });
});

t.test('a pool whose threads cannot start says so', async (t) => {
  await t.rejects(open(t, { memory: 1e6 }), /the render threads do not start: .*memory/);
});
