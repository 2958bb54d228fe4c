import { statement } from '../../storage/statement.js';
import { ACCOUNT_COLUMNS, type AccountRow } from './account-columns.js';

export const accountByEmail = statement<[email: string], AccountRow>(
  'account_by_email',
  `select ${ACCOUNT_COLUMNS} from account where lower(email) = lower($1)`,
);
