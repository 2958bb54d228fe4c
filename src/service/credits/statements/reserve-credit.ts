import { statement } from '../../storage/statement.js';

type ReserveCredit = [
  renderId: string,
  accountId: string,
  keyId: string | null,
  owner: number,
  output: string,
  templateId: string | null,
  templateVersion: number | null,
];

/** Reserves a credit for a render. No row: the account has none, or its period is over. */
export const reserveCredit = statement<ReserveCredit, { credits: number }>(
  'reserve_credit',
  `with charged as (
     update account set credits = credits - 1
     where id = $2 and credits > 0 and period_end > now()
     returning id, credits
   ), reserved as (
     insert into render (id, account_id, key_id, owner, output, template_id, template_version)
     select $1, id, $3, $4, $5, $6, $7 from charged
   )
   select credits from charged`,
);
