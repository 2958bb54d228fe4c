/** Batches of the account: how far they are, what failed, and their results. */

import { useEffect, useState } from 'react';
import { api, type Batch, type BatchEntry } from '../api.js';
import { Link } from '../navigation.js';
import { Button, Confirm, Empty, formatNumber, Loading, PageHead, Problem, Time, useLoaded } from '../parts.js';
import './batches.css';

/** Milliseconds between looks at batches that run. */
const INTERVAL = 1000;

const LOOKS: Readonly<Record<BatchEntry['status'], string>> = {
  queued: '',
  running: '',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
};

const isRunning = ({ status }: BatchEntry) => status === 'queued' || status === 'running';

export function BatchesPage() {
  const { value, error, reload } = useLoaded(() => Promise.all([api.batches(), api.templates()]));
  const [batches, templates] = value ?? [];
  const [cancelling, setCancelling] = useState<BatchEntry>();
  const runs = batches?.some(isRunning) ?? false;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(reload, INTERVAL);
    return () => clearInterval(timer);
  }, [runs, reload]);
  const names = new Map(templates?.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHead title="Batches" lead="One template, rendered for many records.">
        <Button onClick={reload}>Reload</Button>
      </PageHead>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {!batches && error === undefined && <Loading what="the batches" />}
      {batches?.length === 0 && (
        <Empty title="No batches yet">
          <p>
            Send records to <code>POST /v1/batches</code>: as JSON, NDJSON or CSV, up to 1,000,000 at once. Their
            progress and results show up here.
          </p>
          <Link className="button" href="/docs/api">
            API reference
          </Link>
        </Empty>
      )}
      <ul className="batches">
        {batches?.map((batch) => (
          <li key={batch.id} className="card batch">
            <Entry
              batch={batch}
              name={
                batch.template_id === null ? 'Inline template' : (names.get(batch.template_id) ?? 'Deleted template')
              }
              reload={reload}
              onCancel={() => setCancelling(batch)}
            />
          </li>
        ))}
      </ul>
      {cancelling && (
        <Confirm
          title="Cancel the batch?"
          action="Cancel the batch"
          onClose={() => setCancelling(undefined)}
          run={async () => {
            await api.cancelBatch(cancelling.id);
            reload();
          }}
        >
          <p>Records without a result are not rendered, and their credits are refunded. PDFs that exist are kept.</p>
        </Confirm>
      )}
    </>
  );
}

interface EntryProps {
  readonly batch: BatchEntry;
  readonly name: string;
  readonly reload: () => void;
  readonly onCancel: () => void;
}

function Entry({ batch, name, reload, onCancel }: EntryProps) {
  const [failure, setFailure] = useState<unknown>();
  const { succeeded, failed, cancelled, total } = batch;
  const done = succeeded + failed + cancelled;
  const retry = async () => {
    try {
      await api.retryBatch(batch.id);
      setFailure(undefined);
      reload();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <div className="batch-head">
        <h2>{name}</h2>
        <span className={`badge ${LOOKS[batch.status]}`}>{batch.status}</span>
        <span className="note">
          <Time at={batch.created_at} withTime />
        </span>
        <div className="end">
          {isRunning(batch) && (
            <Button onClick={onCancel} aria-label={`Cancel ${name}`}>
              Cancel
            </Button>
          )}
          {!isRunning(batch) && failed > 0 && (
            <Button onClick={retry} title="Renders them again; they cost credits if they succeed">
              Retry {formatNumber(failed)} failed
            </Button>
          )}
        </div>
      </div>
      <progress max={total} value={done} aria-label={`Progress of ${name}`} />
      <p className="note batch-facts">
        {formatNumber(done)} of {formatNumber(total)} records · {formatNumber(succeeded)} PDFs ·{' '}
        {formatNumber(batch.pages)} pages
        {failed > 0 && ` · ${formatNumber(failed)} failed`}
        {cancelled > 0 && ` · ${formatNumber(cancelled)} cancelled`}
        {batch.rate > 0 && ` · ${formatNumber(batch.rate)} a second`}
      </p>
      {failure !== undefined && <Problem error={failure} />}
      {!isRunning(batch) && <Results key={`${batch.finished_at} ${failed}`} id={batch.id} />}
    </>
  );
}

/** Loaded when it is opened: the links expire, and errors are long. */
function Results({ id }: { readonly id: string }) {
  const [batch, setBatch] = useState<Batch>();
  const [failure, setFailure] = useState<unknown>();
  const load = (isOpen: boolean) => {
    if (isOpen) api.batch(id).then(setBatch, setFailure);
  };
  return (
    <details onToggle={(event) => load(event.currentTarget.open)}>
      <summary>Results</summary>
      {failure !== undefined && <Problem error={failure} />}
      {!batch && failure === undefined && <Loading what="the results" />}
      {batch?.links && (
        <p className="batch-links">
          {batch.succeeded > 0 && (
            <a className="button" href={batch.links.archive}>
              All PDFs (ZIP)
            </a>
          )}
          {batch.output === 'merged' && batch.links.pdf && (
            <a className="button" href={batch.links.pdf}>
              One PDF
            </a>
          )}
          <a className="button" href={batch.links.manifest} download={`${id}.ndjson`}>
            Manifest (NDJSON)
          </a>
          <span className="note">
            until <Time at={batch.expires_at!} withTime />
          </span>
        </p>
      )}
      {batch && batch.errors.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Record</th>
              <th scope="col">Error</th>
            </tr>
          </thead>
          <tbody>
            {batch.errors.map(({ record, code, message }) => (
              <tr key={record}>
                <th scope="row">{formatNumber(record)}</th>
                <td>
                  <code>{code}</code> {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {batch && batch.failed > batch.errors.length && <p className="note">The manifest has all errors.</p>}
    </details>
  );
}
