/** Signing in to the portal by an OpenID Connect provider, a real one that runs here. */

import t from 'tap';
import { onEmbeddedPostgres, sql } from '../service/support/postgres.js';
import { openService, type Service } from '../service/support/service.js';
import { answerOf, CLIENT, openProvider, type Person, type TestProvider } from './support/provider.js';
import { type Browser, openBrowser } from './support/session.js';

const BEGIN = '/portal/sign-in/oidc';
const CALLBACK = `${BEGIN}/callback`;
const PASSWORD = 'correct horse battery staple';

const settings = ({ issuer }: TestProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Acme',
  TRUST_PROXY: 'on',
});

const locationOf = ({ headers }: { headers: Headers }) => headers.get('location');
let lastAddress = 0;

/** A browser at an address of its own, as attempts are counted by address. */
function browserAt(service: Service): Browser {
  lastAddress += 1;
  return openBrowser(service, { 'X-Forwarded-For': `198.51.100.${lastAddress}` });
}

/** Goes to the provider and comes back. @returns the path with which it comes back */
async function answered(service: Service, provider: TestProvider, browser: Browser): Promise<string> {
  const begun = await browser.send('GET', BEGIN);
  const answer = await answerOf(provider, locationOf(begun)!);
  return answer.slice(service.url.length);
}

/** @returns where the sign-in ends, and the browser */
async function signIn(service: Service, provider: TestProvider, person: Person) {
  provider.person = person;
  const browser = browserAt(service);
  const end = locationOf(await browser.send('GET', await answered(service, provider, browser)));
  return { end, browser };
}

onEmbeddedPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const provider = await openProvider(t);
  const open = await openService(t, backend, { ...settings(provider), PORTAL_SIGNUP: 'on' });
  provider.serve(open.url + CALLBACK);
  const { data } = open.process;
  const ada: Person = { sub: 'ada', email: 'ada@example.com', email_verified: true };

  t.test('the portal names the provider; the way to it has state, nonce and a PKCE challenge', async (t) => {
    const browser = browserAt(open);
    t.strictSame((await browser.send('GET', '/portal')).json, { sign_up_open: true, provider: 'Acme' });
    const begun = await browser.send('GET', BEGIN);
    t.equal(begun.status, 303);
    const url = new URL(locationOf(begun)!);
    t.equal(url.origin, provider.issuer);
    t.match(Object.fromEntries(url.searchParams), {
      client_id: CLIENT.id,
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: open.url + CALLBACK,
      state: /^[\w-]{43}$/,
      nonce: /^[\w-]{43}$/,
      code_challenge: /^[\w-]{43}$/,
      code_challenge_method: 'S256',
    });
    t.match(begun.headers.get('set-cookie'), /^platen-oidc=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    const verifier = browser.cookie.split('.')[2]!;
    t.notMatch(url.href, verifier, 'the verifier stays here');
    const secure = await browserAt(open).send('GET', BEGIN, undefined, { 'X-Forwarded-Proto': 'https' });
    t.match(secure.headers.get('set-cookie'), /^__Host-platen-oidc=.*; Secure$/);
  });

  t.test('the first sign-in makes an account, the second finds it by the subject', async (t) => {
    const first = await signIn(open, provider, ada);
    t.equal(first.end, '/');
    const session = (await first.browser.begin()).json;
    t.match(session, { email: 'ada@example.com', plan: 'free', has_password: false, by_link: false });
    t.match((await first.browser.send('GET', '/portal/sign-ins')).json, [{ method: 'oidc', succeeded: true }]);
    const account = await data.accounts.byEmail('ada@example.com');

    const second = await signIn(open, provider, { ...ada, email: 'lovelace@example.com', email_verified: false });
    t.equal(second.end, '/');
    t.match((await second.browser.begin()).json, { email: 'ada@example.com' });
    t.not(second.browser.cookie, first.browser.cookie, 'each session has its own token');
    t.equal(await data.accounts.byEmail('lovelace@example.com'), undefined);
    t.equal((await data.sessions.signIns(account!.id)).length, 2);
  });

  t.test('first sign-ins at once make one account', async (t) => {
    provider.person = { sub: 'twice', email: 'twice@example.com', email_verified: true };
    const browsers = Array.from({ length: 6 }, () => browserAt(open));
    const paths = await Promise.all(browsers.map((browser) => answered(open, provider, browser)));
    const ends = await Promise.all(browsers.map((browser, at) => browser.send('GET', paths[at]!)));
    t.strictSame(
      ends.map(locationOf),
      browsers.map(() => '/'),
    );
    const rows = await sql(backend, "select account_id from account_identity where subject = 'twice'");
    t.equal(rows.length, 1);
  });

  t.test('an answer of another sign-in is refused, and one with another state', async (t) => {
    provider.person = ada;
    const [mine, theirs] = [browserAt(open), browserAt(open)];
    const [path, other] = [await answered(open, provider, mine), await answered(open, provider, theirs)];
    const stale = '/sign-in#problem=stale';
    t.equal(locationOf(await mine.send('GET', other)), stale, 'of another browser');
    t.equal(locationOf(await mine.send('GET', path.replace(/state=[\w-]+/, 'state=x'))), stale);
    t.equal(locationOf(await mine.send('GET', path.replace(/&?state=[\w-]+/, ''))), stale);
    t.equal(locationOf(await browserAt(open).send('GET', path)), stale, 'without the cookie');
    t.match(mine.cookie, /^platen-oidc=/, 'nobody is signed in');
    t.equal(locationOf(await mine.send('GET', path)), '/');
  });

  t.test('an answer with another verifier or nonce, from another issuer, or a second time, is refused', async (t) => {
    provider.person = ada;
    const refused = '/sign-in#problem=provider';
    const tamper = async (change: (parts: string[]) => void) => {
      const browser = browserAt(open);
      const path = await answered(open, provider, browser);
      const parts = browser.cookie.split('.');
      change(parts);
      browser.cookie = parts.join('.');
      return locationOf(await browser.send('GET', path));
    };
    t.equal(await tamper(() => undefined), '/');
    t.equal(await tamper((parts) => parts.splice(1, 1, 'x'.repeat(43))), refused, 'nonce');
    t.equal(await tamper((parts) => parts.splice(2, 1, 'x'.repeat(43))), refused, 'verifier');
    const browser = browserAt(open);
    const path = await answered(open, provider, browser);
    const forged = path.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example');
    t.not(forged, path);
    t.equal(locationOf(await browser.send('GET', forged)), refused);
    const attempt = browser.cookie;
    t.equal(locationOf(await browser.send('GET', path)), '/');
    browser.cookie = attempt;
    t.equal(locationOf(await browser.send('GET', path)), refused, 'a code works once');
    const denied = browserAt(open);
    const state = new URL(locationOf(await denied.send('GET', BEGIN))!).searchParams.get('state');
    t.equal(locationOf(await denied.send('GET', `${CALLBACK}?error=access_denied&state=${state}`)), refused);
    t.ok(
      open.log.some(({ msg }) => msg === 'the sign-in provider failed'),
      'the operator learns why',
    );
    t.notMatch(JSON.stringify(open.log), new RegExp(`${CLIENT.secret}|${encodeURIComponent(CLIENT.secret)}`));
  });

  t.test('an address that the provider has not verified makes no account, and finds none', async (t) => {
    const { email } = await open.account();
    for (const person of [
      { sub: 'eve', email: 'eve@example.com', email_verified: false },
      { sub: 'eve', email: 'eve@example.com' },
      { sub: 'eve' },
      { sub: 'eve', email, email_verified: false },
    ])
      t.equal((await signIn(open, provider, person)).end, '/sign-in#problem=email');
    t.equal(await data.accounts.byEmail('eve@example.com'), undefined);
    t.strictSame(await sql(backend, "select from account_identity where subject = 'eve'"), []);
  });

  t.test('a verified address finds the account that the operator made, for one person', async (t) => {
    const { id, email } = await open.account();
    const { end, browser } = await signIn(open, provider, { sub: 'bob', email, email_verified: true });
    t.equal(end, '/');
    t.match((await browser.begin()).json, { email, plan: 'self-hosted' });
    t.equal((await data.sessions.signIns(id)).length, 1);
    const later = await signIn(open, provider, { sub: 'another bob', email, email_verified: true });
    t.equal(later.end, '/sign-in#problem=account', 'the address was given to somebody else');
  });

  t.test('an account with a password is not linked: anybody may have signed up with the address', async (t) => {
    const email = 'carol@example.com';
    const attacker = browserAt(open);
    t.equal((await attacker.send('POST', '/portal/sign-up', { email, password: PASSWORD })).status, 204);
    const { end, browser } = await signIn(open, provider, { sub: 'carol', email, email_verified: true });
    t.equal(end, '/sign-in#problem=account');
    t.match(await browser.begin(), { status: 401 });
  });

  t.test('with sign-up off only accounts of the operator are found', async (t) => {
    const itsProvider = await openProvider(t);
    const closed = await openService(t, backend, settings(itsProvider));
    itsProvider.serve(closed.url + CALLBACK);
    const stranger = { sub: 'dan', email: 'dan@example.com', email_verified: true };
    t.equal((await signIn(closed, itsProvider, stranger)).end, '/sign-in#problem=closed');
    t.equal(await data.accounts.byEmail('dan@example.com'), undefined);
    await data.accounts.create({ email: 'Dan@example.com' });
    t.equal((await signIn(closed, itsProvider, stranger)).end, '/');
    const same = { sub: 'ada', email: 'ada@example.com', email_verified: true };
    t.equal((await signIn(closed, itsProvider, same)).end, '/', 'another issuer may know the same address');
  });

  t.test('a provider that cannot be reached is a problem only until it can', async (t) => {
    const late = await openProvider(t);
    const service = await openService(t, backend, { ...settings(late), PORTAL_SIGNUP: 'on' });
    const early = await browserAt(service).send('GET', BEGIN);
    t.equal(locationOf(early), '/sign-in#problem=provider');
    late.serve(service.url + CALLBACK);
    t.equal((await signIn(service, late, { sub: 'late', email: 'late@example.com', email_verified: true })).end, '/');
  });

  t.test('a public client has no secret', async (t) => {
    const its = await openProvider(t);
    const { OIDC_CLIENT_SECRET: _, ...rest } = settings(its);
    const service = await openService(t, backend, { ...rest, PORTAL_SIGNUP: 'on' });
    its.serve(service.url + CALLBACK, { client_secret: undefined, token_endpoint_auth_method: 'none' });
    t.equal((await signIn(service, its, { sub: 'pub', email: 'pub@example.com', email_verified: true })).end, '/');
  });

  t.test('attempts are limited by address', async (t) => {
    const browser = browserAt(open);
    const ends = new Set<string | null>();
    for (let attempt = 0; attempt < 50; attempt += 1)
      ends.add(locationOf(await browser.send('GET', `${CALLBACK}?code=x&state=x`)));
    t.ok(ends.has('/sign-in#problem=limited'));
  });

  t.test('without a provider there is no such sign-in', async (t) => {
    const plain = await openService(t, backend);
    t.match((await plain.send('GET', '/portal')).json, { provider: null });
    for (const path of [BEGIN, CALLBACK]) t.equal((await plain.send('GET', path)).status, 404);
  });
});
