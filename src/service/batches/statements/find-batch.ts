import { statement } from '../../storage/statement.js';
import { BATCH_COLUMNS, type BatchRow } from './batch-columns.js';

/** @param accountId  null: of any account */
export const findBatch = statement<[id: string, accountId: string | null], BatchRow>(
  'find_batch',
  `select ${BATCH_COLUMNS} from batch
   where id = $1 and ($2::uuid is null or account_id = $2) and state <> 'receiving'
     and (expires_at is null or expires_at > now())`,
);
