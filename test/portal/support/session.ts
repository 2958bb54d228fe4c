/** A client that keeps its cookie and CSRF token, as the pages of the portal do. */

import type { Answer, Service } from '../../service/support/service.js';

export interface Browser {
  /** The header that it sends. */
  cookie: string;
  csrf: string;
  send(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Asks who is signed in, and keeps the CSRF token. */
  begin(): Promise<Answer>;
}

export function openBrowser(service: Service, headers: Record<string, string> = {}): Browser {
  const browser: Browser = {
    cookie: '',
    csrf: '',
    async send(method, path, json, further = {}) {
      const answer = await service.send(method, path, {
        headers: {
          ...headers,
          ...(browser.cookie && { Cookie: browser.cookie }),
          ...(browser.csrf && { 'X-CSRF-Token': browser.csrf }),
          ...further,
        },
        ...(json !== undefined && { json }),
      });
      const cookie = answer.headers.get('set-cookie')?.split(';')[0];
      if (cookie !== undefined) browser.cookie = withCookie(browser.cookie, cookie);
      return answer;
    },
    async begin() {
      const answer = await browser.send('GET', '/portal/session');
      browser.csrf = answer.json.csrf_token ?? '';
      return answer;
    },
  };
  return browser;
}

/** Replaces the cookie of the same name, if there is one. */
function withCookie(header: string, cookie: string): string {
  const [name] = cookie.split('=');
  return [...header.split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`)), cookie].join('; ');
}

/** A browser that is signed in to an account. */
export async function signIn(service: Service, accountId: string): Promise<Browser> {
  const browser = openBrowser(service);
  const token = await service.process.data.sessions.createLink(accountId);
  await browser.send('POST', '/portal/sign-in/link', { token });
  await browser.begin();
  return browser;
}
