import { statement } from '../../storage/statement.js';

export const insertSession = statement<[id: string, accountId: string, hash: Buffer, method: string, seconds: number]>(
  'insert_session',
  `insert into portal_session (id, account_id, hash, method, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
);
