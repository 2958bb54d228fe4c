/** The editor on files of the disk: what changes there shows at once, and edits are saved to them. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { Conflict } from '../editor/conflict.js';
import { type Draft, Workbench } from '../editor/workbench.js';
import { Button, Loading, messageOf, Problem, useLoaded } from '../parts.js';
import { loadReference, type Reference } from '../reference.js';
import { ApiError } from '../requests.js';
import { Theme } from '../theme.js';
import { type Files, files, follow, type OpenedFiles } from './files.js';

export function StudioPage() {
  const { value, error, reload } = useLoaded(() => Promise.all([files.open(), loadReference()]));
  if (error !== undefined)
    return (
      <main className="alone">
        <h1 className="visually-hidden">Platen</h1>
        <Problem error={error} retry={reload} />
      </main>
    );
  if (!value) return <Loading what="the files" />;
  return <Studio opened={value[0]} reference={value[1]} />;
}

type Part = 'source' | 'data';
const PARTS: readonly Part[] = ['source', 'data'];
/** Milliseconds until the server is tried again. */
const RETRY = 1000;

/** Follows the files on the disk. Parts without edits take what is new; others are in `conflicts`. */
function useFiles(opened: OpenedFiles) {
  const { locale = '', standard = [] } = opened.settings;
  const [disk, setDisk] = useState<Files>(opened);
  const [draft, setDraft] = useState<Draft>({
    source: opened.source,
    data: opened.data,
    locale,
    standard,
    options: {},
  });
  const [conflicts, setConflicts] = useState<readonly Part[]>([]);
  const [revision, setRevision] = useState(0);
  const [isConnected, setConnected] = useState(true);
  const current = useRef({ disk, draft });
  current.current = { disk, draft };
  /** Texts that are being saved: they come back as changes. */
  const saving = useRef<Partial<Record<Part, string>>>({});

  const take = useCallback((found: Files) => {
    const { disk, draft } = current.current;
    const changed = PARTS.filter((part) => found[part] !== disk[part] && found[part] !== saving.current[part]);
    const conflicting = changed.filter((part) => draft[part] !== disk[part] && draft[part] !== found[part]);
    const taken = changed.filter((part) => !conflicting.includes(part));
    if (taken.length > 0)
      setDraft((now) => ({ ...now, ...Object.fromEntries(taken.map((part) => [part, found[part]])) }));
    setConflicts((before) => [...new Set([...before.filter((part) => !taken.includes(part)), ...conflicting])]);
    setDisk(found);
    setRevision((before) => before + 1); // partials and assets may have changed
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      while (!stop.signal.aborted) {
        await follow((found) => {
          setConnected(true);
          take(found);
        }, stop.signal).catch(() => undefined);
        if (stop.signal.aborted) return;
        setConnected(false);
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    };
    void run();
    return () => stop.abort();
  }, [take]);

  const save = useCallback(async () => {
    const { disk, draft } = current.current;
    const parts = PARTS.filter((part) => draft[part] !== disk[part] && (part === 'source' || disk.data_name !== null));
    if (parts.length === 0) return;
    saving.current = Object.fromEntries(parts.map((part) => [part, draft[part]]));
    try {
      const changes = parts.map((part) => [part, { text: draft[part], base: disk[part] }]);
      setDisk(await files.save(Object.fromEntries(changes)));
    } finally {
      saving.current = {};
    }
  }, []);

  /** @param isTaken  whether the text on the disk replaces the edits, or is to be replaced by them */
  const resolve = (isTaken: boolean) => {
    if (isTaken) setDraft((now) => ({ ...now, ...Object.fromEntries(conflicts.map((part) => [part, disk[part]])) }));
    setConflicts([]);
  };
  return { disk, draft, setDraft, conflicts, resolve, revision, isConnected, save };
}

function Studio({ opened, reference }: { readonly opened: OpenedFiles; readonly reference: Reference }) {
  const { disk, draft, setDraft, conflicts, resolve, revision, isConnected, save } = useFiles(opened);
  const [state, setState] = useState<'idle' | 'saving' | { readonly error: unknown }>('idle');
  const isChanged = draft.source !== disk.source || (disk.data_name !== null && draft.data !== disk.data);
  useEffect(() => {
    document.title = `${isChanged ? '• ' : ''}${disk.name} · Platen`;
  }, [disk.name, isChanged]);
  const isUndecided = conflicts.length > 0;
  const run = useCallback(async () => {
    if (isUndecided) return; // the text on the disk would be lost
    setState('saving');
    try {
      await save();
      setState('idle');
    } catch (error) {
      setState({ error });
    }
  }, [save, isUndecided]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void run();
    };
    const onLeave = (event: BeforeUnloadEvent) => isChanged && event.preventDefault();
    window.addEventListener('keydown', onKey);
    window.addEventListener('beforeunload', onLeave);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('beforeunload', onLeave);
    };
  }, [isChanged, run]);
  return (
    <main className="studio">
      <Workbench
        draft={draft}
        reference={reference}
        onChange={setDraft}
        ask={files.preview}
        name={disk.name.replace(/\.[^.]*$/, '')}
        strict={opened.settings.strict ?? false}
        revision={revision}
      >
        <h1>{disk.name}</h1>
        <strong className="file-name">{disk.name}</strong>
        <span className="note" role="status">
          {describe(isConnected, isChanged, disk)}
        </span>
        <div className="end">
          <Notice state={state} disk={disk} draft={draft} conflicts={conflicts} resolve={resolve} />
          <Theme />
          <Button
            look="primary"
            onClick={run}
            disabled={!isChanged || isUndecided || state === 'saving'}
            title="Ctrl+S"
          >
            {state === 'saving' ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </Workbench>
    </main>
  );
}

interface NoticeProps {
  readonly state: 'idle' | 'saving' | { readonly error: unknown };
  readonly disk: Files;
  readonly draft: Draft;
  readonly conflicts: readonly Part[];
  readonly resolve: (isTaken: boolean) => void;
}

function Notice({ state, disk, draft, conflicts, resolve }: NoticeProps) {
  if (conflicts.length > 0) {
    const texts = conflicts.map((part) => ({
      name: (part === 'source' ? disk.name : disk.data_name) ?? part,
      theirs: disk[part],
      mine: draft[part],
    }));
    return (
      <Conflict
        message={`${texts.map(({ name }) => name).join(' and ')} changed on the disk, too`}
        texts={texts}
        take={() => resolve(true)}
        keep={() => resolve(false)}
      />
    );
  }
  const isConflict = typeof state === 'object' && state.error instanceof ApiError && state.error.code === 'conflict';
  const text = typeof state === 'object' && !isConflict ? messageOf(state.error) : disk.problem;
  return text === null ? null : (
    <span className="note error" role="alert">
      {text}
    </span>
  );
}

function describe(isConnected: boolean, isChanged: boolean, { data_name }: Files): string {
  if (!isConnected) return 'platen preview has ended';
  const what = data_name === null ? '' : ` · data: ${data_name}`;
  return `${isChanged ? 'changed' : 'as on the disk'}${what}`;
}
