import { statement } from '../../storage/statement.js';
import { LATEST } from './draft-columns.js';

/** No row is changed when there is no such template or `version` is not its newest one. */
export const publishDraft = statement<[id: string, accountId: string, version: number]>(
  'publish_draft',
  `update template
   set name = draft.name, source = draft.source, locale = draft.locale, sample_data = draft.sample_data,
     standard = draft.standard, options = draft.options, version = draft.version, latest = draft.version,
     updated_at = case when template.version = draft.version then template.updated_at else now() end
   from template_version as draft
   where template.id = $1 and template.account_id = $2 and draft.template_id = template.id
     and draft.version = $3 and draft.version = ${LATEST}`,
);
