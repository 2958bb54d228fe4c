import { statement } from '../../storage/statement.js';

/** The commit announces it to every process. No row: the key was revoked, or belongs to another account. */
export const setUrgency = statement<[id: string, accountId: string, urgency: number | null, channel: string], unknown>(
  'set_urgency',
  `with changed as (
     update api_key set urgency = $3 where id = $1 and account_id = $2 and revoked_at is null returning hash
   )
   select pg_notify($4, encode(hash, 'hex')) from changed`,
);
