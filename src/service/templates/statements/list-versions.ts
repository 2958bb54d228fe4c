import type { PdfStandard } from '../../../engine/document.js';
import type { SavedOptions } from '../../saved-options.js';
import { statement } from '../../storage/statement.js';

export interface VersionRow {
  readonly version: number;
  readonly name: string;
  readonly source: string;
  readonly locale: string | null;
  readonly sample_data: Readonly<Record<string, unknown>>;
  readonly standard: readonly PdfStandard[];
  readonly options: SavedOptions;
  readonly created_at: number;
}

/** Newest first. */
export const listVersions = statement<[id: string, accountId: string, limit: number], VersionRow>(
  'list_versions',
  `select kept.version, kept.name, kept.source, kept.locale, kept.sample_data, kept.standard, kept.options,
     kept.created_at
   from template_version as kept join template on template.id = kept.template_id
   where template.id = $1 and template.account_id = $2
   order by kept.version desc
   limit $3`,
);
