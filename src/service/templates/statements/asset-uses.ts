import { statement } from '../../storage/statement.js';
import { DRAFT_TABLES } from './draft-columns.js';

/**
 * The ids of uploaded files in the sources, sample data and options of an account's templates, in the published and the newest version,
 * with the template's name.
 */
export const assetUses = statement<[accountId: string], { id: string; name: string }>(
  'asset_uses',
  `select distinct lower(reference[1]) as id, template.name
   from ${DRAFT_TABLES},
     regexp_matches(template.source || template.sample_data::text || template.options::text || newest.source
         || newest.sample_data::text || newest.options::text,
       'asset:([0-9a-fA-F-]{36})', 'g') as reference
   where template.account_id = $1
   order by template.name`,
);
