import { statement } from '../../storage/statement.js';

type ClaimKeyForBatch = [
  accountId: string,
  key: string,
  bodyHash: Buffer,
  batchId: string,
  outcome: string,
  seconds: number,
];

/** Claims an idempotency key with an outcome that is known at once. No row: another request has claimed it. */
export const claimKeyForBatch = statement<ClaimKeyForBatch, { render_id: string }>(
  'claim_key_for_batch',
  `insert into idempotency (account_id, key, body_hash, render_id, outcome, expires_at)
   values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
   on conflict (account_id, key) do update
   set body_hash = excluded.body_hash, render_id = excluded.render_id, outcome = excluded.outcome,
     created_at = excluded.created_at, expires_at = excluded.expires_at
   where idempotency.expires_at <= now()
   returning render_id`,
);
