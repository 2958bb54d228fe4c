/** An OpenID Connect provider that runs in the process of a test, and signs in whom the test names. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Test } from 'tap';

export const CLIENT = { id: 'platen', secret: 'a secret of the client' };

export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

export interface TestProvider {
  readonly issuer: string;
  /** Who is in front of the browser; the provider asks nothing. */
  person: Person;
  /** Serves a client. It may have other metadata than the default. @param redirectUri  of the client */
  serve(redirectUri: string, metadata?: Readonly<Record<string, unknown>>): void;
}

/** Listens at once, so that its address is known; answers 404 until `serve`. */
export async function openProvider(t: Test): Promise<TestProvider> {
  let handle: RequestListener = (_, response) => response.writeHead(404).end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const provider: TestProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: 'nobody' },
    serve(redirectUri, metadata = {}) {
      handle = listenerOf(provider, {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        ...metadata,
      });
    },
  };
  return provider;
}

function listenerOf(provider: TestProvider, client: Readonly<Record<string, unknown>>): RequestListener {
  const people = new Map<string, Person>();
  const oidc = new Provider(provider.issuer, {
    clients: [client],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the cookies'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => people.get(id) }),
    // Consent is given.
    // biome-ignore lint/suspicious/noExplicitAny: the context of the provider has no types
    async loadExistingGrant({ oidc: { client, session, provider } }: any) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const callback = oidc.callback();
  return (request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void callback(request, response);
    people.set(provider.person.sub, provider.person);
    void oidc.interactionFinished(request, response, { login: { accountId: provider.person.sub } });
  };
}

/** Goes from the URL of the provider to where it sends the browser back. @returns that URL */
export async function answerOf(provider: TestProvider, start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  while (url.startsWith(provider.issuer)) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  return url;
}
