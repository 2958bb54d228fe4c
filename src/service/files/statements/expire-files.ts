import { statement } from '../../storage/statement.js';

/** Deletes the rows of expired files, except those that another sweeper has locked. */
export const expireFiles = statement<[limit: number], { id: string }>(
  'expire_files',
  `delete from file where id in (
     select id from file where expires_at <= now() order by expires_at limit $1 for update skip locked
   )
   returning id`,
);
