import { statement } from '../../storage/statement.js';

/** With all its versions. */
export const deleteTemplate = statement<[id: string, accountId: string]>(
  'delete_template',
  'delete from template where id = $1 and account_id = $2',
);
