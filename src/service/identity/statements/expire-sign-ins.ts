import { statement } from '../../storage/statement.js';

/** Deletes expired sessions and links, and old entries of the sign-in log. */
export const expireSignIns = statement<[days: number]>(
  'expire_sign_ins',
  `with sessions as (
     delete from portal_session where expires_at <= now()
   ), links as (
     delete from sign_in_link where expires_at <= now()
   )
   delete from sign_in where created_at < now() - make_interval(days => $1)`,
);
