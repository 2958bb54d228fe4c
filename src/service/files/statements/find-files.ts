import { statement } from '../../storage/statement.js';

/** Those of the ids that are files of the account and have not expired. */
export const findFiles = statement<[accountId: string, ids: readonly string[]], { id: string; bytes: number }>(
  'find_files',
  `select id, bytes from file where account_id = $1 and id = any($2::uuid[]) and expires_at > now()`,
);
