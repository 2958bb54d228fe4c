import { useMemo, useState } from 'react';
import { api, type DraftSummary, type Session, type Usage } from '../api.js';
import { Button, Empty, formatBytes, formatNumber, Loading, PageHead, Problem, Time, useLoaded } from '../parts.js';
import { type RenderEntry, rendersCsv } from '../renders-csv.js';

export function UsagePage({ session }: { readonly session: Session }) {
  const [filter, setFilter] = useState<Filter>(ALL);
  const load = () => Promise.all([api.usage(filter), api.session(), api.templates()]);
  const { value, error, reload } = useLoaded(load, [filter]);
  const [usage, current, templates] = value ?? [undefined, session, []];
  return (
    <>
      <PageHead title="Usage">
        <Button onClick={reload}>Reload</Button>
      </PageHead>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {!usage && error === undefined && <Loading what="the usage" />}
      {usage && (
        <>
          <Stats session={current} usage={usage} />
          <section className="card">
            <h2>Renders a day</h2>
            <Chart days={usage.days} />
          </section>
          <Renders renders={usage.renders} templates={templates} filter={filter} setFilter={setFilter} />
        </>
      )}
    </>
  );
}

function Stats({ session, usage }: { readonly session: Session; readonly usage: Usage }) {
  const sum = (pick: (day: Usage['days'][number]) => number) => usage.days.reduce((total, day) => total + pick(day), 0);
  const isUnlimited = session.plan_credits >= 1e9;
  return (
    <dl className="stats">
      <div className="card stat">
        <dt>Credits left</dt>
        <dd data-credits={session.credits}>{isUnlimited ? 'no limit' : formatNumber(session.credits)}</dd>
        {!isUnlimited && <dd className="note">of {formatNumber(session.plan_credits)}</dd>}
      </div>
      <div className="card stat">
        <dt>Period ends</dt>
        <dd>
          <Time at={session.period_end} />
        </dd>
      </div>
      <div className="card stat">
        <dt>PDFs in 30 days</dt>
        <dd data-renders={sum((day) => day.succeeded)}>{formatNumber(sum((day) => day.succeeded))}</dd>
      </div>
      <div className="card stat">
        <dt>Pages in 30 days</dt>
        <dd>{formatNumber(sum((day) => day.pages))}</dd>
      </div>
    </dl>
  );
}

const WIDTH = 900;
const HEIGHT = 200;
const BOTTOM = 22;
const LEFT = 44;

/** The next of 2, 4, 10, 20, 40, 100, …, whose halves are whole. */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 4, 10].map((factor) => factor * power).find((nice) => nice >= value && nice > 1) ?? value;
}

