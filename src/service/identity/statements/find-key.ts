import { statement } from '../../storage/statement.js';

export interface KeyOwnerRow {
  readonly key_id: string;
  readonly urgency: number | null;
  readonly account_id: string;
  readonly email: string;
  readonly plan: string;
  readonly locale: string;
}

export const findKey = statement<[hash: Buffer], KeyOwnerRow>(
  'find_key',
  `select api_key.id as key_id, api_key.urgency, account.id as account_id, account.email, account.plan, account.locale
   from api_key join account on account.id = api_key.account_id
   where api_key.hash = $1 and api_key.revoked_at is null`,
);
