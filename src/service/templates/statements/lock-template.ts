import { statement } from '../../storage/statement.js';
import { LATEST } from './draft-columns.js';

/** The number of its newest version. Until the transaction ends, no other changes the template or its versions. */
export const lockTemplate = statement<[id: string, accountId: string], { readonly latest: number }>(
  'lock_template',
  `select ${LATEST} as latest from template where id = $1 and account_id = $2 for update`,
);
