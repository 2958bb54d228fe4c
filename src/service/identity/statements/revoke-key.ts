import { statement } from '../../storage/statement.js';

/** Every process hears of it when this is committed. No row: it was revoked before, or is not of this account. */
export const revokeKey = statement<[id: string, accountId: string, channel: string], unknown>(
  'revoke_key',
  `with revoked as (
     update api_key set revoked_at = now() where id = $1 and account_id = $2 and revoked_at is null returning hash
   )
   select pg_notify($3, encode(hash, 'hex')) from revoked`,
);
