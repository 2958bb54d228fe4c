import { createHash } from 'node:crypto';
import t, { type Test } from 'tap';
import { DEFAULT_LIMITS } from '../../../src/engine/render.js';
import { Assets } from '../../../src/service/assets/assets.js';
import type { ChunkRun } from '../../../src/service/batches/types.js';
import { MemoryLimiter } from '../../../src/service/limits/memory.js';
import { ThreadTime } from '../../../src/service/limits/thread-time.js';
import { Timing } from '../../../src/service/observe/timing.js';
import { RenderPool } from '../../../src/service/pool/pool.js';
import { runChunk, sharing } from '../../../src/service/worker/chunk-runner.js';
import { textOf } from '../../support/pdf.js';
import { openBatches, recordsOf, template } from '../support/batches.js';
import { accountWith } from '../support/credits.js';
import { onEachPostgres, sql } from '../support/postgres.js';

const never = new AbortController().signal;
/** Those of the first two chunks. */
const RECORDS = [10, 15];

async function openPool(t: Test): Promise<RenderPool> {
  const limits = DEFAULT_LIMITS;
  const queue = { queueLimit: 10, queueTimeout: 60 };
  const pool = await RenderPool.open({
    backend: 'wasm',
    threads: 1,
    ...queue,
    timeout: 60,
    memory: 512e6,
    limits,
    fontFolders: [],
  });
  t.teardown(() => pool.close());
  return pool;
}

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const { batches, accounts, database, store } = await openBatches(t, backend);
  const assets = new Assets({ database, store, limits: { maxImageBytes: 1e6, maxImagePixels: 1e6 } });
  const threadTime = new ThreadTime(new MemoryLimiter());
  t.teardown(() => threadTime.close());
  const pool = await openPool(t);

  /** The chunks of a new batch, and the numbers of records in the order in which they reach the pool. */
  async function open(accountId: string, urgency = 3) {
    const values = Array.from({ length: RECORDS[0]! + RECORDS[1]! }, (_, index) => ({ number: index + 1 }));
    const records = recordsOf(values);
    const { id } = await batches.create({ accountId, keyId: null, template: template('{{number}}'), records, urgency });
    const ids = await sql<{ id: string; run: number }>(
      backend,
      `select id, run from batch_chunk where batch_id = '${id}' order by position`,
    );
    return Promise.all(ids.map(async ({ id, run }) => (await batches.beginChunk(id, run))!));
  }

  /** @param seen  gets the record numbers in the order in which they reach the pool */
  function services(seen: string[], concurrency = 2) {
    const runBulk: RenderPool['runBulk'] = (bulk, task, signal) => {
      const { data } = JSON.parse(new TextDecoder().decode('json' in task ? task.json : undefined));
      seen.push(`${bulk.party.account} ${data.number}`);
      return pool.runBulk(bulk, task, signal);
    };
    return {
      data: { assets, batches },
      pool: { runBulk },
      threadTime,
      timing: new Timing(),
      sharing: sharing(1, concurrency),
    };
  }

  t.test('a chunk is rendered to its end before the next one begins', async (t) => {
    const { id } = await accountWith(accounts, 100);
    const runs = await open(id);
    const seen: string[] = [];
    const shared = services(seen);
    const outcomes = await Promise.all(runs.map((run) => runChunk(run, shared, never)));
    const chunkOf = (entry: string) => (Number(entry.split(' ')[1]) <= RECORDS[0]! ? 0 : 1);
    t.equal(seen.length, RECORDS[0]! + RECORDS[1]!);
    const changes = seen.filter((entry, index) => index > 0 && chunkOf(entry) !== chunkOf(seen[index - 1]!));
    t.equal(changes.length, 1, 'whichever was read first');
    let number = 0;
    for (const [index, { results, succeeded }] of outcomes.entries()) {
      t.equal(succeeded, RECORDS[index]);
      for (const result of results) {
        number += 1;
        if (result.status !== 'done') throw new Error(result.message);
        const { object, offset, bytes, sha256 } = result;
        const pdf = (await batches.read(object, { start: offset, end: offset + bytes - 1 }))!;
        if (createHash('sha256').update(pdf).digest('hex') !== sha256) t.fail(`the hash of record ${number}`);
        if ((await textOf(pdf)) !== String(number)) t.fail(`the text of record ${number}`);
      }
    }
  });

  t.test('chunks of two accounts, and those of a more urgent batch, do not wait for each other', async (t) => {
    const [one, two] = [await accountWith(accounts, 100), await accountWith(accounts, 100)];
    const [ofOne, ofTwo, urgent] = [await open(one.id), await open(two.id), await open(one.id, 0)];
    const seen: string[] = [];
    const shared = services(seen, 3);
    const ended: string[] = [];
    const run = async (name: string, chunk: ChunkRun | undefined) => {
      await runChunk(chunk!, shared, never);
      ended.push(name);
    };
    await Promise.all([run('later', ofOne[1]), run('other', ofTwo[0]), run('urgent', urgent[0])]);
    t.equal(ended.at(-1), 'later');
    const last = (account: string) => seen.findLastIndex((entry) => entry.startsWith(account));
    t.ok(last(two.id) < last(one.id), 'accounts take turns');
  });

  t.test('a chunk that is given up rejects and stores nothing', async (t) => {
    const { id } = await accountWith(accounts, 100);
    const [run] = await open(id);
    const stop = new AbortController();
    const shared = services([]);
    const stored: unknown[] = [];
    const storePdfs: typeof batches.storePdfs = async (bytes) => {
      stored.push(bytes);
      return batches.storePdfs(bytes);
    };
    const recordsOfChunk: typeof batches.recordsOf = (id) => batches.recordsOf(id);
    const data = { assets, batches: { storePdfs, recordsOf: recordsOfChunk } };
    const running = runChunk(run!, { ...shared, data }, stop.signal);
    stop.abort();
    await t.rejects(running, { name: 'ClientGone' });
    t.equal(stored.length, 0);
  });
});
