import { statement } from '../../storage/statement.js';

export interface ChunkResultsRow {
  readonly position: number;
  readonly first: number;
  readonly records: number;
  readonly state: 'pending' | 'done' | 'cancelled';
  readonly results: unknown;
}

const COLUMNS = 'position, first, records, state, results';

/** Chunks after a position, in order. */
export const chunkResults = statement<[batchId: string, after: number, limit: number], ChunkResultsRow>(
  'chunk_results',
  `select ${COLUMNS} from batch_chunk where batch_id = $1 and position > $2 order by position limit $3`,
);

/** The first chunks in which records failed. */
export const failedChunks = statement<[batchId: string, limit: number], ChunkResultsRow>(
  'failed_chunks',
  `select ${COLUMNS} from batch_chunk
   where batch_id = $1 and failed > 0 and state = 'done' order by position limit $2`,
);

/** The chunk that holds a record. */
export const chunkOfRecord = statement<[batchId: string, record: number], ChunkResultsRow>(
  'chunk_of_record',
  `select ${COLUMNS} from batch_chunk where batch_id = $1 and first <= $2 order by first desc limit 1`,
);
