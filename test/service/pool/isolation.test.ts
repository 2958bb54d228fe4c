/** Large documents are rendered in processes of their own, and what ends those concerns nobody else. */

import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { DEFAULT_LIMITS } from '../../../src/engine/render.js';
import type { DocumentTask, MergeTask } from '../../../src/service/pool/messages.js';
import { RenderPool, type RenderPoolOptions } from '../../../src/service/pool/pool.js';
import { nameOf, Suspects } from '../../../src/service/pool/suspects.js';
import { ENDLESS } from '../support/endless.js';
import { until } from '../support/until.js';

t.setTimeout(600_000);

const never = new AbortController().signal;
const PARTY = { account: 'account', key: 'key' };
/** Between what a small and what a large document of these tests takes. */
const MARKS = { size: 5000, memory: 1e9 };
const SMALL = '<p>small</p>';
const LARGE = '{{#each (range 1 300)}}<p>{{this}} and some more text</p>{{/each}}';

async function open(t: Test, options: Partial<RenderPoolOptions> = {}): Promise<RenderPool> {
  const pool = await RenderPool.open({
    backend: 'wasm',
    threads: 1,
    queueLimit: 10,
    queueTimeout: 60,
    timeout: 60,
    memory: 256e6,
    limits: DEFAULT_LIMITS,
    fontFolders: [],
    marks: MARKS,
    ...options,
  });
  t.teardown(() => pool.close());
  return pool;
}

const document = (html: string, kind: 'render' | 'validate' = 'render'): DocumentTask => ({
  kind,
  scope: '',
  json: new TextEncoder().encode(JSON.stringify({ html, data: {} })),
  locale: 'en-US',
  title: null,
  strict: false,
  standard: [],
  partials: {},
  assets: new Map(),
  now: 0,
});

const run = async (pool: RenderPool, task: DocumentTask | MergeTask, signal = never) =>
  (await pool.run(pool.admit(PARTY), task, signal)).outcome;

/** The processes that render large documents. */
function isolated(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8'); // empty when it has ended
    } catch {
      return '';
    }
  };
  return children.filter((pid) => /isolated\.js/.test(commandOf(pid))).map(Number);
}

async function isolatedProcess(): Promise<number> {
  await until('a process was started', () => isolated().length > 0);
  return isolated()[0]!;
}

t.test('a document that becomes large is rendered in a process of its own, with the same bytes', async (t) => {
  const plain = await open(t, { marks: undefined });
  const pool = await open(t);
  const pdf = async (pool: RenderPool, html: string) => {
    const outcome = await run(pool, document(html));
    if (!('result' in outcome)) throw new Error(outcome.refusal.message);
    return Buffer.from((outcome.result as { readonly pdf: Uint8Array }).pdf);
  };
  t.ok((await pdf(pool, SMALL)).equals(await pdf(plain, SMALL)));
  t.equal(pool.isolated, 0, 'small ones need none');
  t.ok((await pdf(pool, LARGE)).equals(await pdf(plain, LARGE)), 'large after expansion');
  t.equal(pool.isolated, 1);
  const whole = LARGE + ' '.repeat(MARKS.size);
  t.ok((await pdf(pool, whole)).equals(await pdf(plain, whole)), 'large as it is sent');
  t.equal(pool.isolated, 1, 'the process is used again');
  t.match(await run(pool, document(LARGE, 'validate')), { result: { diagnostics: [] } });
});

t.test('a document that takes much memory is rendered in a process of its own', async (t) => {
  const pool = await open(t, { marks: { size: 1e9, memory: 1e6 } });
  const rows = '{{#each (range 1 3000)}}<p>{{this}} and <b>some</b> more text</p>{{/each}}';
  const outcome = await run(pool, document(rows));
  t.match(outcome, { result: { diagnostics: [] } }, JSON.stringify(outcome).slice(0, 300));
  t.equal(pool.isolated, 1);
});

t.test('its limits are those of all documents', async (t) => {
  const pool = await open(t, { limits: { ...DEFAULT_LIMITS, maxHtmlLength: 8000, maxPages: 2 } });
  t.match(await run(pool, document(LARGE.replace('300', '400'))), { refusal: { code: 'document_too_large' } });
  t.match(await run(pool, document(LARGE.replace('300', '200'))), { refusal: { code: 'document_too_complex' } });
});

t.test(
  'a document that has too much of something is refused by the same words in a thread and in a process',
  async (t) => {
    const pool = await open(t, { limits: { ...DEFAULT_LIMITS, maxLines: 2 } });
    const lines = '<h1>1</h1>\n<pre>1\n2\n3</pre>';
    const refusal = {
      code: 'document_too_complex',
      message: /2 lines \(maxLines\), .* body > pre.* \(line 2, column 1\)$/,
    };
    t.match(await run(pool, document(lines)), { refusal });
    t.equal(pool.isolated, 0);
    t.match(await run(pool, document(lines + ' '.repeat(MARKS.size))), { refusal });
    t.equal(pool.isolated, 1);
  },
);

