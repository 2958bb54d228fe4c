import { statement } from '../../storage/statement.js';

interface SessionRow {
  readonly session_id: string;
  readonly account_id: string;
  readonly email: string;
  readonly plan: string;
  readonly locale: string;
  readonly method: string;
}

export const findSession = statement<[hash: Buffer], SessionRow>(
  'find_session',
  `select portal_session.id as session_id, account.id as account_id, account.email, account.plan, account.locale,
     portal_session.method
   from portal_session join account on account.id = portal_session.account_id
   where portal_session.hash = $1 and portal_session.expires_at > now()`,
);
