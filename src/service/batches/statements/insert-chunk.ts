import { statement } from '../../storage/statement.js';

/** @param first  number of its first record, from 1 */
export const insertChunk = statement<[id: string, batchId: string, position: number, first: number, records: number]>(
  'insert_chunk',
  'insert into batch_chunk (id, batch_id, position, first, records) values ($1, $2, $3, $4, $5)',
);
