import { statement } from '../../storage/statement.js';

export const removeContent = statement<[ids: readonly string[]]>(
  'remove_content',
  'delete from file_content where id = any($1::uuid[])',
);
