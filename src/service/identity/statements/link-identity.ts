import { statement } from '../../storage/statement.js';

/** Links an identity to a new account. Refused when it is linked already: the primary key. */
export const linkIdentity = statement<[issuer: string, subject: string, accountId: string]>(
  'link_identity',
  `insert into account_identity (issuer, subject, account_id) values ($1, $2, $3)`,
);
