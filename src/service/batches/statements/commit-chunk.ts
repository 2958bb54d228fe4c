import { statement } from '../../storage/statement.js';
import { MESSAGE_COLUMNS, queueMessage } from './queue-message.js';

type CommitChunk = [
  id: string,
  run: number,
  results: string,
  failedInChunk: number,
  objects: readonly string[],
  succeeded: number,
  failed: number,
  pages: number,
  bytes: number,
  objectsInPdfs: number,
  expiresAfterSeconds: number,
];

/**
 * Stores the results of a chunk's run and, in the same statement, charges the records that succeeded, refunds those
 * that failed, and counts both in the batch. The last one queues the message of the batch's end. No row: the run is
 * over already, and nothing was changed.
 * @param failedInChunk     all failed records of the chunk
 * @param succeeded         of this run, like `failed`, `pages`, `bytes` and `objectsInPdfs`
 */
export const commitChunk = statement<CommitChunk, { id: string; messages: number }>(
  'commit_chunk',
  `with chunk as (
     update batch_chunk set state = 'done', results = $3, failed = $4, reserved = 0
     where id = $1 and run = $2 and state = 'pending'
     returning id, batch_id
   ), stored as (
     insert into batch_object (id, chunk_id) select unnest($5::uuid[]), id from chunk
   ), counted as (
     update batch
     set succeeded = succeeded + $6::int, failed = failed + $7::int, pages = pages + $8, bytes = bytes + $9,
       objects = objects + $10,
       chunks_left = chunks_left - 1,
       state = case when chunks_left > 1 then state when succeeded + $6::int = 0 then 'failed' else 'done' end,
       finished_at = case when chunks_left > 1 then null else now() end,
       expires_at = case when chunks_left > 1 then null else now() + make_interval(secs => $11) end,
       callback_id = case when chunks_left = 1 and callback_url is not null then gen_random_uuid() end,
       callback_state = case when chunks_left = 1 and callback_url is not null then 'pending' end
     from chunk where batch.id = chunk.batch_id
     returning ${MESSAGE_COLUMNS}
   ), charged as (
     insert into credit_entry (account_id, kind, amount, batch_id)
     select account_id, 'render', -$6::int, id from counted where $6::int > 0
   ), refunded as (
     update account set credits = credits + $7::int from counted where account.id = counted.account_id and $7::int > 0
   ), queued as (
     ${queueMessage('counted')}
   )
   select id, (select count(*)::int from queued) as messages from chunk`,
);
