import { statement } from '../../storage/statement.js';
import { ASSET_COLUMNS, type AssetRow } from './columns.js';

/** Newest first. */
export const listAssets = statement<[accountId: string, limit: number], AssetRow>(
  'list_assets',
  `select ${ASSET_COLUMNS} from asset where account_id = $1 order by asset.created_at desc, id desc limit $2`,
);
