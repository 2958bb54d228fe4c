import { statement } from '../../storage/statement.js';

/** Bytes count from 1. */
export const readContentPart = statement<[id: string, from: number, length: number], { content: Buffer }>(
  'read_content_part',
  'select substring(content from $2 for $3) as content from file_content where id = $1',
);
