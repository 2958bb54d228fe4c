import { statement } from '../../storage/statement.js';

/**
 * Begins a new period if the last one is over: credits go up to the plan's amount; more than that, given by the
 * operator, stays. A concurrent call waits for the row lock, finds the period changed, and does nothing.
 * @param amounts  credits by plan, as JSON; a plan that is not in it has $3
 * @returns        a row when this call was the one
 */
export const refillAccount = statement<[id: string, amounts: string, otherwise: number], { amount: number }>(
  'refill_account',
  `with due as (
     select id, credits from account where id = $1 and period_end <= now() for update
   ), refilled as (
     update account
     set credits = greatest(account.credits, coalesce(($2::json ->> account.plan)::bigint, $3)),
       period_end = period_end_after(account.created_at, now())
     from due
     where account.id = due.id
     returning account.id, account.credits - due.credits as amount
   )
   insert into credit_entry (account_id, kind, amount)
   select id, 'refill', amount from refilled
   returning amount`,
);
