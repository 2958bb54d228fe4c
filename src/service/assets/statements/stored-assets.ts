import { statement } from '../../storage/statement.js';

/** How many images an account has, and their bytes. */
export const storedAssets = statement<[accountId: string], { images: number; bytes: number }>(
  'stored_assets',
  `select count(*)::int as images, coalesce(sum(bytes), 0)::float8 as bytes from asset where account_id = $1`,
);
