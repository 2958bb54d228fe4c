import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { serveMetrics } from '../../../src/service/observe/admin.js';
import { Metrics } from '../../../src/service/observe/metrics.js';
import { ThreadCounters } from '../../../src/service/observe/thread-counters.js';

type Measure = Parameters<typeof serveMetrics>[1];

async function open(t: Test, measure: Measure, adminPort = 0) {
  const log: string[] = [];
  const admin = await serveMetrics(
    { adminHost: '127.0.0.1', adminPort },
    measure,
    pino({}, { write: (line: string) => void log.push(line) }),
  );
  t.teardown(() => admin.close());
  return { ...admin, log, get: (path: string) => fetch(`http://127.0.0.1:${admin.port}${path}`) };
}

const sources = (load: { running: number; waiting: number; limit: number }) => ({
  load: () => load,
  threads: new ThreadCounters(),
  caches: () => ({}),
});

const end = { route: '/v1/render', method: 'POST', status: 200, seconds: 0.02, stages: new Map([['layout', 12]]) };

t.test('the dashboard shows every metric, and none that there is not', async (t) => {
  const metrics = new Metrics(sources({ running: 0, waiting: 0, limit: 66 }));
  const names = (await metrics.snapshot()).map((metric) => (metric as { name: string }).name);
  const { panels } = JSON.parse(readFileSync('docs/grafana.json', 'utf8')) as {
    panels: { id: number; targets: { expr: string }[] }[];
  };
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/platen_\w+/g) ?? []));
  t.strictSame([...new Set(shown.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))].sort(), names.sort());
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
});

t.test('what all processes counted is added up, in the form of Prometheus', async (t) => {
  const processes = [1, 2].map((running) => new Metrics(sources({ running, waiting: 3, limit: 33 })));
  for (const metrics of processes) metrics.count(end);
  processes[0]!.count({ ...end, status: 499 });
  const { get } = await open(t, () => Promise.all(processes.map((metrics) => metrics.snapshot())));
  const answer = await get('/metrics?x=1');
  t.equal(answer.status, 200);
  t.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  for (const line of [
    'platen_http_requests_total{route="/v1/render",method="POST",status="200"} 2',
    'platen_http_requests_total{route="/v1/render",method="POST",status="499"} 1',
    'platen_http_request_seconds_count{route="/v1/render",method="POST"} 3',
    'platen_stage_seconds_bucket{le="0.025",stage="layout"} 3',
    'platen_renders_running 3',
    'platen_renders_waiting 6',
    'platen_renders_limit 66',
  ]) {
    t.ok(text.split('\n').includes(line), line);
  }
  t.match(text, /^platen_process_memory_bytes \d{7,}$/m);
});

t.test('hits of caches and pauses of the collector are those of all threads of all processes', async (t) => {
  const processes = [1, 2].map((count) => {
    const threads = new ThreadCounters();
    // Another thread has the same memory.
    const other = new ThreadCounters(threads.memory);
    for (const each of [threads, other]) each.addUses('template', { hits: count, misses: 1 });
    other.addPause('minor', 1.5);
    const caches = () => ({ asset: { hits: 5, misses: count } });
    return new Metrics({ ...sources({ running: 0, waiting: 0, limit: 1 }), threads, caches });
  });
  const { get } = await open(t, () => Promise.all(processes.map((metrics) => metrics.snapshot())));
  await get('/metrics'); // a second collection counts nothing twice
  const lines = (await (await get('/metrics')).text()).split('\n');
  for (const line of [
    'platen_cache_lookups_total{cache="template",result="hit"} 6',
    'platen_cache_lookups_total{cache="template",result="miss"} 4',
    'platen_cache_lookups_total{cache="asset",result="hit"} 10',
    'platen_cache_lookups_total{cache="asset",result="miss"} 3',
    'platen_gc_pauses_total{thread="render",kind="minor"} 2',
    'platen_gc_pause_seconds_total{thread="render",kind="minor"} 0.003',
  ]) {
    t.ok(lines.includes(line), line);
  }
});

t.test('pauses of the process itself are counted', async (t) => {
  const metrics = new Metrics(sources({ running: 0, waiting: 0, limit: 1 }));
  const collected = new Promise<void>((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ entryTypes: ['gc'] });
  });
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  await collected;
  const all = (await metrics.snapshot()) as { name: string; values: { value: number; labels: object }[] }[];
  const { values } = all.find(({ name }) => name === 'platen_gc_pauses_total')!;
  t.ok(values.some(({ value, labels }) => value > 0 && (labels as { thread: string }).thread === 'http'));
});

t.test('there is nothing else on that port, and a failure is not told about', async (t) => {
  const { get, log } = await open(t, () => Promise.reject(new Error('secret detail')));
  t.equal((await get('/')).status, 404);
  const failed = await get('/metrics');
  t.equal(failed.status, 500);
  t.equal(await failed.text(), '');
  t.match(log.join(''), 'secret detail');
});

t.test('a port that is taken is refused', async (t) => {
  const { port } = await open(t, async () => []);
  await t.rejects(
    open(t, async () => [], port),
    { name: 'AdminError', message: /, the address of \/metrics: .*EADDRINUSE/ },
  );
});
