import { statement } from '../../storage/statement.js';

export const insertKey = statement<
  [id: string, accountId: string, name: string, prefix: string, hash: Buffer, urgency: number | null]
>('insert_key', 'insert into api_key (id, account_id, name, prefix, hash, urgency) values ($1, $2, $3, $4, $5, $6)');
