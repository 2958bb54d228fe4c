import { statement } from '../../storage/statement.js';
import { MESSAGE_COLUMNS, queueMessage } from './queue-message.js';

/**
 * Cancels the chunks of a batch that have not run, and refunds their credits. Records that were to be retried remain
 * failed. Locks rows in the order of `commitChunk`. No row: no chunk of the account's batch is pending.
 */
export const cancelBatch = statement<
  [id: string, accountId: string, expiresAfterSeconds: number],
  { refunded: number; messages: number }
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
   ), ended as (
     update batch
     set state = 'cancelled', cancelled = cancelled + never, failed = failed + refunded - never,
       chunks_left = 0, finished_at = now(), expires_at = now() + make_interval(secs => $3),
       callback_id = case when callback_url is not null then gen_random_uuid() end,
       callback_state = case when callback_url is not null then 'pending' end
     from totals where batch.id = $1 and chunks > 0
     returning ${MESSAGE_COLUMNS}, refunded
   ), returned as (
     update account set credits = credits + refunded from ended where account.id = ended.account_id
   ), queued as (
     ${queueMessage('ended')}
   )
   select refunded, (select count(*)::int from queued) as messages from ended`,
);
