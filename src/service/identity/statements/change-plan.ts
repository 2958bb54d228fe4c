import { statement } from '../../storage/statement.js';
import { ACCOUNT_COLUMNS, type AccountRow } from './account-columns.js';

/**
 * Changes the plan. Credits used in this period stay used: the balance changes by the difference between the plans'
 * amounts, but not below zero.
 * @param credits    the new plan's amount
 * @param amounts    credits by plan, as JSON; a plan that is not in it has `otherwise`
 */
export const changePlan = statement<
  [id: string, plan: string, credits: number, amounts: string, otherwise: number],
  AccountRow
>(
  'change_plan',
  `with former as (
     select id, credits, coalesce(($4::json ->> plan)::bigint, $5) as amount from account where id = $1 for update
   ), changed as (
     update account
     set plan = $2, credits = greatest(0, former.credits + $3 - former.amount)
     from former
     where account.id = former.id
     returning ${ACCOUNT_COLUMNS.replace(/\w+/g, 'account.$&')}, account.credits - former.credits as difference
   ), entered as (
     insert into credit_entry (account_id, kind, amount)
     select id, 'operator', difference from changed where difference <> 0
   )
   select ${ACCOUNT_COLUMNS} from changed`,
);
