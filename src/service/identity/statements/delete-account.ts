import { statement } from '../../storage/statement.js';

/**
 * Deletes an account with everything that refers to it. The commit announces its keys, revoked ones included, to every
 * process. No row: there is no such account.
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
