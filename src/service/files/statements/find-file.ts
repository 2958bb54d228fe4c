import { statement } from '../../storage/statement.js';

interface FileRow {
  readonly id: string;
  readonly title: string | null;
  readonly bytes: number;
  readonly etag: string;
  readonly expires_at: number;
}

/** A file that has not expired. */
export const findFile = statement<[id: string], FileRow>(
  'find_file',
  'select id, title, bytes, etag, expires_at from file where id = $1 and file.expires_at > now()',
);
