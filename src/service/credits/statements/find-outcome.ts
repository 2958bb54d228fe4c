import { statement } from '../../storage/statement.js';
import { isDead } from './dead-owners.js';

interface OutcomeRow {
  readonly render_id: string;
  readonly is_same_body: boolean;
  /** Null while the render runs. */
  readonly outcome: unknown;
  /** The process of the render has ended. */
  readonly is_abandoned: boolean;
}

/** The render that claimed an idempotency key; its entry in the render log may have expired before the key. */
export const findOutcome = statement<[accountId: string, key: string, bodyHash: Buffer], OutcomeRow>(
  'find_outcome',
  `select render_id, body_hash = $3 as is_same_body, outcome,
     outcome is null and ${isDead('render.owner')} as is_abandoned
   from idempotency left join render on render.id = render_id
   where idempotency.account_id = $1 and key = $2 and expires_at > now()`,
);
