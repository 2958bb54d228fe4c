/** The editor with the pages beside it, for templates of an account and for files of the disk. */

import type { EditorView } from '@codemirror/view';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts.js';
import { loadPdfJs } from '../pdf.js';
import type { Reference } from '../reference.js';
import type { Diagnostic, PreviewRequest } from '../requests.js';
import { goTo, type Mark, openDataEditor, openTemplateEditor, replaceText, showMarks } from './code.js';
import { type DataProblem, dataError } from './data-problems.js';
import type { Options } from './options.js';
import { Pages } from './pages.js';
import { type RequestPreview, usePreview } from './use-preview.js';
import './workbench.css';

export interface Draft {
  readonly source: string;
  /** JSON. */
  readonly data: string;
  readonly locale: string;
  readonly standard: readonly string[];
  readonly options: Options;
}

export function isSameDraft(left: Draft, right: Draft): boolean {
  const { source, data, locale } = left;
  return (
    source === right.source &&
    data === right.data &&
    locale === right.locale &&
    left.standard.join() === right.standard.join() &&
    JSON.stringify(left.options) === JSON.stringify(right.options)
  );
}

interface WorkbenchProps {
  readonly draft: Draft;
  readonly reference: Reference;
  readonly onChange: (draft: Draft) => void;
  readonly ask: RequestPreview;
  /** Name of a downloaded PDF, without extension. */
  readonly name: string;
  /** Whether unsupported features are refused at first; default false. */
  readonly strict?: boolean;
  /** Changes when something changed besides the draft, so that another preview is needed. */
  readonly revision?: number;
  /** Title and actions. */
  readonly children: ReactNode;
}

type Side = 'source' | 'data';
const ZOOMS = [0, 0.5, 0.75, 1, 1.5, 2] as const;

