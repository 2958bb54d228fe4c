import { statement } from '../../storage/statement.js';

export interface SignInRow {
  readonly method: string;
  readonly succeeded: boolean;
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: number;
}

/** Of one account, newest first. */
export const listSignIns = statement<[accountId: string, limit: number], SignInRow>(
  'list_sign_ins',
  `select method, succeeded, address, user_agent, created_at
   from sign_in where account_id = $1 order by sign_in.created_at desc, id desc limit $2`,
);
