/**
 * A client of an OpenID Connect provider: the authorization code flow with PKCE, state and nonce.
 * Source: https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth, https://www.rfc-editor.org/rfc/rfc9700
 */

import type { Configuration } from 'openid-client';

interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** Of the provider, for people. */
  readonly name: string;
}

/** Kept by the browser between the redirect to the provider and the one back; random, and of use to no other browser. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person, as the provider knows them. */
export interface Identity {
  readonly issuer: string;
  /** Unique at the issuer, and never given to another person. */
  readonly subject: string;
  /** Undefined unless the provider has verified it. */
  readonly email: string | undefined;
}

/**
 * Why a sign-in ended: `stale`: it did not begin in this browser, or more than ten minutes ago; `provider`: the provider
 * refused it or cannot be reached; `email`: there is no verified e-mail address; `account`: the account of the address
 * cannot be linked by it; `closed`: there is no account, and people cannot make one; `limited`: too many attempts.
 */
export type SignInProblem = 'stale' | 'provider' | 'email' | 'account' | 'closed' | 'limited';

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  constructor(
    readonly problem: SignInProblem,
    cause?: unknown,
  ) {
    super(`sign-in by the provider failed: ${problem}`, { cause });
  }
}

/** Of each request to the provider. */
const TIMEOUT_SECONDS = 10;
/** Source: https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
const MAX_SUBJECT_LENGTH = 255;

export class OidcClient {
  readonly #settings: OidcSettings;
  readonly #onError: ((error: unknown) => void) | undefined;
  /** The metadata of the provider, as it was discovered. */
  #configuration: Promise<Configuration> | undefined;

  /** @param onError  called when the provider refuses a request, or cannot be reached */
  constructor(settings: OidcSettings, onError?: (error: unknown) => void) {
    this.#settings = settings;
    this.#onError = onError;
  }

  get name(): string {
    return this.#settings.name;
  }

  /**
   * @param redirectUri  where the provider sends the browser back
   * @returns the URL of the provider that asks people to sign in
   * @throws SignInRefused `provider`
   */
  async begin(redirectUri: string): Promise<{ readonly url: string; readonly attempt: OidcAttempt }> {
    const oidc = await import('openid-client');
    const attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    try {
      const url = oidc.buildAuthorizationUrl(await this.#discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, attempt };
    } catch (error) {
      throw this.#refused(error);
    }
  }

  /**
   * @param redirectUri  as for `begin`
   * @param answer       the query that the provider has sent back by the browser
   * @throws SignInRefused `stale`, `provider`
   */
  async finish(redirectUri: string, answer: URLSearchParams, attempt: OidcAttempt | undefined): Promise<Identity> {
    if (!attempt || answer.get('state') !== attempt.state) throw new SignInRefused('stale');
    try {
      return await this.#identify(new URL(`${redirectUri}?${answer}`), attempt);
    } catch (error) {
      this.#configuration = undefined; // the provider may have changed
      throw this.#refused(error);
    }
  }

  #refused(cause: unknown): SignInRefused {
    this.#onError?.(cause);
    return new SignInRefused('provider', cause);
  }

  async #identify(url: URL, { state, nonce, verifier }: OidcAttempt): Promise<Identity> {
    const oidc = await import('openid-client');
    const configuration = await this.#discovered();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await oidc.authorizationCodeGrant(configuration, url, checks);
    const { iss: issuer, sub: subject, ...claims } = tokens.claims()!;
    if (subject.length > MAX_SUBJECT_LENGTH || subject.includes('\0')) throw new Error('the subject is malformed');
    // Providers may have the claims of a scope in the ID token, or at the UserInfo endpoint only.
    const hasEmail = claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint;
    const person = hasEmail ? claims : await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
    return { issuer, subject, email: verifiedEmail(person) };
  }

  #discovered(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error) => {
      this.#configuration = undefined;
      throw error;
    });
    return this.#configuration;
  }

  async #discover(): Promise<Configuration> {
    const oidc = await import('openid-client');
    const { clientId, clientSecret } = this.#settings;
    const issuer = new URL(this.#settings.issuer);
    const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    const options = { timeout: TIMEOUT_SECONDS, execute };
    const { ClientSecretBasic, ClientSecretPost, None } = oidc;
    if (clientSecret === undefined) return oidc.discovery(issuer, clientId, undefined, None(), options);
    const found = await oidc.discovery(issuer, clientId, undefined, ClientSecretBasic(clientSecret), options);
    // Basic is what providers support that do not list their methods.
    const methods = found.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (methods.includes('client_secret_basic')) return found;
    const other = new oidc.Configuration(found.serverMetadata(), clientId, undefined, ClientSecretPost(clientSecret));
    other.timeout = TIMEOUT_SECONDS;
    for (const apply of execute) apply(other);
    return other;
  }
}

/** Some providers send the boolean as a string. */
function verifiedEmail({ email, email_verified }: { readonly [claim: string]: unknown }): string | undefined {
  const isVerified = email_verified === true || email_verified === 'true';
  return isVerified && typeof email === 'string' && !email.includes('\0') ? email : undefined;
}
