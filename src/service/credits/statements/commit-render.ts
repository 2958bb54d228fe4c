import { statement } from '../../storage/statement.js';

type CommitRender = [
  renderId: string,
  pages: number,
  bytes: number,
  diagnostics: number,
  milliseconds: number,
  stages: string,
  outcome: string | null,
  fileId: string | null,
  fileTitle: string | null,
  fileBytes: number | null,
  fileEtag: string | null,
  fileExpiresAt: number | null,
];

/**
 * Turns a reservation into a charge and, in the same statement, stores the file, and the outcome under the
 * idempotency key. No row: the reservation no longer exists, and nothing was changed.
 */
export const commitRender = statement<CommitRender, { id: string }>(
  'commit_render',
  `with committed as (
     update render
     set state = 'committed', pages = $2, bytes = $3, diagnostics = $4, milliseconds = $5, stages = $6::json,
       finished_at = now()
     where id = $1 and state = 'reserved'
     returning id, account_id
   ), charged as (
     insert into credit_entry (account_id, kind, amount, render_id)
     select account_id, 'render', -1, id from committed
   ), kept as (
     update idempotency set outcome = $7::json from committed where render_id = committed.id
   ), filed as (
     insert into file (id, account_id, render_id, title, bytes, etag, expires_at)
     select $8, account_id, id, $9, $10, $11, to_timestamp($12) from committed where $8::uuid is not null
   )
   select id from committed`,
);
