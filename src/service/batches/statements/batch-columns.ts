/** A batch as its account sees it. */
export interface BatchRow {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly output: 'files' | 'merged';
  readonly template_id: string | null;
  readonly template_version: number | null;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly pages: number;
  readonly bytes: number;
  /** Of all PDFs. */
  readonly objects: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly expires_at: number | null;
  /** Milliseconds from its start to its end, or until now. */
  readonly milliseconds: number | null;
  readonly callback_url: string | null;
  /** Null until the batch has ended. */
  readonly callback_state: 'pending' | 'delivered' | 'failed' | null;
  readonly callback_attempts: number;
  readonly callback_error: string | null;
}

export const BATCH_COLUMNS = `id, state, output, template_id, template_version, total, succeeded, failed, cancelled, pages, bytes, objects,
  created_at, started_at, finished_at, expires_at, callback_url, callback_state, callback_attempts, callback_error,
  (extract(epoch from coalesce(finished_at, now()) - started_at) * 1000)::float8 as milliseconds`;
