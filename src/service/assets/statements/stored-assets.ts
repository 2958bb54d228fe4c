import { statement } from '../../storage/statement.js';

/** How many files an account has, and their bytes. */
export const storedAssets = statement<[accountId: string], { files: number; bytes: number }>(
  'stored_assets',
  `select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from asset where account_id = $1`,
);
