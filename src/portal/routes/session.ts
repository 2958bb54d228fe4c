import Type from 'typebox';
import { ServiceError } from '../../service/errors.js';
import { deviceCookie, deviceToken, sessionCookie } from '../../service/http/portal-guard.js';
import { type Call, defineRoute, json, type Reply } from '../../service/http/route.js';
import { hashPassword } from '../../service/identity/passwords.js';
import type { NewSession } from '../../service/identity/sessions.js';
import { throttle } from '../../service/identity/sessions.js';
import { Credentials, PasswordChange, Portal, Session, SignIn, SignInByLink } from '../schemas.js';
import { answer, done } from './answers.js';

const tag = 'Session';
const SIGN_UP_RATE = { perMinute: 1, burst: 5 };

function signedIn({ token }: NewSession, { isSecure }: Pick<Call<string, unknown>, 'isSecure'>): Reply {
  return { status: 204, headers: { 'Set-Cookie': sessionCookie(token, isSecure) } };
}

export const sessionRoutes = [
  defineRoute({
    method: 'GET',
    path: '/portal',
    id: 'getPortal',
    tag,
    summary: 'What visitors may do',
    access: 'visitor',
    answers: answer(Portal, { sign_up_open: false, provider: null }),
    errors: [],
    async handle({ services }) {
      const { isSignUpOpen, oidc } = services.portal;
      return { status: 200, json: { sign_up_open: isSignUpOpen, provider: oidc?.name ?? null } satisfies Portal };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/portal/sign-in/link',
    id: 'signInByLink',
    tag,
    summary: 'Sign in by a one-time link',
    access: 'visitor',
    body: json(SignInByLink, { link: { token: 'R7fPsQ2mXb0yTn4kLw9aJc6dVe1gHu3oZi8sYx5rBqM' } }),
    answers: done,
    errors: ['sign_in_failed', 'rate_limited', 'storage_unavailable'],
    async handle(call) {
      const { sessions } = call.services.data;
      return signedIn(await sessions.signInByLink(call.body.token, call.visitor, call.services.limiter), call);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/portal/sign-in',
    id: 'signIn',
    tag,
    summary: 'Sign in by password',
    access: 'visitor',
    body: json(Credentials, { credentials: { email: 'ada@example.com', password: 'correct horse battery' } }),
    answers: done,
    errors: ['sign_in_failed', 'rate_limited', 'storage_unavailable'],
    async handle(call) {
      const { data, limiter } = call.services;
      const device = data.devices.nameOf(deviceToken(call.headers, call.isSecure), call.body.email);
      return signedIn(await data.sessions.signInByPassword(call.body, call.visitor, limiter, device), call);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/portal/sign-up',
    id: 'signUp',
    tag,
    summary: 'Make an account',
    access: 'visitor',
    body: json(Credentials, { credentials: { email: 'ada@example.com', password: 'correct horse battery' } }),
    answers: done,
    errors: ['sign_up_closed', 'rate_limited', 'invalid_request', 'storage_unavailable'],
    async handle(call) {
      const { data, limiter, portal } = call.services;
      if (!portal.isSignUpOpen) throw new ServiceError('sign_up_closed');
      await throttle(limiter, `sign-up:${call.visitor.address}`, SIGN_UP_RATE);
      const { email, password } = call.body;
      const account = await data.accounts.create({ email, passwordHash: await hashPassword(password) });
      return signedIn(await data.sessions.begin(account.id, 'password'), call);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/portal/session',
    id: 'getSession',
    tag,
    summary: 'Who is signed in',
    access: 'session',
    answers: answer(Session, {
      email: 'ada@example.com',
      plan: 'free',
      credits: 48,
      plan_credits: 50,
      period_end: 1734825600,
      locale: 'en-US',
      has_password: true,
      by_link: false,
      csrf_token: 'R7fPsQ2mXb0yTn4kLw9aJc6dVe1gHu3oZi8sYx5rBqM',
    }),
    errors: [],
    async handle({ account, headers, isSecure, services: { data } }) {
      const isKnown = data.devices.nameOf(deviceToken(headers, isSecure), account.email) !== undefined;
      const [current, hasPassword] = await Promise.all([
        data.accounts.get(account.accountId),
        data.sessions.hasPassword(account.accountId),
      ]);
      if (!current) throw new ServiceError('not_signed_in');
      return {
        status: 200,
        json: {
          email: current.email,
          plan: current.plan,
          credits: current.credits,
          plan_credits: account.plan.credits,
          period_end: current.periodEnd,
          locale: current.locale,
          has_password: hasPassword,
          by_link: account.byLink,
          csrf_token: account.csrfToken,
        } satisfies Session,
        ...(!isKnown && { headers: { 'Set-Cookie': deviceCookie(data.devices.issue(account.email), isSecure) } }),
      };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/portal/session',
    id: 'signOut',
    tag,
    summary: 'Sign out',
    access: 'session',
    answers: done,
    errors: [],
    async handle({ account, isSecure, services }) {
      await services.data.sessions.end(account.sessionId);
      return { status: 204, headers: { 'Set-Cookie': sessionCookie(undefined, isSecure) } };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/portal/sessions',
    id: 'signOutEverywhere',
    tag,
    summary: 'Sign out everywhere',
    access: 'session',
    answers: done,
    errors: [],
    async handle({ account, isSecure, services }) {
      await services.data.sessions.endAll(account.accountId);
      return { status: 204, headers: { 'Set-Cookie': sessionCookie(undefined, isSecure) } };
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/portal/password',
    id: 'changePassword',
    tag,
    summary: 'Set or change the password',
    access: 'session',
    body: json(PasswordChange, { change: { current: 'correct horse battery', password: 'staple correct horse' } }),
    answers: done,
    errors: ['sign_in_failed', 'invalid_request', 'rate_limited'],
    async handle({ account, body: { current, password }, services: { data, limiter } }) {
      await data.sessions.changePassword(account, { current, password }, limiter);
      return { status: 204 };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/portal/sign-ins',
    id: 'listSignIns',
    tag,
    summary: 'Recent sign-ins',
    access: 'session',
    answers: answer(Type.Array(SignIn), []),
    errors: [],
    async handle({ account, services }) {
      return { status: 200, json: await services.data.sessions.signIns(account.accountId) };
    },
  }),
];
