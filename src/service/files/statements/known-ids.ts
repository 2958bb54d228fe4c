import { statement } from '../../storage/statement.js';

/** Which of the ids have a row, as a file, an asset, or the records or PDFs of a batch. */
export const knownIds = statement<[ids: readonly string[]], { id: string }>(
  'known_ids',
  `select id from file where id = any($1::uuid[])
   union all
   select id from asset where id = any($1::uuid[])
   union all
   select id from batch_chunk where id = any($1::uuid[])
   union all
   select id from batch_object where id = any($1::uuid[])`,
);
