import type { Test } from 'tap';
import { Accounts } from '../../../src/service/identity/accounts.js';
import { ApiKeys } from '../../../src/service/identity/keys.js';
import { parsePlans } from '../../../src/service/identity/plans.js';
import { newId } from '../../../src/service/ids.js';
import { openDatabase } from '../../../src/service/storage/database.js';
import type { Backend } from './postgres.js';

/**
 * Makes accounts in the database of a service that runs elsewhere.
 * @param plans  further plans of that service, as JSON
 */
export function openAccounts(t: Test, backend: Backend, plans: string) {
  const database = openDatabase({ ...backend, poolSize: 1 });
  t.teardown(() => database.close());
  const [accounts, keys] = [new Accounts(database, parsePlans(plans)), new ApiKeys(database)];
  return async (plan: string): Promise<{ id: string; key: string }> => {
    const { id } = await accounts.create({ email: `${newId()}@example.com`, plan });
    return { id, key: (await keys.create(id)).key };
  };
}