function Chart({ days }: { readonly days: Usage['days'] }) {
  const maximum = niceMaximum(Math.max(1, ...days.map(({ succeeded, failed }) => succeeded + failed)));
  const step = (WIDTH - LEFT) / days.length;
  const scale = (HEIGHT - BOTTOM - 8) / maximum;
  const base = HEIGHT - BOTTOM;
  return (
    <>
      <svg
        className="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Renders of the last 30 days; the table below has the numbers"
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={LEFT} x2={WIDTH} y1={base - part * maximum * scale} y2={base - part * maximum * scale} />
            <text x={LEFT - 8} y={base - part * maximum * scale + 4} textAnchor="end">
              {formatNumber(part * maximum)}
            </text>
          </g>
        ))}
        {days.map(({ day, succeeded, failed }, index) => (
          <g key={day}>
            <title>{`${day}: ${succeeded} rendered, ${failed} failed`}</title>
            <rect
              className="succeeded"
              x={LEFT + index * step + step * 0.15}
              width={step * 0.7}
              y={base - succeeded * scale}
              height={succeeded * scale}
              rx={2}
            />
            <rect
              className="failed"
              x={LEFT + index * step + step * 0.15}
              width={step * 0.7}
              y={base - (succeeded + failed) * scale}
              height={failed * scale}
            />
            {index % 5 === 4 && (
              <text x={LEFT + (index + 0.85) * step} y={HEIGHT - 4} textAnchor="end">
                {day.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary className="note">Numbers by day</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="number">
                Rendered
              </th>
              <th scope="col" className="number">
                Failed
              </th>
              <th scope="col" className="number">
                Pages
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                <td className="number">{formatNumber(day.succeeded)}</td>
                <td className="number">{formatNumber(day.failed)}</td>
                <td className="number">{formatNumber(day.pages)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

const STATES = { committed: 'rendered', refunded: 'failed', reserved: 'running' } as const;
const PERIODS = { 1: '24 hours', 7: '7 days', 30: '30 days' } as const;
/** Of the server, which has more renders than it lists. Empty: all. */
type Filter = Readonly<Record<'state' | 'template' | 'days', string>>;
const ALL: Filter = { state: '', template: '', days: '' };
const stateOf = ({ state }: RenderEntry) => STATES[state as keyof typeof STATES] ?? state;

interface RendersProps {
  readonly renders: readonly RenderEntry[];
  readonly templates: readonly DraftSummary[];
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
}

function Renders({ renders, templates, filter, setFilter }: RendersProps) {
  const [query, setQuery] = useState('');
  const found = useMemo(() => {
    const word = query.toLowerCase();
    return renders.filter(({ template, key, code, id }) =>
      [template, key, code, id].some((text) => text?.toLowerCase().includes(word)),
    );
  }, [renders, query]);
  const change = (name: keyof Filter) => (value: string) => setFilter({ ...filter, [name]: value });
  if (renders.length === 0 && filter === ALL)
    return (
      <Empty title="Nothing rendered yet">
        <p>Create an API key and try the command that comes with it: its render shows up here.</p>
      </Empty>
    );
  return (
    <section>
      <h2>Latest renders</h2>
      <div className="toolbar">
        <input
          type="search"
          className="search"
          aria-label="Filter by template, key, error or id"
          placeholder="Template, key, error or id"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Choice label="Status" all="any status" value={filter.state} options={STATES} onChange={change('state')} />
        <Choice
          label="Template"
          all="all templates"
          value={filter.template}
          options={Object.fromEntries(templates.map(({ id, name }) => [id, name]))}
          onChange={change('template')}
        />
        <Choice label="Period" all="any time" value={filter.days} options={PERIODS} onChange={change('days')} />
        <Button onClick={() => saveCsv(found)}>Download CSV</Button>
        <p className="note" role="status">
          {found.length} of {renders.length}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <div className="table-frame" tabIndex={0} role="region" aria-label="Latest renders">
        <table className="stacked">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Template</th>
              <th scope="col">Status</th>
              <th scope="col" className="number">
                Pages
              </th>
              <th scope="col" className="number">
                Size
              </th>
              <th scope="col" className="number">
                ms
              </th>
              <th scope="col" className="number">
                Diagnostics
              </th>
              <th scope="col">Key</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, 200).map((entry) => (
              <tr key={entry.id}>
                <th scope="row">
                  <Time at={entry.created_at} withTime />
                </th>
                <td data-label="Template">
                  {entry.template ? (
                    `${entry.template} v${entry.template_version}`
                  ) : (
                    <span className="note">inline</span>
                  )}
                </td>
                <td data-label="Status">
                  <span className={`badge ${{ rendered: 'good', failed: 'bad', running: '' }[stateOf(entry)]}`}>
                    {stateOf(entry)}
                  </span>{' '}
                  {entry.code && <code>{entry.code}</code>}
                </td>
                <td data-label="Pages" className="number">
                  {entry.pages ?? '–'}
                </td>
                <td data-label="Size" className="number">
                  {entry.bytes === null ? '–' : formatBytes(entry.bytes)}
                </td>
                <td data-label="ms" className="number">
                  <Milliseconds entry={entry} />
                </td>
                <td data-label="Diagnostics" className="number">
                  {entry.diagnostics ?? '–'}
                </td>
                <td data-label="Key">{entry.key ? <code>{entry.key}…</code> : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length === 0 && <p className="note">No render is like that.</p>}
      {found.length > 200 && <p className="note">The latest 200 are shown; the CSV has all {found.length}.</p>}
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** What no choice is called. */
  readonly all: string;
  readonly value: string;
  /** Names of the values. */
  readonly options: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <select className="state" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {Object.entries(options).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The time of a render; on demand by stage. */
function Milliseconds({ entry: { milliseconds, stages } }: { readonly entry: RenderEntry }) {
  if (milliseconds === null) return '–';
  const parts = Object.entries(stages ?? {});
  if (parts.length === 0) return formatNumber(milliseconds);
  return (
    <details className="stages">
      <summary>
        {formatNumber(milliseconds)}
        <span className="visually-hidden"> ms, by stage</span>
      </summary>
      <dl>
        {parts.map(([stage, part]) => (
          <div key={stage}>
            <dt>{stage}</dt>
            <dd>{part.toFixed(1)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function saveCsv(renders: readonly RenderEntry[]): void {
  const blob = new Blob([rendersCsv(renders)], { type: 'text/csv' });
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: 'renders.csv' }).click();
  URL.revokeObjectURL(url);
}
