import { statement } from '../../storage/statement.js';

/** The name of the queue's task that renders a chunk. */
export const CHUNK_TASK = 'render_chunk';

/** Attempts at a chunk: each process that dies in the midst of it takes one. */
export const MAX_ATTEMPTS = 25;

/**
 * Adds a job for each pending chunk of a batch. Chunks of all batches take turns: their position is the priority, and
 * smaller ones come first. A job that waits for the same chunk is replaced.
 */
export const enqueueChunks = statement<[batchId: string], { count: number }>(
  'enqueue_chunks',
  `select count(*)::int as count from graphile_worker.add_jobs(array(
     select row('${CHUNK_TASK}', json_build_object('chunk', id, 'run', run), null, null, ${MAX_ATTEMPTS}, id::text,
       least(position, 32767), null)::graphile_worker.job_spec
     from batch_chunk where batch_id = $1 and state = 'pending' order by position
   ))`,
);
