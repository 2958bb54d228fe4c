import { statement } from '../../storage/statement.js';

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly urgency: number | null;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
}

/** Of one account, newest first. */
export const listKeys = statement<[accountId: string], KeyRow>(
  'list_keys',
  `select id, name, prefix, urgency, created_at, last_used_at, revoked_at
   from api_key where account_id = $1 order by api_key.created_at desc, id desc`,
);
