import { statement } from '../../storage/statement.js';
import { BATCH_COLUMNS, type BatchRow } from './batch-columns.js';

/** Newest first. */
export const listBatches = statement<[accountId: string, limit: number], BatchRow>(
  'list_batches',
  `select ${BATCH_COLUMNS} from batch
   where account_id = $1 and state <> 'receiving' and (expires_at is null or expires_at > now())
   order by created_at desc, id desc limit $2`,
);
