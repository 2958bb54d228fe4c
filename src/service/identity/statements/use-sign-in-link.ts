import { statement } from '../../storage/statement.js';

/** Deletes the link, so that it works once. No row: there is no such link, or it has expired. */
export const useSignInLink = statement<[hash: Buffer], { account_id: string }>(
  'use_sign_in_link',
  `with used as (
     delete from sign_in_link where hash = $1 returning account_id, expires_at
   )
   select account_id from used where expires_at > now()`,
);