t.test('PDFs that are merged are large by their bytes', async (t) => {
  const pool = await open(t);
  const { result } = (await run(pool, document(SMALL))) as { result: { pdf: Uint8Array } };
  const pdfs = Array.from({ length: 3 }, (_, index) => `asset:${index}0000000-0000-4000-8000-000000000000`);
  const task: MergeTask = {
    kind: 'merge',
    json: new TextEncoder().encode(JSON.stringify({ pdfs })),
    title: null,
    files: new Map(pdfs.map((reference) => [reference, result.pdf])),
  };
  t.match(await run(pool, task), { result: { pages: 3 } });
  t.equal(pool.isolated, 1);
});

t.test('a document that may have ended an HTTP process is rendered in a process of its own', async (t) => {
  const reports: string[] = [];
  const suspects = new Suspects({
    began: (document) => reports.push(`began ${document}`),
    ended: (document) => reports.push(`ended ${document}`),
  });
  const hasty = await open(t, { suspects, timeout: 2 });
  await t.rejects(run(hasty, document(ENDLESS)), { code: 'render_timeout' });
  const [began, ended] = reports.splice(0);
  t.equal(began, `began ${nameOf(document(ENDLESS))}`);
  t.equal(ended, began!.replace('began', 'ended'));
  const pool = await open(t, { suspects });
  await run(pool, document(SMALL));
  t.equal(pool.isolated, 0);
  suspects.know([nameOf(document(SMALL))]);
  t.match(await run(pool, document(SMALL)), { result: { pages: 1 } });
  t.equal(pool.isolated, 1);
});

t.test('a document that ends its process is refused; the threads and the next one do not notice', async (t) => {
  const errors: unknown[] = [];
  const pool = await open(t, { threads: 2, onError: (error) => errors.push(error) });
  const neighbours = Array.from({ length: 10 }, () => run(pool, document(SMALL)));
  const lost = pool.runBulk(
    { party: PARTY, urgency: 3, onTime: () => undefined, isIsolated: true },
    document(ENDLESS),
    never,
  );
  const refused = t.rejects(lost, { code: 'document_too_large', status: 422 });
  process.kill(await isolatedProcess(), 'SIGABRT'); // as V8 ends a process
  await refused;
  for (const outcome of await Promise.all(neighbours)) t.match(outcome, { result: { pages: 1 } });
  t.match(errors, [{ name: 'ProcessEnded' }], 'the log has it');
  t.equal(pool.isolated, 0);
  t.match(await run(pool, document(LARGE)), { result: { diagnostics: [] } });
});

t.test('one whose process somebody kills may be sent again', async (t) => {
  const pool = await open(t);
  const lost = run(pool, document(LARGE + ENDLESS + ' '.repeat(MARKS.size)));
  const refused = t.rejects(lost, { code: 'busy', status: 503 });
  process.kill(await isolatedProcess(), 'SIGKILL');
  await refused;
});

t.test('one that takes too long ends with its process', async (t) => {
  const pool = await open(t, { timeout: 2 });
  await t.rejects(run(pool, document(ENDLESS + ' '.repeat(MARKS.size))), { code: 'render_timeout', message: / 2 s/ });
  t.equal(pool.isolated, 0);
  await until('the process is gone', () => isolated().length === 0);
});

t.test('one whose client goes away ends with its process', async (t) => {
  const pool = await open(t);
  const client = new AbortController();
  const gone = run(pool, document(ENDLESS + ' '.repeat(MARKS.size)), client.signal);
  await isolatedProcess();
  client.abort();
  await t.rejects(gone, { name: 'ClientGone' });
  await until('the process is gone', () => isolated().length === 0);
});

t.test('when the pool closes, so do its processes', async (t) => {
  const pool = await open(t);
  await run(pool, document(LARGE));
  const running = t.rejects(run(pool, document(ENDLESS + ' '.repeat(MARKS.size))), { code: 'shutting_down' });
  await until('it runs', () => pool.load.running === 1);
  await pool.close();
  await running;
  t.strictSame(isolated(), []);
});

t.test('one that needs more memory than there is for a render is refused', async (t) => {
  const pool = await open(t, { memory: 64e6, timeout: 600 });
  const huge = '{{#each (range 1 90000)}}<p>{{this}}<b>x</b></p>{{/each}}';
  await t.rejects(run(pool, document(huge)), { code: 'document_too_large' });
  t.match(await run(pool, document(SMALL)), { result: { pages: 1 } });
});
