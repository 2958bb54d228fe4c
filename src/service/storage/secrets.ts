/** Secrets that the service generates unless the operator sets them. */

import { randomBytes } from 'node:crypto';
import type { Database } from './database.js';
import { keepSecret } from './statements/keep-secret.js';

const SECRET_BYTES = 32;

/**
 * The secrets for a purpose, newest first.
 * @param configured  those that the operator set; undefined: one that is generated at the first start and stored in
 *                    Postgres, for all hosts
 */
export async function loadSecrets(
  database: Database,
  purpose: string,
  configured: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (configured) return configured;
  const row = await database.row(keepSecret, purpose, randomBytes(SECRET_BYTES).toString('base64url'));
  return [row!.secret];
}
