import { statement } from '../../storage/statement.js';

export const setPassword = statement<[accountId: string, hash: string]>(
  'set_password',
  `insert into password (account_id, hash) values ($1, $2)
   on conflict (account_id) do update set hash = excluded.hash, changed_at = now()`,
);
