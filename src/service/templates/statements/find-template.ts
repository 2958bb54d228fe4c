import { statement } from '../../storage/statement.js';
import { TEMPLATE_COLUMNS, type TemplateRow } from './columns.js';

export const findTemplate = statement<[id: string, accountId: string], TemplateRow>(
  'find_template',
  `select ${TEMPLATE_COLUMNS} from template join account on account.id = template.account_id
   where template.id = $1 and template.account_id = $2`,
);
