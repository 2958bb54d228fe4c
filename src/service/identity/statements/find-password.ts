import { statement } from '../../storage/statement.js';

/** For sign-in: the hash is null when the account has no password. */
export const findPassword = statement<[email: string], { account_id: string; hash: string | null }>(
  'find_password',
  `select account.id as account_id, password.hash
   from account left join password on password.account_id = account.id
   where lower(account.email) = lower($1)`,
);
