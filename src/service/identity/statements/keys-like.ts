import { statement } from '../../storage/statement.js';

/** Keys that are still valid, by their first characters, hash or id. */
export const keysLike = statement<
  [prefix: string, hash: Buffer, id: string | null],
  { id: string; account_id: string }
>(
  'keys_like',
  `select id, account_id from api_key
   where revoked_at is null and (prefix = $1 or hash = $2 or id = $3::uuid)`,
);
