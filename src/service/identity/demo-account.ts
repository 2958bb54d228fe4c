import type { Accounts } from './accounts.js';
import type { ApiKeys } from './keys.js';
import type { Sessions } from './sessions.js';

/** The account for trying the service out. */
export const DEMO_EMAIL = 'demo@localhost';

interface DemoServices {
  readonly accounts: Accounts;
  readonly keys: ApiKeys;
  readonly sessions: Sessions;
}

/**
 * @returns the key of the new account and the token of a link that signs in to it; undefined when the account exists,
 *          since both are shown only once
 */
export async function createDemoAccount({
  accounts,
  keys,
  sessions,
}: DemoServices): Promise<{ readonly key: string; readonly linkToken: string } | undefined> {
  if (await accounts.byEmail(DEMO_EMAIL)) return undefined;
  const { id } = await accounts.create({ email: DEMO_EMAIL, plan: 'self-hosted' });
  const { key } = await keys.create(id, 'demo');
  return { key, linkToken: await sessions.createLink(id) };
}
