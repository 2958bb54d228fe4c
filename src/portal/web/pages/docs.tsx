import { type FormEvent, Fragment, useMemo, useState } from 'react';
import { Link } from '../navigation.js';
import { Button, Copyable, Empty, Loading, PageHead, Problem, useLoaded } from '../parts.js';
import { loadReference, type Reference, type Support } from '../reference.js';
import './docs.css';

const PAGES = [
  { id: 'api', label: 'API' },
  { id: 'helpers', label: 'Helpers' },
  { id: 'css', label: 'CSS support' },
  { id: 'recipes', label: 'Recipes' },
] as const;

export function DocsPage({ page }: { readonly page: string }) {
  return (
    <>
      <PageHead title="Docs" />
      <nav className="tabs" aria-label="Docs">
        {PAGES.map(({ id, label }) => (
          <Link key={id} href={`/docs/${id}`} className="tab-link" aria-current={page === id ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {page === 'helpers' ? <Helpers /> : page === 'css' ? <Css /> : page === 'recipes' ? <Recipes /> : <Api />}
    </>
  );
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters: readonly {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    example?: string;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { examples?: Readonly<Record<string, { summary: string; value: unknown }>> }>
    >;
  };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

async function loadApi(): Promise<OpenApi> {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`/openapi.json was answered with ${response.status}`);
  return response.json();
}

function Api() {
  const { value, error, reload } = useLoaded(loadApi);
  const [key, setKey] = useState('');
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading what="the API" />;
  const operations = Object.entries(value.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return (
    <>
      <section className="card">
        <p>
          Requests carry <code>Authorization: Bearer API_KEY</code>. The whole description is at{' '}
          <a href="/openapi.json">/openapi.json</a>, for generators of clients.
        </p>
        <label className="try-key">
          <span className="inline">API key for trying requests here</span>
          <input
            type="password"
            autoComplete="off"
            value={key}
            placeholder="pk_live_…"
            onChange={(event) => setKey(event.target.value.trim())}
          />
        </label>
        <p className="note">
          It stays in this page. <Link href="/keys">Create a key</Link>
        </p>
      </section>
      {value.tags.map(({ name, description }) => (
        <section key={name}>
          <h2>{name}</h2>
          <p className="note">{description}</p>
          {operations
            .filter(({ operation }) => operation.tags.includes(name))
            .map((one) => (
              <OperationDetails key={`${one.method} ${one.path}`} {...one} apiKey={key} />
            ))}
        </section>
      ))}
    </>
  );
}

interface OperationProps {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly apiKey: string;
}

function OperationDetails({ path, method, operation, apiKey }: OperationProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="operation" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={`method ${method.toLowerCase()}`}>{method}</span>
        <code>{path}</code>
        <span className="note">{operation.summary}</span>
      </summary>
      {isOpen && (
        <div className="operation-body">
          {operation.description && <p>{inline(operation.description)}</p>}
          <h3>Answers</h3>
          <dl className="answers">
            {Object.entries(operation.responses).map(([status, { description }]) => (
              <Fragment key={status}>
                <dt>
                  <code>{status}</code>
                </dt>
                <dd>{inline(description)}</dd>
              </Fragment>
            ))}
          </dl>
          <TryIt path={path} method={method} operation={operation} apiKey={apiKey} />
        </div>
      )}
    </details>
  );
}

/** Text with `code` in it. */
function inline(text: string) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}

type Result = { readonly status: number; readonly text: string; readonly pdf?: string };

function TryIt({ path, method, operation, apiKey }: OperationProps) {
  const json = operation.requestBody?.content['application/json'];
  const example = Object.values(json?.examples ?? {})[0]?.value;
  const [body, setBody] = useState(example === undefined ? '' : JSON.stringify(example, null, 2));
  const [result, setResult] = useState<Result>();
  const needsFile = operation.requestBody !== undefined && json === undefined;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const value = (name: string) => encodeURIComponent(String(form.get(name) ?? ''));
    const query = operation.parameters.filter((one) => one.in === 'query' && form.get(one.name));
    const target =
      path.replace(/\{(.+?)\}/g, (_, name: string) => value(name)) +
      (query.length > 0 ? `?${query.map(({ name }) => `${name}=${value(name)}`).join('&')}` : '');
    const file = form.get('file');
    setResult(undefined);
    try {
      const response = await fetch(target, {
        method,
        credentials: 'omit',
        headers: {
          ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
          ...(json && { 'Content-Type': 'application/json' }),
        },
        ...(json ? { body } : needsFile && file instanceof File && { body: file }),
      });
      setResult(await readResult(response));
    } catch (error) {
      setResult({ status: 0, text: (error as Error).message });
    }
  };
  return (
    <form onSubmit={send}>
      <h3>Try it</h3>
      {operation.parameters
        .filter((one) => one.in !== 'header')
        .map(({ name, required, description, example: sample }) => (
          <label key={name} className="field">
            <span className="inline">{name}</span>
            <input name={name} required={required} placeholder={sample ?? description ?? ''} />
          </label>
        ))}
      {json && (
        <label className="field">
          <span className="inline">Body</span>
          <textarea
            rows={Math.min(14, body.split('\n').length + 1)}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </label>
      )}
      {needsFile && (
        <label className="field">
          <span className="inline">Image</span>
          <input type="file" name="file" accept="image/png,image/jpeg" required />
        </label>
      )}
      <Button type="submit" look="primary">
        Send
      </Button>
      <div role="status">
        {result && (
          <>
            <p>
              <span className={`badge ${result.status > 0 && result.status < 400 ? 'good' : 'bad'}`}>
                {result.status}
              </span>
              {result.pdf && (
                <a href={result.pdf} download="document.pdf">
                  Save the PDF
                </a>
              )}
            </p>
            {result.text && <Copyable text={result.text} label="the answer" />}
          </>
        )}
      </div>
    </form>
  );
}

async function readResult(response: Response): Promise<Result> {
  const { status } = response;
  if (response.headers.get('content-type') === 'application/pdf') {
    const blob = await response.blob();
    const facts = ['x-pages', 'x-diagnostics', 'x-credits-remaining'].map(
      (name) => `${name}: ${response.headers.get(name)}`,
    );
    return { status, text: facts.join('\n'), pdf: URL.createObjectURL(blob) };
  }
  const text = await response.text();
  try {
    return { status, text: JSON.stringify(JSON.parse(text), null, 2) };
  } catch {
    return { status, text };
  }
}

function Helpers() {
  const { value, error, reload } = useLoaded(loadReference);
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading what="the helpers" />;
  return (
    <>
      {value.helperDocs.map(({ title, text, rows }) => (
        <section key={title} className="card">
          <h2>{title}</h2>
          {text && <p>{inline(text)}</p>}
          {rows.length > 0 && (
            <div className="table-frame">
              <table>
                <tbody>
                  {rows.map(([call = '', prints = '']) => (
                    <tr key={call}>
                      <td>{inline(call)}</td>
                      <td>{inline(prints)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      ))}
    </>
  );
}

const LEVELS: Readonly<Record<Support, readonly [label: string, look: string]>> = {
  full: ['yes', 'good'],
  partial: ['in part', 'warn'],
  none: ['no', 'bad'],
  'no-effect': ['no effect in print', ''],
};

function Css() {
  const { value, error, reload } = useLoaded<Reference>(loadReference);
  const [query, setQuery] = useState('');
  const [level, setLevel] = useState('');
  const found = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return value?.properties.filter(
      ({ name, support, note }) =>
        (level === '' || support === level) && words.every((word) => name.includes(word) || note.includes(word)),
    );
  }, [value, query, level]);
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value || !found) return <Loading what="the properties" />;
  return (
    <>
      <div className="toolbar" role="search">
        <input
          type="search"
          className="search"
          aria-label="Search properties"
          placeholder="break-inside, grid, shadow …"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <select className="state" aria-label="Support" value={level} onChange={(event) => setLevel(event.target.value)}>
          <option value="">all</option>
          {Object.entries(LEVELS).map(([name, [label]]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <p className="note" role="status">
          {found.length} of {value.properties.length} properties
        </p>
      </div>
      {found.length === 0 ? (
        <Empty title="Nothing found">
          <p>Properties that are not in the table are not supported: a document that uses one gets a diagnostic.</p>
        </Empty>
      ) : (
        <div className="table-frame">
          <table>
            <thead>
              <tr>
                <th scope="col">Property</th>
                <th scope="col">Supported</th>
                <th scope="col">Notes</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ name, support, spec, note }) => (
                <tr key={name}>
                  <th scope="row">
                    {spec ? (
                      <a href={`https://drafts.csswg.org/${spec}`} rel="noreferrer noopener" target="_blank">
                        <code>{name}</code>
                      </a>
                    ) : (
                      <code>{name}</code>
                    )}
                  </th>
                  <td>
                    <span className={`badge ${LEVELS[support][1]}`}>{LEVELS[support][0]}</span>
                  </td>
                  <td className="note">{note}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

const RECIPES = [
  {
    title: 'Page numbers in the margin',
    code: '@page {\n  size: A4;\n  margin: 2cm;\n  @bottom-right { content: "Page " counter(page) " of " counter(pages) }\n}',
  },
  {
    title: 'A header that repeats, with markup',
    code: '<style>\n  header { position: running(top) }\n  @page { @top-left { content: element(top) } }\n</style>\n<header><strong>{{company}}</strong></header>',
  },
  {
    title: 'A table whose head repeats and whose rows stay whole',
    code: '<style>\n  tr { break-inside: avoid }\n</style>\n<table>\n  <thead><tr><th>Item</th><th>Price</th></tr></thead>\n  {{#each items}}\n    <tr><td>{{name}}</td><td>{{currency price "EUR"}}</td></tr>\n  {{/each}}\n</table>',
  },
  {
    title: 'A chapter on a new right-hand page',
    code: 'h1 { break-before: right }',
  },
  {
    title: 'A table of contents with page numbers',
    code: '<style>\n  .contents a::after { content: leader(".") target-counter(attr(href), page) }\n</style>\n<ul class="contents">\n  <li><a href="#terms">Terms</a></li>\n</ul>\n<h2 id="terms">Terms</h2>',
  },
  {
    title: 'A QR code',
    code: '{{qr payment.link size=28 level="M"}}',
  },
] as const;

function Recipes() {
  return (
    <>
      {RECIPES.map(({ title, code }) => (
        <section key={title}>
          <h2>{title}</h2>
          <Copyable text={code} label={title} />
        </section>
      ))}
    </>
  );
}
