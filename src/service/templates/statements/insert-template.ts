import type { PdfStandard } from '../../../engine/document.js';
import { statement } from '../../storage/statement.js';
import { TEMPLATE_COLUMNS, type TemplateRow } from './columns.js';

type InsertTemplate = [
  id: string,
  accountId: string,
  name: string,
  source: string,
  locale: string | null,
  sampleData: string,
  standard: readonly PdfStandard[] | null,
  options: string | null,
];

export const insertTemplate = statement<InsertTemplate, TemplateRow>(
  'insert_template',
  `with template as (
     insert into template (id, account_id, name, source, locale, sample_data, standard, options)
     values ($1, $2, $3, $4, $5, $6, coalesce($7::text[], '{}'), coalesce($8::json, '{}'))
     returning *
   ), kept as (
     insert into template_version (template_id, version, name, source, locale, sample_data, standard, options)
     select id, version, name, source, locale, sample_data, standard, options from template
   )
   select ${TEMPLATE_COLUMNS} from template join account on account.id = template.account_id`,
);
