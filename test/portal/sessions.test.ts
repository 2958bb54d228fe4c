/** Signing in to the portal, and what protects its sessions. */

import t from 'tap';
import { PORTAL_ROUTES } from '../../src/portal/routes/index.js';
import { onEachPostgres, sql } from '../service/support/postgres.js';
import { openService } from '../service/support/service.js';
import { until } from '../service/support/until.js';
import { type Browser, openBrowser } from './support/session.js';

const PASSWORD = 'correct horse battery staple';

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const service = await openService(t, backend, { PORTAL_SIGNUP: 'on', TRUST_PROXY: 'on' });
  const { data } = service.process;
  let lastAddress = 0;
  /** A browser at an address of its own, as attempts are counted by address. */
  const browserAt = () => {
    lastAddress += 1;
    return openBrowser(service, { 'X-Forwarded-For': `198.51.100.${lastAddress}` });
  };
  const signedIn = async (accountId: string): Promise<Browser> => {
    const browser = browserAt();
    const token = await data.sessions.createLink(accountId);
    t.equal((await browser.send('POST', '/portal/sign-in/link', { token })).status, 204);
    await browser.begin();
    return browser;
  };

  t.test('a link signs in once', async (t) => {
    const { id, email } = await service.account();
    const token = await data.sessions.createLink(id);
    const browser = browserAt();
    const answer = await browser.send('POST', '/portal/sign-in/link', { token });
    t.equal(answer.status, 204);
    t.match(answer.headers.get('set-cookie'), /^platen=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    t.match((await browser.begin()).json, { email, plan: 'self-hosted', has_password: false, by_link: true });
    const again = await browserAt().send('POST', '/portal/sign-in/link', { token });
    t.match(again, { status: 401, json: { error: { code: 'sign_in_failed' } } });
  });

  t.test('a link that has expired does not sign in', async (t) => {
    const { id } = await service.account();
    const token = await data.sessions.createLink(id);
    await sql(backend, "update sign_in_link set expires_at = now() - interval '1 second' where account_id = $1", [id]);
    t.equal((await browserAt().send('POST', '/portal/sign-in/link', { token })).status, 401);
  });

  t.test('over TLS the cookie is Secure and has the prefix __Host-', async (t) => {
    const { id } = await service.account();
    const token = await data.sessions.createLink(id);
    const browser = openBrowser(service, { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9' });
    const answer = await browser.send('POST', '/portal/sign-in/link', { token });
    t.match(answer.headers.get('set-cookie'), /^__Host-platen=[\w-]{43}; Path=\/; HttpOnly; .*; Secure$/);
    t.equal((await browser.begin()).status, 200);
  });

  t.test('a password is set, signs in, and is changed; other sessions end', async (t) => {
    const { id, email } = await service.account();
    const first = await signedIn(id);
    const short = await first.send('PUT', '/portal/password', { password: 'too short' });
    t.match(short, { status: 422, json: { error: { code: 'invalid_request', message: /12 to 256/ } } });
    t.equal((await first.send('PUT', '/portal/password', { password: PASSWORD })).status, 204);
    const [stored] = await sql<{ hash: string }>(backend, 'select hash from password where account_id = $1', [id]);
    t.match(stored!.hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

    const second = browserAt();
    t.equal(
      (await second.send('POST', '/portal/sign-in', { email: email.toUpperCase(), password: PASSWORD })).status,
      204,
    );
    await second.begin();
    const wrong = await second.send('PUT', '/portal/password', { current: 'no', password: `${PASSWORD}!` });
    t.match(wrong, { status: 401, json: { error: { code: 'sign_in_failed' } } });
    const changed = await second.send('PUT', '/portal/password', { current: PASSWORD, password: `${PASSWORD}!` });
    t.equal(changed.status, 204);
    t.equal((await first.send('GET', '/portal/session')).status, 401, 'the other session is over');
    t.equal((await second.send('GET', '/portal/session')).status, 200, 'this one goes on');

    const before = await browserAt().send('POST', '/portal/sign-in', { email, password: PASSWORD });
    t.equal(before.status, 401);
    // A failed attempt is recorded after its answer.
    const listed = async () => (await second.send('GET', '/portal/sign-ins')).json;
    await until('the attempt is listed', async () => (await listed())[0].succeeded === false);
    const log = await listed();
    t.match(log[0], { method: 'password', succeeded: false });
    t.match(log[1], { method: 'password', succeeded: true, address: /^198\.51\.100\./ });
  });

  t.test('an account that does not exist is refused like a wrong password', async (t) => {
    const { email } = await service.account();
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((name) =>
        browserAt().send('POST', '/portal/sign-in', { email: name, password: PASSWORD }),
      ),
    );
    t.strictSame(answers[0]!.json, answers[1]!.json);
    t.equal(answers[0]!.status, 401);
  });

  t.test('whoever guesses a password is refused, and its owner signs in', async (t) => {
    const { id, email } = await service.account();
    const known = await signedIn(id);
    t.equal((await known.send('PUT', '/portal/password', { password: PASSWORD })).status, 204);
    const attacker = browserAt();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push((await attacker.send('POST', '/portal/sign-in', { email, password: 'wrong' })).status);
    t.strictSame(statuses, [...Array(10).fill(401), 429, 429]);
    const right = { email, password: PASSWORD };
    t.equal((await attacker.send('POST', '/portal/sign-in', right)).status, 429, 'at this address');
    t.equal((await browserAt().send('POST', '/portal/sign-in', right)).status, 204, 'at another address');

    t.equal((await known.send('DELETE', '/portal/session')).status, 204);
    const beside = { 'X-Forwarded-For': `198.51.100.${lastAddress - 1}` };
    const here = await known.send('POST', '/portal/sign-in', right, beside);
    t.equal(here.status, 204, 'at the same address, with a browser that was signed in before');
    const token = await data.sessions.createLink(id);
    const byLink = await attacker.send('POST', '/portal/sign-in/link', { token });
    t.equal(byLink.status, 204, 'at the same address, by a link');
  });

  t.test('a device is known for its own account only', async (t) => {
    const [owner, other] = [await service.account(), await service.account()];
    const browser = await signedIn(owner.id);
    await browser.send('DELETE', '/portal/session');
    const guess = () => browser.send('POST', '/portal/sign-in', { email: other.email, password: 'wrong' });
    for (let attempt = 0; attempt < 10; attempt += 1) t.equal((await guess()).status, 401);
    t.equal((await guess()).status, 429);
  });

  t.test('guesses from many addresses are delayed, and lock nobody out', async (t) => {
    const { email } = await service.account();
    const guess = () => browserAt().send('POST', '/portal/sign-in', { email, password: 'wrong' });
    const statuses = await Promise.all(Array.from({ length: 25 }, guess));
    t.strictSame(
      statuses.map(({ status }) => status),
      Array(25).fill(401),
    );
  });

  t.test('attempts are throttled by address, on any account', async (t) => {
    const browser = browserAt();
    const attempts = Array.from({ length: 45 }, () =>
      browser.send('POST', '/portal/sign-in/link', { token: 'x'.repeat(43) }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    t.equal(statuses.filter((status) => status === 401).length, 40);
    const refused = (await Promise.all(attempts)).find(({ status }) => status === 429)!;
    t.match(refused.json, { error: { code: 'rate_limited' } });
    t.match(refused.headers.get('retry-after'), /^[1-9]\d*$/);
  });

  t.test('signing out ends the session on the server, too', async (t) => {
    const { id } = await service.account();
    const browser = await signedIn(id);
    const { cookie } = browser;
    const answer = await browser.send('DELETE', '/portal/session');
    t.equal(answer.status, 204);
    t.match(answer.headers.get('set-cookie'), /^platen=; .*Max-Age=0/);
    browser.cookie = cookie;
    t.match(await browser.send('GET', '/portal/session'), { status: 401, json: { error: { code: 'not_signed_in' } } });
  });

  t.test('signing out everywhere ends all sessions', async (t) => {
    const { id } = await service.account();
    const [one, another] = [await signedIn(id), await signedIn(id)];
    t.equal((await one.send('DELETE', '/portal/sessions')).status, 204);
    t.equal((await another.send('GET', '/portal/session')).status, 401);
  });

  t.test('a session that was planted before the sign-in is not the one after it', async (t) => {
    const { id } = await service.account();
    const browser = browserAt();
    const planted = 'A'.repeat(43);
    browser.cookie = `platen=${planted}`;
    const token = await data.sessions.createLink(id);
    const answer = await browser.send('POST', '/portal/sign-in/link', { token });
    t.notMatch(answer.headers.get('set-cookie'), planted);
    browser.cookie = `platen=${planted}`;
    t.equal((await browser.send('GET', '/portal/session')).status, 401);
  });

  t.test('requests that change something need the CSRF token of their session', async (t) => {
    const [{ id }, other] = [await service.account(), await service.account()];
    const [browser, another] = [await signedIn(id), await signedIn(other.id)];
    const forged = { status: 403, json: { error: { code: 'forged_request' } } };
    for (const csrf of ['', 'x', another.csrf]) {
      browser.csrf = csrf;
      t.match(await browser.send('POST', '/portal/keys', { name: 'stolen' }), forged);
    }
    t.equal((await data.keys.list(id)).length, 1, 'there is only the key of the test');
  });

  t.test('every route of the portal that changes something refuses forged requests', async (t) => {
    const [{ id }, other] = [await service.account(), await service.account()];
    const [browser, another] = [await signedIn(id), await signedIn(other.id)];
    const { csrf } = browser;
    const forged = { status: 403, json: { error: { code: 'forged_request' } } };
    const changing = PORTAL_ROUTES.filter(({ method }) => method !== 'GET');
    t.ok(changing.length > 15);
    for (const { method, path, access } of changing) {
      const url = path.replace('{id}', '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37');
      t.ok(access === 'session' || access === 'visitor', `${method} ${path}`);
      browser.csrf = csrf;
      const origin = { Origin: 'https://evil.example' };
      t.match(await browser.send(method, url, {}, origin), forged, `${method} ${path} from another origin`);
      for (const token of access === 'session' ? ['', another.csrf] : []) {
        browser.csrf = token;
        t.match(await browser.send(method, url, {}), forged, `${method} ${path} with "${token}"`);
      }
    }
    browser.csrf = csrf;
    t.equal((await browser.send('GET', '/portal/session')).status, 200, 'the session goes on');
  });

  t.test('requests from other origins are refused, sign-in included', async (t) => {
    const { id } = await service.account();
    const browser = await signedIn(id);
    const forged = { status: 403, json: { error: { code: 'forged_request' } } };
    for (const origin of ['https://evil.example', 'null', `${service.url}.evil.example`]) {
      t.match(await browser.send('POST', '/portal/keys', { name: 'stolen' }, { Origin: origin }), forged, origin);
      const token = await data.sessions.createLink(id);
      t.match(await browserAt().send('POST', '/portal/sign-in/link', { token }, { Origin: origin }), forged, origin);
    }
    const own = await browser.send('POST', '/portal/keys', { name: 'mine' }, { Origin: service.url });
    t.equal(own.status, 201);
  });

  t.test('people can sign up when the operator allows it', async (t) => {
    const browser = browserAt();
    t.strictSame((await browser.send('GET', '/portal')).json, { sign_up_open: true, provider: null });
    const email = 'grace@example.com';
    const weak = await browser.send('POST', '/portal/sign-up', { email, password: 'short' });
    t.equal(weak.status, 422);
    t.equal(await data.accounts.byEmail(email), undefined, 'nothing is made of a refused request');
    t.equal((await browser.send('POST', '/portal/sign-up', { email, password: PASSWORD })).status, 204);
    t.match((await browser.begin()).json, { email, plan: 'free', credits: 50, has_password: true });
    const taken = await browserAt().send('POST', '/portal/sign-up', { email, password: PASSWORD });
    t.equal(taken.status, 422);
  });

  t.test('without PORTAL_SIGNUP nobody can', async (t) => {
    const closed = await openService(t, backend);
    const browser = openBrowser(closed);
    const answer = await browser.send('POST', '/portal/sign-up', { email: 'a@example.com', password: PASSWORD });
    t.match(answer, { status: 403, json: { error: { code: 'sign_up_closed' } } });
  });

  t.test('an API key opens no route of the portal, and a session none of the API', async (t) => {
    const { id, key } = await service.account();
    t.equal((await service.send('GET', '/portal/session', { key })).status, 401);
    const browser = await signedIn(id);
    t.equal((await browser.send('GET', '/v1/me')).status, 401);
  });
});
