import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, type Portal, type SignInProblem } from '../api.js';
import { Link } from '../navigation.js';
import { Button, Field, Loading, Problem } from '../parts.js';

/** Of a sign-in by the provider, which sends people back to this page. */
const PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  stale: 'The sign-in did not begin in this browser, or took too long. Try again.',
  provider: 'The sign-in provider refused the sign-in, or could not be reached. Try again, or ask the operator.',
  email: 'The sign-in provider has not verified your e-mail address. Verify it there, then try again.',
  account: 'The account with your e-mail address has a password, or belongs to somebody else: sign in by its password.',
  closed: 'You have no account here. Ask the operator of this service for one.',
  limited: 'Too many attempts. Try again in a minute.',
};

export function SignInPage({ isSignUp, onSignedIn }: { isSignUp: boolean; onSignedIn: () => Promise<void> }) {
  const [token] = useState(() => /[#&]token=([\w-]+)/.exec(location.hash)?.[1]);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(token !== undefined);
  const [problem] = useState(() => PROBLEMS[/[#&]problem=(\w+)/.exec(location.hash)?.[1] as SignInProblem]);
  const [portal, setPortal] = useState<Portal>({ sign_up_open: false, provider: null });
  const hasStarted = useRef(false);
  useEffect(() => {
    document.title = 'Sign in · Platen';
    if (/[#&]problem=/.test(location.hash)) history.replaceState(null, '', '/sign-in');
    api.portal().then(setPortal, () => undefined); // the form works without
  }, []);
  useEffect(() => {
    if (token === undefined || hasStarted.current) return;
    hasStarted.current = true;
    history.replaceState(null, '', '/sign-in'); // keeps the token out of the history
    api.signInByLink(token).then(onSignedIn, (failure) => {
      setError(failure);
      setBusy(false);
    });
  }, [token, onSignedIn]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(undefined);
    try {
      await (isSignUp ? api.signUp : api.signIn)(String(form.get('email')), String(form.get('password')));
      await onSignedIn();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  if (isBusy && error === undefined && token !== undefined) return <Loading what="your account" />;
  const title = isSignUp ? 'Make an account' : 'Sign in';
  return (
    <main className="alone">
      <div className="card sign-in">
        <div className="brand large">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" className="brand-back" />
            <path d="M10 6h9l5 5v15H10z" fill="#fff" />
            <path d="M13 15h8M13 18.500h8M13 22h5" className="brand-lines" />
          </svg>
          <span>Platen</span>
        </div>
        <h1>{title}</h1>
        {error !== undefined && <Problem error={error} />}
        {problem !== undefined && error === undefined && (
          <div className="problem" role="alert">
            <p>{problem}</p>
          </div>
        )}
        {portal.provider !== null && (
          <>
            <a className="button provider" href="/portal/sign-in/oidc">
              Continue with {portal.provider}
            </a>
            <p className="or">or</p>
          </>
        )}
        <form onSubmit={submit}>
          <Field label="E-mail address" name="email" type="email" autoComplete="username" required maxLength={254} />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete={isSignUp ? 'new-password' : 'current-password'}
            required
            {...(isSignUp && { minLength: 12, hint: 'At least 12 characters' })}
          />
          <Button look="primary" type="submit" disabled={isBusy}>
            {title}
          </Button>
        </form>
        {portal.sign_up_open && (
          <p className="note">
            {isSignUp ? (
              <Link href="/sign-in">Sign in to an account</Link>
            ) : (
              <Link href="/sign-up">Make an account</Link>
            )}
          </p>
        )}
        {!isSignUp && (
          <p className="note">
            No password yet, or forgotten? The operator prints a link that signs in once:{' '}
            <code>platen account link --email …</code>
          </p>
        )}
      </div>
    </main>
  );
}
