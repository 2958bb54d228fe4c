/** An account's row, as every statement that returns one selects it. */
export const ACCOUNT_COLUMNS = 'id, email, plan, locale, credits, period_end, created_at';

export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly plan: string;
  readonly locale: string;
  readonly credits: number;
  readonly period_end: number;
  readonly created_at: number;
}
