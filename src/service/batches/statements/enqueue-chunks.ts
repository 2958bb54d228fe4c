import { statement } from '../../storage/statement.js';

/** The name of the queue's task that renders a chunk. */
export const CHUNK_TASK = 'render_chunk';

/** Attempts at a chunk: each process that dies in the midst of it takes one. */
export const MAX_ATTEMPTS = 25;

/**
 * Chunks of all batches take turns: their position is the priority, and smaller ones come first. Those of less urgent
 * batches come after all others, whosever they are; more urgent ones do not get ahead of other accounts.
 */
const PRIORITY = `least(position + greatest(0, urgency - 3) * 4096, 32767)`;

const jobs = (columns: string, condition: string) => `select count(*)::int as count from graphile_worker.add_jobs(array(
     select row('${CHUNK_TASK}', json_build_object('chunk', chunk.id, 'run', run), ${columns}, ${MAX_ATTEMPTS},
       chunk.id::text, ${PRIORITY}, null)::graphile_worker.job_spec
     from batch_chunk as chunk join batch on batch.id = batch_id
     where ${condition} and chunk.state = 'pending' order by position
   ))`;

/** Adds a job for each pending chunk of a batch. A job that waits for the same chunk is replaced. */
export const enqueueChunks = statement<[batchId: string], { count: number }>(
  'enqueue_chunks',
  jobs('null, null', 'batch_id = $1'),
);

/** Adds a job for a chunk that runs in so many seconds; the one that runs now is not repeated when it fails. */
export const postponeChunk = statement<[id: string, run: number, seconds: number], { count: number }>(
  'postpone_chunk',
  jobs('null, now() + make_interval(secs => $3)', 'chunk.id = $1 and chunk.run = $2'),
);
