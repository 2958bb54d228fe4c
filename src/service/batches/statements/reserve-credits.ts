import { statement } from '../../storage/statement.js';

/** Takes credits from the balance. No row: there are too few, or the account's period is over. */
export const reserveCredits = statement<[accountId: string, amount: number], { credits: number }>(
  'reserve_credits',
  `update account set credits = credits - $2
   where id = $1 and credits >= $2 and period_end > now()
   returning credits`,
);
