import { statement } from '../../storage/statement.js';

export const readContent = statement<[id: string], { content: Buffer }>(
  'read_content',
  'select content from file_content where id = $1',
);
