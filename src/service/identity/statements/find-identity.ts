import { statement } from '../../storage/statement.js';

export const findIdentity = statement<[issuer: string, subject: string], { account_id: string }>(
  'find_identity',
  'select account_id from account_identity where issuer = $1 and subject = $2',
);
