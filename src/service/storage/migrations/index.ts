/** The migrations, in order: the first has version 1. One that was released is never changed. */

import { sql as accounts } from './0001-accounts.js';
import { sql as apiKeys } from './0002-api-keys.js';
import { sql as templates } from './0003-templates.js';
import { sql as files } from './0004-files.js';
import { sql as renders } from './0005-renders.js';
import { sql as secrets } from './0006-secrets.js';
import { sql as outcomes } from './0007-outcomes.js';
import { sql as portal } from './0008-portal.js';
import { sql as standards } from './0009-standards.js';
import { sql as batches } from './0010-batches.js';
import { sql as webhooks } from './0011-webhooks.js';
import { sql as drafts } from './0012-drafts.js';
import { sql as batchUrgency } from './0013-batch-urgency.js';
import { sql as mergedBatches } from './0014-merged-batches.js';
import { sql as keyUrgency } from './0015-key-urgency.js';
import { sql as options } from './0016-options.js';
import { sql as stagesAndIdentities } from './0017-stages-and-identities.js';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-accounts', sql: accounts },
  { name: '0002-api-keys', sql: apiKeys },
  { name: '0003-templates', sql: templates },
  { name: '0004-files', sql: files },
  { name: '0005-renders', sql: renders },
  { name: '0006-secrets', sql: secrets },
  { name: '0007-outcomes', sql: outcomes },
  { name: '0008-portal', sql: portal },
  { name: '0009-standards', sql: standards },
  { name: '0010-batches', sql: batches },
  { name: '0011-webhooks', sql: webhooks },
  { name: '0012-drafts', sql: drafts },
  { name: '0013-batch-urgency', sql: batchUrgency },
  { name: '0014-merged-batches', sql: mergedBatches },
  { name: '0015-key-urgency', sql: keyUrgency },
  { name: '0016-options', sql: options },
  { name: '0017-stages-and-identities', sql: stagesAndIdentities },
];
