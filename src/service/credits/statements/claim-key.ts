import { statement } from '../../storage/statement.js';

type ClaimKey = [accountId: string, key: string, bodyHash: Buffer, renderId: string, seconds: number];

/** Claims an idempotency key for a render. No row: another render has claimed it. */
export const claimKey = statement<ClaimKey, { render_id: string }>(
  'claim_key',
  `insert into idempotency (account_id, key, body_hash, render_id, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5))
   on conflict (account_id, key) do update
   set body_hash = excluded.body_hash, render_id = excluded.render_id, outcome = null,
     created_at = excluded.created_at, expires_at = excluded.expires_at
   where idempotency.expires_at <= now()
   returning render_id`,
);
