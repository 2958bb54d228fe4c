/**
 * Accounts of people who sign in by an OpenID Connect provider.
 *
 * An identity is the pair of issuer and subject. Its e-mail address only finds the account at the first sign-in, and only
 * when nobody else can have the account already:
 * - Those who sign up choose an address that nobody verifies, and a password. So an account with a password is not
 *   linked: its owner could be anybody. Accounts without one were made by the operator, or by the provider.
 * - An address may be given to another person later, who has another subject at the provider. So an account that has an
 *   identity of the issuer gets no second one.
 */

import { ServiceError } from '../errors.js';
import type { Database } from '../storage/database.js';
import type { Accounts } from './accounts.js';
import { type Identity, type SignInProblem, SignInRefused } from './oidc.js';
import type { NewSession, Sessions, Visitor } from './sessions.js';
import { findIdentity } from './statements/find-identity.js';
import { linkIdentity } from './statements/link-identity.js';
import { linkIdentityByEmail } from './statements/link-identity-by-email.js';

export class Identities {
  readonly #database: Database;
  readonly #accounts: Accounts;
  readonly #sessions: Sessions;

  constructor(database: Database, accounts: Accounts, sessions: Sessions) {
    this.#database = database;
    this.#accounts = accounts;
    this.#sessions = sessions;
  }

  /**
   * Begins a session in the account of an identity; makes the account at its first sign-in.
   * @param isSignUpOpen  whether accounts may be made
   * @throws SignInRefused `email`, `account`, `closed`; ServiceError `storage_unavailable`
   */
  async signIn(identity: Identity, visitor: Visitor, isSignUpOpen: boolean): Promise<NewSession> {
    const accountId = (await this.#find(identity)) ?? (await this.#link(identity, isSignUpOpen));
    return this.#sessions.beginByProvider(accountId, visitor);
  }

  async #find({ issuer, subject }: Identity): Promise<string | undefined> {
    return (await this.#database.row(findIdentity, issuer, subject))?.account_id;
  }

  async #link(identity: Identity, isSignUpOpen: boolean): Promise<string> {
    const { issuer, subject, email } = identity;
    if (email === undefined) throw new SignInRefused('email');
    const linked = await this.#database.row(linkIdentityByEmail, issuer, subject, email);
    if (linked) return linked.account_id;
    if (await this.#accounts.byEmail(email)) return this.#findAgain(identity, 'account');
    if (!isSignUpOpen) throw new SignInRefused('closed');
    try {
      return await this.#create(identity, email);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'invalid_request') return this.#findAgain(identity, 'email');
      throw error;
    }
  }

  /** The same person may have signed in twice at once. @throws SignInRefused with `problem` otherwise */
  async #findAgain(identity: Identity, problem: SignInProblem): Promise<string> {
    const found = await this.#find(identity);
    if (found === undefined) throw new SignInRefused(problem);
    return found;
  }

  /** In one transaction, as an account without an identity could be linked to another one. */
  #create({ issuer, subject }: Identity, email: string): Promise<string> {
    return this.#database.transaction(async (queries) => {
      const { id } = await this.#accounts.create({ email }, queries);
      await queries.count(linkIdentity, issuer, subject, id);
      return id;
    });
  }
}
