import { statement } from '../../storage/statement.js';

/**
 * Makes the chunks with failed records of a finished batch pending again. Their credits are to be reserved.
 * @returns one row; `records` is 0 when nothing failed or the batch is not finished
 */
export const retryChunks = statement<[id: string, accountId: string], { records: number }>(
  'retry_chunks',
  `with again as (
     update batch_chunk as chunk set state = 'pending', reserved = chunk.failed, run = run + 1
     from batch
     where batch.id = $1 and batch.account_id = $2 and batch.state in ('done', 'failed', 'cancelled')
       and chunk.batch_id = batch.id and chunk.state = 'done' and chunk.failed > 0
     returning chunk.reserved
   ), totals as (
     select coalesce(sum(reserved), 0)::int as records, count(*)::int as chunks from again
   ), reopened as (
     update batch
     set state = 'running', failed = failed - records, chunks_left = chunks, finished_at = null, expires_at = null,
       callback_id = null, callback_state = null, callback_attempts = 0, callback_error = null
     from totals where batch.id = $1 and chunks > 0
   )
   select records from totals`,
);
