import { statement } from '../../storage/statement.js';

export const insertSignInLink = statement<[hash: Buffer, accountId: string, seconds: number]>(
  'insert_sign_in_link',
  `insert into sign_in_link (hash, account_id, expires_at) values ($1, $2, now() + make_interval(secs => $3))`,
);
