import { statement } from '../../storage/statement.js';

type InsertBatch = [
  id: string,
  accountId: string,
  keyId: string | null,
  owner: number,
  templateId: string | null,
  templateVersion: number | null,
  source: string,
  partials: string,
  locale: string,
  title: string | null,
  strict: boolean,
  standard: readonly string[],
  callbackUrl: string | null,
  urgency: number,
  output: 'files' | 'merged',
  options: string,
];

/** A batch whose records are about to arrive. */
export const insertBatch = statement<InsertBatch>(
  'insert_batch',
  `insert into batch (id, account_id, key_id, owner, template_id, template_version, source, partials, locale, title, strict,
     standard, callback_url, urgency, output, options)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
);
