import { statement } from '../../storage/statement.js';
import { DRAFT_COLUMNS, DRAFT_TABLES, type DraftRow } from './draft-columns.js';

export const findDraft = statement<[id: string, accountId: string], DraftRow>(
  'find_draft',
  `select ${DRAFT_COLUMNS} from ${DRAFT_TABLES} where template.id = $1 and template.account_id = $2`,
);
