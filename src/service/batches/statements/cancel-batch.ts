import { statement } from '../../storage/statement.js';

/**
 * Cancels the chunks of a batch that have not run, and refunds their credits. Records that were to be retried remain
 * failed. Locks rows in the order of `commitChunk`. No row: no chunk of the account's batch is pending.
 */
export const cancelBatch = statement<
  [id: string, accountId: string, expiresAfterSeconds: number],
  { refunded: number }
>(
  'cancel_batch',
  `with open as (
     select chunk.id, chunk.reserved, chunk.results is null as is_new
     from batch_chunk as chunk join batch on batch.id = chunk.batch_id
     where batch.id = $1 and batch.account_id = $2 and chunk.state = 'pending'
     order by chunk.position
     for update of chunk
   ), stopped as (
     update batch_chunk
     set state = case when is_new then 'cancelled' else 'done' end, reserved = 0, run = run + 1
     from open where batch_chunk.id = open.id
   ), totals as (
     select coalesce(sum(reserved), 0)::int as refunded,
       coalesce(sum(reserved) filter (where is_new), 0)::int as never, count(*)::int as chunks
     from open
   ), cancelled as (
     update batch
     set state = 'cancelled', cancelled = cancelled + never, failed = failed + refunded - never,
       chunks_left = 0, finished_at = now(), expires_at = now() + make_interval(secs => $3)
     from totals where batch.id = $1 and chunks > 0
     returning account_id, refunded
   ), returned as (
     update account set credits = credits + refunded from cancelled where account.id = cancelled.account_id
   )
   select refunded from cancelled`,
);
