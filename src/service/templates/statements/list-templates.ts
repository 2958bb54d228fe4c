import { statement } from '../../storage/statement.js';
import { SUMMARY_COLUMNS, type SummaryRow } from './columns.js';

/** Newest first. */
export const listTemplates = statement<[accountId: string, limit: number], SummaryRow>(
  'list_templates',
  `select ${SUMMARY_COLUMNS} from template join account on account.id = template.account_id
   where template.account_id = $1
   order by template.created_at desc, template.id desc
   limit $2`,
);
