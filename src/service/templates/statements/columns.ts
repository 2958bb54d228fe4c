import type { PdfStandard } from '../../../engine/document.js';
import type { SavedOptions } from '../../saved-options.js';

/** A template's row, as every statement that returns one selects it. Its account must be joined. */
export const SUMMARY_COLUMNS = `template.id, template.name, coalesce(template.locale, account.locale) as locale,
  template.version, template.created_at, template.updated_at`;

export const TEMPLATE_COLUMNS = `${SUMMARY_COLUMNS}, template.source, template.sample_data, template.standard,
  template.options`;

export interface SummaryRow {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface TemplateRow extends SummaryRow {
  readonly source: string;
  readonly sample_data: Readonly<Record<string, unknown>>;
  readonly standard: readonly PdfStandard[];
  readonly options: SavedOptions;
}
