import { isDead } from '../../credits/statements/dead-owners.js';
import { statement } from '../../storage/statement.js';

/** Processes that have ended while they received a batch, or with a worker of the queue. */
export const deadBatchOwners = statement<[], { owner: number }>(
  'dead_batch_owners',
  `select owner from (
     select owner from batch where state = 'receiving' union select owner from batch_worker
   ) as owners where ${isDead('owner')}`,
);

/** Batches whose records no process receives any more. */
export const abandonBatches = statement<[owners: readonly number[]]>(
  'abandon_batches',
  `update batch set expires_at = now() where state = 'receiving' and expires_at is null and owner = any($1::int[])`,
);

export const abandonBatch = statement<[id: string]>(
  'abandon_batch',
  `update batch set expires_at = now() where id = $1 and state = 'receiving'`,
);

/**
 * Releases the jobs of workers whose processes have ended, and of those that have taken a job but never registered; the
 * queue itself would wait for hours.
 * @returns the number of workers
 */
export const releaseJobs = statement<[owners: readonly number[]], { released: number }>(
  'release_jobs',
  `with ended as (
     delete from batch_worker where owner = any($1::int[]) returning id
   ), ids as (
     select coalesce(array_agg(id), '{}') as ids from (
       select id from ended
       union
       select locked_by from graphile_worker.jobs as job
       where locked_at < now() - interval '1 minute'
         and not exists (select from batch_worker where batch_worker.id = job.locked_by)
     ) as lost(id)
   ), unlocked as (
     select graphile_worker.force_unlock_workers(ids.ids) from ids
   )
   select cardinality(ids.ids) as released from ids, unlocked`,
);

/** A worker of the queue begins, or its process has a new number. */
export const registerWorker = statement<[id: string, owner: number]>(
  'register_worker',
  'insert into batch_worker (id, owner) values ($1, $2) on conflict (id) do update set owner = excluded.owner',
);

/** Deletes chunks of expired batches. @returns the ids of their objects in the file store */
export const expireChunks = statement<[limit: number], { ids: readonly string[] }>(
  'expire_chunks',
  `with expired as (
     select chunk.id from batch_chunk as chunk join batch on batch.id = chunk.batch_id
     where batch.expires_at <= now() limit $1 for update of chunk skip locked
   ), objects as (
     select object.id from batch_object as object join expired on object.chunk_id = expired.id
   ), deleted as (
     delete from batch_chunk using expired where batch_chunk.id = expired.id
   )
   select array(select id from expired union all select id from objects) as ids`,
);

export const expireBatches = statement<[]>(
  'expire_batches',
  `delete from batch where expires_at <= now() and not exists (select from batch_chunk where batch_id = batch.id)`,
);
