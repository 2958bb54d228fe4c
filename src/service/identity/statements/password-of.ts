import { statement } from '../../storage/statement.js';

export const passwordOf = statement<[accountId: string], { hash: string }>(
  'password_of',
  'select hash from password where account_id = $1',
);
