import { statement } from '../../storage/statement.js';
import { ACCOUNT_COLUMNS, type AccountRow } from './account-columns.js';

export const accountById = statement<[id: string], AccountRow & { readonly is_due: boolean }>(
  'account_by_id',
  `select ${ACCOUNT_COLUMNS}, period_end <= now() as is_due from account where id = $1`,
);
