import { statement } from '../../storage/statement.js';
import { DRAFT_TABLES, LATEST } from './draft-columns.js';
import type { UpdateTemplate } from './update-template.js';

/**
 * Makes a version of the newest one with the parameters that are not null, unless nothing changes. The template must be
 * locked.
 */
export const insertDraft = statement<UpdateTemplate>(
  'insert_draft',
  `with draft as (
     insert into template_version (template_id, version, name, source, locale, sample_data, standard, options)
     select template.id, ${LATEST} + 1, coalesce($3, newest.name), coalesce($4, newest.source),
       coalesce($5, newest.locale), coalesce($6::text::json, newest.sample_data), coalesce($7::text[], newest.standard),
       coalesce($8::text::json, newest.options)
     from ${DRAFT_TABLES}
     where template.id = $1 and template.account_id = $2
       and (coalesce($3, newest.name), coalesce($4, newest.source), coalesce($5, newest.locale),
           coalesce($6::text, newest.sample_data::text), coalesce($7::text[], newest.standard),
           coalesce($8::text, newest.options::text))
         is distinct from (newest.name, newest.source, newest.locale, newest.sample_data::text, newest.standard,
           newest.options::text)
     returning template_id, version
   )
   update template set latest = draft.version from draft where template.id = draft.template_id`,
);
