import { statement } from '../../storage/statement.js';

/**
 * Refunds a reserved credit. The outcome is stored under the idempotency key; without one the key is released.
 * No row: the reservation no longer exists, and nothing was changed.
 */
export const refundRender = statement<[renderId: string, code: string, outcome: string | null], { id: string }>(
  'refund_render',
  `with refunded as (
     update render set state = 'refunded', code = $2, finished_at = now()
     where id = $1 and state = 'reserved'
     returning id, account_id
   ), returned as (
     update account set credits = credits + 1 from refunded where account.id = refunded.account_id
   ), kept as (
     update idempotency set outcome = $3::json from refunded where render_id = refunded.id and $3::json is not null
   ), freed as (
     delete from idempotency using refunded where render_id = refunded.id and $3::json is null
   )
   select id from refunded`,
);
