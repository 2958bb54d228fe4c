import { statement } from '../../storage/statement.js';

/** Those of the ids that are of the account. */
export const findAssets = statement<
  [accountId: string, ids: readonly string[]],
  { id: string; hash: string; bytes: number }
>(
  'find_assets',
  `select id, encode(sha256, 'hex') as hash, bytes from asset where account_id = $1 and id = any($2::uuid[])`,
);
