import { statement } from '../../storage/statement.js';

/** Deletes expired idempotency keys, except those of running renders. */
export const expireOutcomes = statement<[limit: number]>(
  'expire_outcomes',
  `delete from idempotency where (account_id, key) in (
     select account_id, key from idempotency
     where expires_at <= now()
       and not exists (select from render where id = render_id and state = 'reserved')
     limit $1 for update skip locked
   )`,
);
