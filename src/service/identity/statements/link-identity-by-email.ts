import { statement } from '../../storage/statement.js';

/**
 * Links an identity to the account with its e-mail address, unless the account has a password, or another identity of
 * the same issuer (./../identities.ts says why). No row: nothing was linked.
 */
export const linkIdentityByEmail = statement<[issuer: string, subject: string, email: string], { account_id: string }>(
  'link_identity_by_email',
  `insert into account_identity (issuer, subject, account_id)
   select $1, $2, account.id from account
   where lower(email) = lower($3)
     and not exists (select from password where password.account_id = account.id)
     and not exists (select from account_identity as other where other.account_id = account.id and other.issuer = $1)
   on conflict do nothing
   returning account_id`,
);
