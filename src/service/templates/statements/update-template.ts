import type { PdfStandard } from '../../../engine/document.js';
import { statement } from '../../storage/statement.js';
import { TEMPLATE_COLUMNS, type TemplateRow } from './columns.js';
import { LATEST } from './draft-columns.js';

export type UpdateTemplate = [
  id: string,
  accountId: string,
  name: string | null,
  source: string | null,
  locale: string | null,
  sampleData: string | null,
  standard: readonly PdfStandard[] | null,
  options: string | null,
];

/**
 * Changes the parameters that are not null and stores the new version, which is published at once. No row: there is no such template, or nothing
 * changes. Concurrent changes are serialized, each with its own version.
 */
export const updateTemplate = statement<UpdateTemplate, TemplateRow>(
  'update_template',
  `with template as (
     update template
     set name = coalesce($3, name), source = coalesce($4, source), locale = coalesce($5, locale),
       sample_data = coalesce($6::json, sample_data), standard = coalesce($7::text[], standard),
       options = coalesce($8::json, options),
       version = ${LATEST} + 1, latest = ${LATEST} + 1, updated_at = now()
     where id = $1 and account_id = $2
       and (coalesce($3, name), coalesce($4, source), coalesce($5, locale), coalesce($6, sample_data::text),
           coalesce($7::text[], standard), coalesce($8, options::text))
         is distinct from (name, source, locale, sample_data::text, standard, options::text)
     returning *
   ), kept as (
     insert into template_version (template_id, version, name, source, locale, sample_data, standard, options)
     select id, version, name, source, locale, sample_data, standard, options from template
   )
   select ${TEMPLATE_COLUMNS} from template join account on account.id = template.account_id`,
);
