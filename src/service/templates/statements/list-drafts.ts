import { statement } from '../../storage/statement.js';
import { DRAFT_SUMMARY_COLUMNS, DRAFT_TABLES, type DraftSummaryRow } from './draft-columns.js';

/** The newest version of each template; newest template first. */
export const listDrafts = statement<[accountId: string, limit: number], DraftSummaryRow>(
  'list_drafts',
  `select ${DRAFT_SUMMARY_COLUMNS} from ${DRAFT_TABLES}
   where template.account_id = $1
   order by template.created_at desc, template.id desc
   limit $2`,
);
