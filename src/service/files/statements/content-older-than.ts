import { statement } from '../../storage/statement.js';

/** In the order of ids, those after $2. */
export const contentOlderThan = statement<[seconds: number, after: string, limit: number], { id: string }>(
  'content_older_than',
  `select id from file_content
   where created_at < now() - make_interval(secs => $1) and id > $2
   order by id limit $3`,
);
