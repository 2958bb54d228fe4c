import { statement } from '../../storage/statement.js';
import { ASSET_COLUMNS, type AssetRow } from './columns.js';

type InsertAsset = [id: string, accountId: string, name: string, contentType: string, bytes: number, sha256: Buffer];

export const insertAsset = statement<InsertAsset, AssetRow>(
  'insert_asset',
  `insert into asset (id, account_id, name, content_type, bytes, sha256)
   values ($1, $2, $3, $4, $5, $6)
   returning ${ASSET_COLUMNS}`,
);
