import { statement } from '../../storage/statement.js';

export const insertSignIn = statement<
  [id: string, accountId: string, method: string, succeeded: boolean, address: string, userAgent: string]
>(
  'insert_sign_in',
  `insert into sign_in (id, account_id, method, succeeded, address, user_agent) values ($1, $2, $3, $4, $5, $6)`,
);
