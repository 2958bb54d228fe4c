import { statement } from '../../storage/statement.js';

/** Sources by name; of several templates with one name the newest. */
export const partialsNamed = statement<[accountId: string, names: readonly string[]], { name: string; source: string }>(
  'partials_named',
  `select distinct on (name) name, source from template
   where account_id = $1 and name = any($2::text[])
   order by name, template.created_at desc, id desc`,
);
