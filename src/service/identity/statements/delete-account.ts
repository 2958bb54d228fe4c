import { statement } from '../../storage/statement.js';

/**
 * Deletes an account with all that refers to it. Every process hears of its keys, revoked ones too, when this is
 * committed. No row: there was none.
 */
export const deleteAccount = statement<[id: string, channel: string], { id: string }>(
  'delete_account',
  `with deleted as (
     delete from account where id = $1 returning id
   ), announced as (
     select pg_notify($2, encode(hash, 'hex')) from api_key join deleted on deleted.id = api_key.account_id
   )
   select id, (select count(*) from announced) from deleted`,
);
