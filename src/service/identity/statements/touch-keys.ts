import { statement } from '../../storage/statement.js';

/** Stores the time of the keys' last use, to the minute. */
export const touchKeys = statement<[ids: readonly string[]]>(
  'touch_keys',
  `update api_key set last_used_at = now()
   where id = any($1::uuid[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
);
