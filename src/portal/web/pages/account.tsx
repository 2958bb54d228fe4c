import { type FormEvent, useState } from 'react';
import { api, type Session } from '../api.js';
import { Button, Confirm, Field, Loading, PageHead, Problem, Time, useLoaded } from '../parts.js';

const METHODS: Readonly<Record<string, string>> = {
  link: 'one-time link',
  password: 'password',
  oidc: 'sign-in provider',
};

export function AccountPage({ session, reload }: { readonly session: Session; readonly reload: () => Promise<void> }) {
  const [isEverywhere, setEverywhere] = useState(false);
  const signOut = async () => {
    await api.signOut().catch(() => undefined); // the reload shows what holds
    await reload();
  };
  return (
    <>
      <PageHead title="Account" lead={session.email}>
        <Button onClick={signOut}>Sign out</Button>
      </PageHead>
      <div className="columns">
        <PasswordCard session={session} reload={reload} />
        <section className="card">
          <h2>Sessions</h2>
          <p>Somebody else may be signed in to this account, or a device is lost? End all sessions.</p>
          <Button onClick={() => setEverywhere(true)}>Sign out everywhere</Button>
        </section>
      </div>
      <SignIns />
      {isEverywhere && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onClose={() => setEverywhere(false)}
          run={async () => {
            await api.signOutEverywhere();
            await reload();
          }}
        >
          <p>All sessions of this account end, this one too. API keys keep working.</p>
        </Confirm>
      )}
    </>
  );
}

function PasswordCard({ session, reload }: { readonly session: Session; readonly reload: () => Promise<void> }) {
  const [error, setError] = useState<unknown>();
  const [isDone, setDone] = useState(false);
  const needsCurrent = session.has_password && !session.by_link;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setDone(false);
    setError(undefined);
    try {
      await api.changePassword(
        needsCurrent ? String(values.get('current')) : undefined,
        String(values.get('password')),
      );
      form.reset();
      setDone(true);
      await reload();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <section className="card">
      <h2>{session.has_password ? 'Change the password' : 'Set a password'}</h2>
      <form onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={session.email} />
        {needsCurrent && (
          <Field label="Current password" name="current" type="password" autoComplete="current-password" required />
        )}
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={256}
          required
          hint="At least 12 characters. All other sessions end."
        />
        {error !== undefined && <Problem error={error} />}
        <Button look="primary" type="submit">
          {session.has_password ? 'Change it' : 'Set it'}
        </Button>
        <p role="status" className="note">
          {isDone ? 'The password is set.' : ''}
        </p>
      </form>
    </section>
  );
}

function SignIns() {
  const { value, error, reload } = useLoaded(api.signIns);
  return (
    <section>
      <h2>Recent sign-ins</h2>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {!value && error === undefined && <Loading what="the sign-ins" />}
      {value && (
        <div className="table-frame">
          <table className="stacked">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">How</th>
                <th scope="col">From</th>
                <th scope="col">Browser</th>
              </tr>
            </thead>
            <tbody>
              {value.map((entry) => (
                <tr key={`${entry.created_at} ${entry.address} ${entry.method} ${entry.succeeded}`}>
                  <th scope="row">
                    <Time at={entry.created_at} withTime />
                  </th>
                  <td data-label="How">
                    {METHODS[entry.method] ?? entry.method}
                    {!entry.succeeded && <span className="badge bad">failed</span>}
                  </td>
                  <td data-label="From">
                    <code>{entry.address}</code>
                  </td>
                  <td data-label="Browser" className="ellipsis">
                    {entry.user_agent || '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
