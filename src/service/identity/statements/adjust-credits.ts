import { statement } from '../../storage/statement.js';

/** Adds or removes credits. No row: the balance would become negative. */
export const adjustCredits = statement<[id: string, amount: number], { credits: number }>(
  'adjust_credits',
  `with adjusted as (
     update account set credits = credits + $2 where id = $1 and credits + $2 >= 0 returning id, credits
   ), entered as (
     insert into credit_entry (account_id, kind, amount) select id, 'operator', $2 from adjusted
   )
   select credits from adjusted`,
);
