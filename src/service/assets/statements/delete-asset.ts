import { statement } from '../../storage/statement.js';

export const deleteAsset = statement<[id: string, accountId: string]>(
  'delete_asset',
  'delete from asset where id = $1 and account_id = $2',
);
