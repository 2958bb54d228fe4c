import { statement } from '../../storage/statement.js';

/**
 * Refunds the reservations of ended processes, and those older than any render. Skips rows that another sweeper has
 * locked.
 */
export const refundOwners = statement<[owners: readonly number[], staleSeconds: number], { refunded: number }>(
  'refund_owners',
  `with lost as (
     select id from render
     where state = 'reserved' and (owner = any($1::int[]) or reserved_at < now() - make_interval(secs => $2))
     order by id
     limit 5000
     for update skip locked
   ), refunded as (
     update render set state = 'refunded', code = 'process_ended', finished_at = now()
     from lost where render.id = lost.id
     returning render.id, render.account_id
   ), returned as (
     update account set credits = credits + total
     from (select account_id, count(*) as total from refunded group by account_id) as totals
     where account.id = totals.account_id
   ), freed as (
     delete from idempotency using refunded where render_id = refunded.id
   )
   select count(*)::int as refunded from refunded`,
);
