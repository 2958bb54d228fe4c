import { statement } from '../../storage/statement.js';
import { ACCOUNT_COLUMNS, type AccountRow } from './account-columns.js';

export const listAccounts = statement<[], AccountRow>(
  'list_accounts',
  `select ${ACCOUNT_COLUMNS} from account order by account.created_at, id`,
);
