import { statement } from '../../storage/statement.js';

/** Deletes old entries of the render log. Charges stay in credit_entry. */
export const expireRenders = statement<[days: number, limit: number]>(
  'expire_renders',
  `delete from render where id in (
     select id from render where reserved_at < now() - make_interval(days => $1) and state <> 'reserved'
     limit $2 for update skip locked
   )`,
);
