import { ADVISORY } from '../../storage/locks.js';
import { statement } from '../../storage/statement.js';

/** SQL for "no living process holds the lock with this number". */
export const isDead = (owner: string): string => `not exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid::bigint = ${ADVISORY.owner} and objid::bigint = ${owner}
)`;

/** Owners of reservations whose processes have ended. */
export const deadOwners = statement<[], { owner: number }>(
  'dead_owners',
  `select owner from (select distinct owner from render where state = 'reserved') as owners where ${isDead('owner')}`,
);
