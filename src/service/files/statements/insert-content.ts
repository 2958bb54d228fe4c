import { statement } from '../../storage/statement.js';

export const insertContent = statement<[id: string, content: Buffer]>(
  'insert_content',
  'insert into file_content (id, content) values ($1, $2)',
);
