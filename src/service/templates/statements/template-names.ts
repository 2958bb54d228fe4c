import { statement } from '../../storage/statement.js';

export const templateNames = statement<[accountId: string, limit: number], { name: string }>(
  'template_names',
  'select distinct name from template where account_id = $1 limit $2',
);
