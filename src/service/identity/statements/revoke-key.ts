import { statement } from '../../storage/statement.js';

/** The commit announces it to every process. No row: the key was already revoked, or belongs to another account. */
export const revokeKey = statement<[id: string, accountId: string, channel: string], unknown>(
  'revoke_key',
  `with revoked as (
     update api_key set revoked_at = now() where id = $1 and account_id = $2 and revoked_at is null returning hash
   )
   select pg_notify($3, encode(hash, 'hex')) from revoked`,
);
