import type { Accounts } from './accounts.js';
import type { ApiKeys, NewKey } from './keys.js';

/** The account for trying the service out. */
export const DEMO_EMAIL = 'demo@localhost';

/** @returns the key of the new account; undefined when the account exists, since a key is shown only once */
export async function createDemoAccount(accounts: Accounts, keys: ApiKeys): Promise<NewKey | undefined> {
  if (await accounts.byEmail(DEMO_EMAIL)) return undefined;
  const { id } = await accounts.create({ email: DEMO_EMAIL, plan: 'self-hosted' });
  return keys.create(id, 'demo');
}
