import { type FormEvent, useState } from 'react';
import { api, type Key, type NewKey } from '../api.js';
import {
  Button,
  Confirm,
  Copyable,
  Dialog,
  Empty,
  Field,
  Loading,
  PageHead,
  Problem,
  Time,
  useLoaded,
} from '../parts.js';

export function KeysPage() {
  const { value: keys, error, reload } = useLoaded(api.keys);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<NewKey>();
  const [revoking, setRevoking] = useState<Key>();
  const [revoked, setRevoked] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const change = async (key: Key, urgency: number | null) => {
    try {
      await api.changeKey(key.id, urgency);
      setFailure(undefined);
      reload();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <PageHead title="API keys" lead="Programs send one with each request. Give each program its own.">
        <Button look="primary" onClick={() => setCreating(true)}>
          Create a key
        </Button>
      </PageHead>
      {made && <NewKeyCard made={made} onDone={() => setMade(undefined)} />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {!keys && error === undefined && <Loading what="the keys" />}
      {keys?.length === 0 && !made && (
        <Empty title="No keys yet">
          <p>Create one to render documents from your program. The key is shown once, with a command to try it.</p>
        </Empty>
      )}
      {failure !== undefined && <Problem error={failure} />}
      {keys && keys.length > 0 && <KeyTable keys={keys} revoked={revoked} revoke={setRevoking} change={change} />}
      {isCreating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onMade={(key) => {
            setMade(key);
            setCreating(false);
            reload();
          }}
        />
      )}
      {revoking && (
        <Confirm
          title={`Revoke ${revoking.name || revoking.prefix}?`}
          action="Revoke the key"
          onClose={() => setRevoking(undefined)}
          run={async () => {
            await api.revokeKey(revoking.id);
            setRevoked(revoking.id);
            reload();
          }}
        >
          <p>
            Programs that use <code>{revoking.prefix}…</code> are refused at once. This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** Names of urgencies, by what they do. */
const PRIORITIES: readonly (readonly [value: string, label: string])[] = [
  ['0', '0, first'],
  ['1', '1'],
  ['2', '2'],
  ['', 'normal'],
  ['4', '4'],
  ['5', '5'],
  ['6', '6'],
  ['7', '7, last'],
];

interface KeyTableProps {
  readonly keys: readonly Key[];
  /** The id of the one that was revoked just now: its button, which had the focus, is gone. */
  readonly revoked: string | undefined;
  readonly revoke: (key: Key) => void;
  readonly change: (key: Key, urgency: number | null) => void;
}

const focus = (element: HTMLElement | null) => element?.focus();

function KeyTable({ keys, revoked, revoke, change }: KeyTableProps) {
  return (
    <div className="table-frame">
      <table className="stacked">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            <th scope="col">Priority</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id} className={key.revoked_at === null ? '' : 'revoked'}>
              <th scope="row">{key.name || <span className="note">without a name</span>}</th>
              <td data-label="Key">
                <code>{key.prefix}…</code>
              </td>
              <td data-label="Priority">
                <select
                  className="state"
                  aria-label={`Priority of ${key.name || key.prefix}`}
                  title="Of requests without a Priority header, among those of this account"
                  disabled={key.revoked_at !== null}
                  value={key.urgency === null || key.urgency === 3 ? '' : String(key.urgency)}
                  onChange={({ target }) => change(key, target.value === '' ? null : Number(target.value))}
                >
                  {PRIORITIES.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </td>
              <td data-label="Created">
                <Time at={key.created_at} />
              </td>
              <td data-label="Last used">
                {key.last_used_at === null ? (
                  <span className="note">never</span>
                ) : (
                  <Time at={key.last_used_at} withTime />
                )}
              </td>
              <td className="end">
                {key.revoked_at === null ? (
                  <Button look="quiet" onClick={() => revoke(key)} aria-label={`Revoke ${key.name || key.prefix}`}>
                    Revoke
                  </Button>
                ) : (
                  <span className="badge" {...(key.id === revoked && { tabIndex: -1, ref: focus })}>
                    revoked <Time at={key.revoked_at} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CreateDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: NewKey) => void }) {
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      onMade(await api.createKey(String(new FormData(event.currentTarget).get('name'))));
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Name" name="name" maxLength={100} autoFocus hint="The program that uses it, e.g. “web shop”" />
        {error !== undefined && <Problem error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;

function exampleOf(language: (typeof LANGUAGES)[number], key: string): string {
  const url = `${location.origin}/v1/render`;
  if (language === 'curl')
    return `curl -fsS ${url} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"html": "<h1>Hello {{name}}</h1>", "data": {"name": "world"}}' \\
  -o hello.pdf`;
  if (language === 'TypeScript')
    return `import { writeFile } from 'node:fs/promises';

const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${key}', 'Content-Type': 'application/json' },
  body: JSON.stringify({ html: '<h1>Hello {{name}}</h1>', data: { name: 'world' } }),
});
if (!response.ok) throw new Error(await response.text());
await writeFile('hello.pdf', new Uint8Array(await response.arrayBuffer()));`;
  return `import json, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"html": "<h1>Hello {{name}}</h1>", "data": {"name": "world"}}).encode(),
    headers={"Authorization": "Bearer ${key}", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response, open("hello.pdf", "wb") as file:
    file.write(response.read())`;
}

function NewKeyCard({ made, onDone }: { readonly made: NewKey; readonly onDone: () => void }) {
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('curl');
  return (
    <section className="card highlight" aria-labelledby="new-key">
      <h2 id="new-key">Your new key</h2>
      <p>Copy it now: it is not shown again.</p>
      <Copyable text={made.key} label="the key" isSecret />
      <div className="tabs" role="group" aria-label="Language of the example">
        {LANGUAGES.map((name) => (
          <button key={name} type="button" aria-pressed={name === language} onClick={() => setLanguage(name)}>
            {name}
          </button>
        ))}
      </div>
      <Copyable text={exampleOf(language, made.key)} label={`the example in ${language}`} />
      <Button onClick={onDone}>I have copied it</Button>
    </section>
  );
}
