/** Sign-in by an OpenID Connect provider. Browsers navigate to these routes, so that problems are shown by a page. */

import { ServiceError } from '../../service/errors.js';
import { attemptCookie, readAttempt, sessionCookie } from '../../service/http/portal-guard.js';
import { type Call, defineRoute, type Reply } from '../../service/http/route.js';
import { type OidcClient, SignInRefused } from '../../service/identity/oidc.js';
import { throttleAddress } from '../../service/identity/sessions.js';

const tag = 'Session';
const CALLBACK = '/portal/sign-in/oidc/callback';
const answers = { 303: { description: 'To the next page', headers: { Location: 'Its URL' } } } as const;

type Visit = Call<string, unknown>;

export const oidcRoutes = [
  defineRoute({
    method: 'GET',
    path: '/portal/sign-in/oidc',
    id: 'beginSignInByProvider',
    tag,
    summary: 'Go to the provider to sign in',
    access: 'visitor',
    answers,
    errors: ['not_found'],
    handle: (call) =>
      withProvider(call, async (oidc) => {
        const { url, attempt } = await oidc.begin(call.origin + CALLBACK);
        return redirect(url, attemptCookie(attempt, call.isSecure));
      }),
  }),

  defineRoute({
    method: 'GET',
    path: CALLBACK,
    id: 'signInByProvider',
    tag,
    summary: 'Sign in by the answer of the provider',
    access: 'visitor',
    answers,
    errors: ['not_found', 'storage_unavailable'],
    handle: (call) =>
      withProvider(call, async (oidc) => {
        const { data, portal } = call.services;
        const attempt = readAttempt(call.headers, call.isSecure);
        const identity = await oidc.finish(call.origin + CALLBACK, call.query, attempt);
        const { token } = await data.identities.signIn(identity, call.visitor, portal.isSignUpOpen);
        return redirect('/', sessionCookie(token, call.isSecure));
      }),
  }),
];

/** @throws ServiceError `not_found` when there is no provider; what `step` throws, but for what people should see */
async function withProvider(call: Visit, step: (oidc: OidcClient) => Promise<Reply>): Promise<Reply> {
  const { limiter, portal } = call.services;
  if (!portal.oidc) throw new ServiceError('not_found');
  try {
    await throttleAddress(limiter, call.visitor);
    return await step(portal.oidc);
  } catch (error) {
    if (error instanceof SignInRefused) return redirect(`/sign-in#problem=${error.problem}`);
    if (error instanceof ServiceError && error.code === 'rate_limited') return redirect('/sign-in#problem=limited');
    throw error;
  }
}

function redirect(location: string, cookie?: string): Reply {
  return { status: 303, headers: { Location: location, ...(cookie !== undefined && { 'Set-Cookie': cookie }) } };
}
