import type { TemplateRow } from './columns.js';

/** Number of the newest version of a template, published or draft. */
export const LATEST = 'greatest(template.latest, template.version)';

/** The newest version of a template, as people edit it. */
export const DRAFT_SUMMARY_COLUMNS = `template.id, newest.name, coalesce(newest.locale, account.locale) as locale,
  newest.version, template.version as published_version, template.created_at, newest.created_at as updated_at`;

export const DRAFT_COLUMNS = `${DRAFT_SUMMARY_COLUMNS}, newest.source, newest.sample_data, newest.standard,
  newest.options`;

export const DRAFT_TABLES = `template
  join account on account.id = template.account_id
  join template_version as newest on newest.template_id = template.id and newest.version = ${LATEST}`;

export interface DraftRow extends TemplateRow {
  /** The version that programs render: `version`, unless that is a draft. */
  readonly published_version: number;
}

export type DraftSummaryRow = Omit<DraftRow, 'source' | 'sample_data' | 'standard' | 'options'>;
