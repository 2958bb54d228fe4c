import type { PdfStandard } from '../../../engine/document.js';
import type { SavedOptions } from '../../saved-options.js';
import { statement } from '../../storage/statement.js';

interface ChunkRow {
  readonly batch_id: string;
  readonly account_id: string;
  readonly key_id: string | null;
  /** Of the account. */
  readonly plan: string;
  readonly urgency: number;
  readonly records: number;
  readonly results: unknown;
  readonly source: string;
  readonly partials: Readonly<Record<string, string>>;
  readonly locale: string;
  readonly title: string | null;
  readonly strict: boolean;
  readonly standard: readonly PdfStandard[];
  readonly options: SavedOptions;
  readonly created_at: number;
}

/** A pending chunk with its batch, which runs from now on. No row: the chunk is done or cancelled, or its run is over. */
export const beginChunk = statement<[id: string, run: number], ChunkRow>(
  'begin_chunk',
  `with running as (
     update batch set state = 'running', started_at = now()
     from batch_chunk as chunk
     where chunk.id = $1 and chunk.run = $2 and chunk.state = 'pending'
       and batch.id = chunk.batch_id and batch.state = 'queued'
   )
   select batch.id as batch_id, batch.account_id, batch.key_id, account.plan, batch.urgency, chunk.records, chunk.results, batch.source, batch.partials, batch.locale, batch.title,
     batch.strict, batch.standard, batch.options, batch.created_at
   from batch_chunk as chunk join batch on batch.id = chunk.batch_id join account on account.id = batch.account_id
   where chunk.id = $1 and chunk.run = $2 and chunk.state = 'pending'`,
);
