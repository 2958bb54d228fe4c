import { statement } from '../../storage/statement.js';
import { ACCOUNT_COLUMNS, type AccountRow } from './account-columns.js';

/**
 * Makes an account with its plan's credits, its first period beginning now, and its password, if it has one, at once: it
 * tells an account that somebody made for themselves from one of the operator's. Refused: `account_email`.
 */
export const insertAccount = statement<
  [id: string, email: string, plan: string, locale: string, credits: number, passwordHash: string | null],
  AccountRow
>(
  'insert_account',
  `with made as (
     insert into account (id, email, plan, locale, credits, period_end)
     values ($1, $2, $3, $4, $5, period_end_after(now(), now()))
     returning ${ACCOUNT_COLUMNS}
   ), granted as (
     insert into credit_entry (account_id, kind, amount) select id, 'grant', credits from made
   ), protected as (
     insert into password (account_id, hash) select id, $6 from made where $6::text is not null
   )
   select * from made`,
);