export function Workbench({
  draft,
  reference,
  onChange,
  ask,
  name,
  strict = false,
  revision = 0,
  children,
}: WorkbenchProps) {
  const [side, setSide] = useState<Side>('source');
  const [isStrict, setStrict] = useState(strict);
  const [showsNotices, setNotices] = useState(false);
  const [zoom, setZoom] = useState(0);
  const [cursor, setCursor] = useState<readonly number[]>([]);
  const [view, setView] = useState<'code' | 'pages'>('code');
  const editors = useRef<Partial<Record<Side, EditorView>>>({});
  const problem = useMemo(() => dataError(draft.data), [draft.data]);
  const localeProblem = useMemo(() => (isLocale(draft.locale) ? undefined : 'no BCP 47 language tag'), [draft.locale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is to be asked for again
  const request = useMemo<PreviewRequest | undefined>(() => {
    if (problem !== undefined || localeProblem !== undefined) return undefined;
    return {
      html: draft.source,
      data: JSON.parse(draft.data),
      strict: isStrict,
      ...(showsNotices && { notices: true }),
      standard: draft.standard,
      ...draft.options,
      ...(draft.locale && { locale: draft.locale }),
    };
  }, [draft, isStrict, showsNotices, problem, localeProblem, revision]);
  const { preview, error, isRunning, took } = usePreview(request, ask);
  const diagnostics = error ? (error.diagnostics ?? []) : (preview?.diagnostics ?? []);
  useEffect(() => {
    void loadPdfJs();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks belong to an answer, and move with the text
  useEffect(() => {
    if (editors.current.source) showMarks(editors.current.source, marksOf(draft.source, diagnostics, error?.message));
  }, [preview, error]);
  const latest = useRef(draft);
  latest.current = draft;
  const change = useCallback((part: Partial<Draft>) => onChange({ ...latest.current, ...part }), [onChange]);
  const show = useCallback((side: Side, offset: number) => {
    // The editor must be visible to scroll.
    flushSync(() => {
      setSide(side);
      setView('code');
    });
    const editor = editors.current[side];
    if (editor) goTo(editor, offset);
  }, []);
  const pick = useCallback((offset: number) => show('source', offset), [show]);
  const download = () => {
    if (!preview) return;
    const url = URL.createObjectURL(new Blob([preview.pdf], { type: 'application/pdf' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name || 'document'}.pdf` });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="workbench" data-view={view}>
      <div className="workbench-head">{children}</div>
      <div className="workbench-switch tabs" role="group" aria-label="Show">
        <button type="button" aria-pressed={view === 'code'} onClick={() => setView('code')}>
          Write
        </button>
        <button type="button" aria-pressed={view === 'pages'} onClick={() => setView('pages')}>
          Preview
        </button>
      </div>
      <section className="workbench-code" aria-label="Editor">
        <div className="pane-bar">
          <div className="tabs" role="group" aria-label="Edit">
            <button type="button" aria-pressed={side === 'source'} onClick={() => setSide('source')}>
              Template
            </button>
            <button type="button" aria-pressed={side === 'data'} onClick={() => setSide('data')}>
              Sample data{problem && ' ⚠'}
            </button>
          </div>
          <div className="pane-tools">
            <label className="inline-field">
              <span>Locale</span>
              <input
                type="text"
                className="locale"
                value={draft.locale}
                placeholder="en-US"
                spellCheck={false}
                aria-invalid={localeProblem ? true : undefined}
                onChange={(event) => change({ locale: event.target.value.trim() })}
              />
            </label>
            <StandardField value={draft.standard} onChange={(standard) => change({ standard })} />
            <label className="inline-field">
              <input type="checkbox" checked={isStrict} onChange={(event) => setStrict(event.target.checked)} />
              <span>Strict</span>
            </label>
            <label className="inline-field">
              <input type="checkbox" checked={showsNotices} onChange={(event) => setNotices(event.target.checked)} />
              <span>Notices</span>
            </label>
          </div>
        </div>
        <div className="pane-body">
          <Code
            kind="source"
            isHidden={side !== 'source'}
            text={draft.source}
            onChange={(source) => change({ source })}
            onCursor={setCursor}
            onOpen={(view) => {
              editors.current.source = view;
            }}
            open={(options) => openTemplateEditor(options, reference, () => parsed(latest.current.data))}
          />
          <Code
            kind="data"
            isHidden={side !== 'data'}
            text={draft.data}
            onChange={(data) => change({ data })}
            onOpen={(view) => {
              editors.current.data = view;
            }}
            open={openDataEditor}
          />
        </div>
        <Findings
          source={draft.source}
          diagnostics={diagnostics}
          notices={(!error && preview?.notices) || []}
          error={problem ? undefined : error?.message}
          isFresh={preview !== undefined || error !== undefined}
          onPick={pick}
          problem={problem}
          onPickData={(offset) => show('data', offset)}
        />
      </section>
      <section className="workbench-pages" aria-label="Pages">
        <div className="pane-bar">
          <p className="note" role="status" data-preview={isRunning ? 'running' : 'idle'}>
            {describe(preview?.pages, isRunning, took, error !== undefined)}
          </p>
          <div className="pane-tools">
            <label className="inline-field">
              <span className="visually-hidden">Zoom</span>
              <select value={zoom} onChange={(event) => setZoom(Number(event.target.value))}>
                {ZOOMS.map((value) => (
                  <option key={value} value={value}>
                    {value === 0 ? 'Fit' : `${value * 100}%`}
                  </option>
                ))}
              </select>
            </label>
            <Button onClick={download} disabled={!preview}>
              Download
            </Button>
          </div>
        </div>
        <Pages preview={preview} zoom={zoom} cursor={cursor} onPick={pick} onDrawn={markDrawn} />
        {!preview && !error && (
          <p className="pages-wait note">
            <span className="spinner" aria-hidden="true" /> The first page is on its way
          </p>
        )}
      </section>
    </div>
  );
}

const ARCHIVE_LEVELS = ['2b', '2u', '2a', '3b', '3u', '3a'].map((level) => `pdf/a-${level}`);
const UA = 'pdf/ua-1';
/** Joined by commas. Level a and PDF/UA ask for the same tags, so that they are often wanted together. */
const STANDARD_CHOICES = [...ARCHIVE_LEVELS, UA, `pdf/a-2a,${UA}`, `pdf/a-3a,${UA}`];

function StandardField({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (standard: readonly string[]) => void;
}) {
  const chosen = value.join(',');
  const isListed = chosen === '' || STANDARD_CHOICES.includes(chosen);
  const choices = isListed ? STANDARD_CHOICES : [...STANDARD_CHOICES, chosen];
  return (
    <label className="inline-field">
      <span>Standard</span>
      <select
        className="standard"
        value={chosen}
        onChange={(event) => onChange(event.target.value.split(',').filter(Boolean))}
      >
        <option value="">none</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice.replaceAll('pdf/', 'PDF/').replace('a-', 'A-').replace('ua-', 'UA-').replace(',', ' + ')}
          </option>
        ))}
      </select>
    </label>
  );
}

/** For measurements of the time from a key press to its page. */
function markDrawn(): void {
  performance.mark('platen-page');
}

function describe(pages: number | undefined, isRunning: boolean, took: number, isFailed: boolean): string {
  if (isFailed) return pages === undefined ? 'No page yet' : 'The last pages that worked';
  if (pages === undefined) return 'Loading';
  const count = `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return isRunning ? `${count} …` : `${count}, ${Math.round(took)} ms`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // its error is marked in the data
  }
}

function isLocale(locale: string): boolean {
  try {
    return locale === '' || Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

interface CodeProps {
  readonly kind: Side;
  readonly isHidden: boolean;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onCursor?: (elements: readonly number[]) => void;
  readonly onOpen?: (view: EditorView | undefined) => void;
  readonly open: (options: Parameters<typeof openDataEditor>[0]) => EditorView;
}

/** A CodeMirror editor. A text that changes from outside replaces its content. */
function Code({ kind, isHidden, text, onChange, onCursor, onOpen, open }: CodeProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const calls = useRef({ onChange, onCursor });
  calls.current = { onChange, onCursor };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once; later texts are dispatched below
  useEffect(() => {
    const opened = open({
      parent: parent.current!,
      text,
      onChange: (changed) => calls.current.onChange(changed),
      onCursor: (elements) => calls.current.onCursor?.(elements),
    });
    view.current = opened;
    onOpen?.(opened);
    return () => {
      onOpen?.(undefined);
      opened.destroy();
    };
  }, []);
  useEffect(() => {
    replaceText(view.current!, text);
  }, [text]);
  return <div ref={parent} className="code" data-kind={kind} hidden={isHidden} />;
}

/** `line 3, column 7` in the message of an error of the template. */
const PLACE = /\bline (\d+)(?:, column (\d+))?/i;

function offsetOf(source: string, line: number, column: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const next = source.indexOf('\n', at);
    if (next < 0) break;
    at = next + 1;
  }
  return Math.min(source.length, at + Math.max(0, column - 1));
}

function marksOf(source: string, diagnostics: readonly Diagnostic[], message: string | undefined): Mark[] {
  const marks = diagnostics.flatMap((one): Mark[] => {
    if (one.offset === undefined) return [];
    return [{ ...rangeAt(source, one.offset), severity: 'warning', message: `${one.kind}: ${one.text}` }];
  });
  const place = message === undefined ? undefined : PLACE.exec(message);
  if (place) {
    const offset = offsetOf(source, Number(place[1]), Number(place[2] ?? 1));
    marks.push({ ...rangeAt(source, offset), severity: 'error', message: message! });
  }
  return marks.sort((left, right) => left.from - right.from);
}

/** The declaration, tag or expression that begins at an offset. */
function rangeAt(source: string, offset: number): { from: number; to: number } {
  const text = /^[^\n;>}]*[;>}]?/.exec(source.slice(offset, offset + 200))?.[0] ?? '';
  return { from: offset, to: Math.min(source.length, offset + Math.max(1, text.length)) };
}

interface FindingsProps {
  readonly source: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly notices: readonly Diagnostic[];
  readonly error: string | undefined;
  readonly isFresh: boolean;
  readonly onPick: (offset: number) => void;
  /** Of the sample data. */
  readonly problem: DataProblem | undefined;
  readonly onPickData: (offset: number) => void;
}

function Findings({ source, diagnostics, notices, error, isFresh, onPick, problem, onPickData }: FindingsProps) {
  const place = error === undefined ? undefined : PLACE.exec(error);
  return (
    <section className="findings" aria-label="Diagnostics">
      {problem && (
        <p className="finding bad" role="alert">
          <span className="badge bad">sample data</span>
          <button type="button" onClick={() => onPickData(problem.from)}>
            {problem.message}
          </button>
        </p>
      )}
      {error !== undefined && (
        <p className="finding bad" role="alert">
          <span className="badge bad">error</span>
          {place ? (
            <button type="button" onClick={() => onPick(offsetOf(source, Number(place[1]), Number(place[2] ?? 1)))}>
              {error}
            </button>
          ) : (
            <span>{error}</span>
          )}
        </p>
      )}
      <FindingList found={diagnostics} badge="badge warn" source={source} onPick={onPick} />
      {error === undefined && !problem && diagnostics.length === 0 && isFresh && (
        <p className="finding note">
          <span className="badge good">fully supported</span> Nothing to report
        </p>
      )}
      <FindingList found={notices} badge="badge" source={source} onPick={onPick} />
    </section>
  );
}

interface FindingListProps extends Pick<FindingsProps, 'source' | 'onPick'> {
  readonly found: readonly Diagnostic[];
  /** Class of the kind. */
  readonly badge: string;
}

function FindingList({ found, badge, source, onPick }: FindingListProps) {
  if (found.length === 0) return null;
  return (
    <ul>
      {found.map((one) => (
        <li key={`${one.kind} ${one.text} ${one.context}`} className="finding">
          <span className={badge}>{one.kind}</span>
          {one.offset === undefined ? (
            <code>{one.text}</code>
          ) : (
            <button type="button" onClick={() => onPick(one.offset!)}>
              <code>{one.text}</code>
            </button>
          )}
          <span className="note">
            {one.offset !== undefined && `line ${lineOf(source, one.offset)} · `}
            {one.context}
            {one.count > 1 && ` · ${one.count} times`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const lineOf = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;
