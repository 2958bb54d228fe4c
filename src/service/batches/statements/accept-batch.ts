import { statement } from '../../storage/statement.js';

/** All records have arrived, and their credits are reserved. No row: the batch was given up as abandoned. */
export const acceptBatch = statement<[id: string, total: number], { id: string }>(
  'accept_batch',
  `with accepted as (
     update batch
     set state = 'queued', total = $2,
       chunks_left = (select count(*) from batch_chunk where batch_id = $1)
     where id = $1 and state = 'receiving' and expires_at is null
     returning id
   ), pending as (
     update batch_chunk set state = 'pending', reserved = records from accepted where batch_id = accepted.id
   )
   select id from accepted`,
);
