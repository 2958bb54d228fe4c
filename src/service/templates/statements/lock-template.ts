import { statement } from '../../storage/statement.js';

/** Until the transaction ends, no other changes the template or its versions. */
export const lockTemplate = statement<[id: string, accountId: string]>(
  'lock_template',
  'select 1 from template where id = $1 and account_id = $2 for update',
);
