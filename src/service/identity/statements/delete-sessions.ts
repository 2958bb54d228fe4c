import { statement } from '../../storage/statement.js';

/** Ends all sessions of an account but one. */
export const deleteSessions = statement<[accountId: string, kept: string | null]>(
  'delete_sessions',
  'delete from portal_session where account_id = $1 and id is distinct from $2::uuid',
);
