import { useCallback, useEffect, useRef, useState } from 'react';
import { api, type Template, type Draft as TemplateDraft } from '../api.js';
import { Conflict, type ConflictingText } from '../editor/conflict.js';
import { OptionsButton } from '../editor/options.js';
import { type Draft, isSameDraft, Workbench } from '../editor/workbench.js';
import { guardNavigation, Link } from '../navigation.js';
import { Button, Loading, messageOf, Problem, useLoaded } from '../parts.js';
import { loadReference, type Reference } from '../reference.js';
import { ApiError } from '../requests.js';

export function EditorPage({ id }: { readonly id: string }) {
  const load = () => Promise.all([api.template(id), loadReference()]);
  const { value, error, reload } = useLoaded(load, [id]);
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading what="the editor" />;
  return <Editor template={value[0]} reference={value[1]} />;
}

const ask = api.preview;
const draftOf = ({ source, sample_data, locale, standard, options }: Template): Draft => ({
  source,
  data: JSON.stringify(sample_data, null, 2),
  locale,
  standard,
  options,
});

/** Edits that are not saved, kept in the browser. */
interface Unsaved {
  /** The version that they began from. */
  readonly version: number;
  readonly name: string;
  readonly draft: Draft;
}

const keyOf = (id: string): string => `platen-draft ${id}`;

/** The edits that the browser keeps; those of the template, when there are none. */
function unsavedOf(template: Template): Unsaved {
  const { version, name } = template;
  const none = { version, name, draft: draftOf(template) };
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(template.id)) ?? 'null');
    if (typeof stored?.version !== 'number') return none;
    // Edits of earlier releases lack fields.
    const unsaved: Unsaved = { ...none, ...stored, draft: { ...none.draft, ...stored.draft } };
    return unsaved.name === name && isSameDraft(unsaved.draft, none.draft) ? none : unsaved;
  } catch {
    return none;
  }
}

/** @param unsaved  undefined: there are none */
function store(id: string, unsaved: Unsaved | undefined): void {
  try {
    if (unsaved) localStorage.setItem(keyOf(id), JSON.stringify(unsaved));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // The storage of the browser is full or off: leaving the page asks first.
  }
}

function Editor({ template: loaded, reference }: { readonly template: TemplateDraft; readonly reference: Reference }) {
  const [template, setTemplate] = useState(loaded);
  const [unsaved] = useState(() => unsavedOf(loaded));
  const [name, setName] = useState(unsaved.name);
  const [draft, setDraft] = useState(unsaved.draft);
  const [base, setBase] = useState(unsaved.version);
  const [state, setState] = useState<'idle' | 'saving' | { readonly error: unknown }>('idle');
  const isDraft = template.version !== template.published_version;
  const isChanged = !isSameDraft(draft, draftOf(template)) || name !== template.name;
  /** A later version than the one that the edits began from. */
  const isStale = isChanged && base !== template.version;
  const current = useRef({ draft, name, template, base, isChanged, isStale });
  current.current = { draft, name, template, base, isChanged, isStale };
  useEffect(() => {
    document.title = `${name} · Platen`;
  }, [name]);
  useEffect(
    () => store(template.id, isChanged ? { version: base, name, draft } : undefined),
    [template, isChanged, base, name, draft],
  );
  const take = useCallback((latest: TemplateDraft) => {
    setName(latest.name);
    setDraft(draftOf(latest));
    setBase(latest.version);
  }, []);
  /** Shows what was saved elsewhere; edits stay, to be asked about. */
  const refresh = useCallback(async () => {
    const latest = await api.template(loaded.id);
    setTemplate(latest);
    if (!current.current.isChanged) take(latest);
  }, [loaded.id, take]);
  const save = useCallback(async (): Promise<TemplateDraft | undefined> => {
    const { draft, name, template, base, isStale } = current.current;
    if (isStale) return undefined;
    setState('saving');
    try {
      const sample_data = JSON.parse(draft.data) as Record<string, unknown>;
      const locale = draft.locale || template.locale;
      const { source, options } = draft;
      const standard = draft.standard as Template['standard'];
      const fields = { name, source, sample_data, locale, standard, options };
      const saved = await api.updateTemplate(template.id, { ...fields, base_version: base });
      store(template.id, undefined);
      setTemplate(saved);
      setBase(saved.version);
      // The person may have typed on.
      setDraft((now) => (isSameDraft(now, draft) ? draftOf(saved) : now));
      setState('idle');
      return saved;
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'version_conflict';
      const problem = isConflict ? await refresh().catch((failure: unknown) => failure) : error;
      setState(problem === undefined ? 'idle' : { error: problem });
      return undefined;
    }
  }, [refresh]);
  const publish = async () => {
    const latest = isChanged ? await save() : template;
    if (!latest) return;
    setState('saving');
    try {
      setTemplate(await api.publishTemplate(latest.id, latest.version));
      setState('idle');
    } catch (error) {
      setState({ error });
      await refresh().catch(() => undefined); // there may be a later version
    }
  };
  useEffect(() => {
    guardNavigation(() => !isChanged || confirm('Leave without saving? The draft stays in this browser.'));
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (isChanged) void save();
    };
    const onLeave = (event: BeforeUnloadEvent) => isChanged && event.preventDefault();
    window.addEventListener('keydown', onKey);
    window.addEventListener('beforeunload', onLeave);
    return () => {
      guardNavigation(undefined);
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('beforeunload', onLeave);
    };
  }, [isChanged, save]);
  return (
    <Workbench draft={draft} reference={reference} onChange={setDraft} ask={ask} name={name}>
      <h1>Template {template.name}</h1>
      <Link href="/templates" className="button quiet">
        ← Templates
      </Link>
      <input
        type="text"
        className="name"
        aria-label="Name of the template"
        value={name}
        maxLength={255}
        onChange={(event) => setName(event.target.value)}
      />
      <span className="note" role="status">
        {isDraft ? `draft ${template.version}, published ${template.published_version}` : `version ${template.version}`}
        {isChanged && ', changed'}
      </span>
      <div className="end">
        {isStale && (
          <Conflict
            message={`Version ${template.version} was saved since these edits of version ${base} began`}
            texts={differences(draftOf(template), draft)}
            take={() => take(template)}
            keep={() => setBase(template.version)}
          />
        )}
        {typeof state === 'object' && (
          <span className="note error" role="alert">
            {describe(state.error)}
          </span>
        )}
        <OptionsButton options={draft.options} onChange={(options) => setDraft((now) => ({ ...now, options }))} />
        <Link href={`/templates/${template.id}/versions`} className="button">
          Versions
        </Link>
        <Button onClick={save} disabled={!isChanged || isStale || state === 'saving'} title="Ctrl+S">
          {state === 'saving' ? 'Saving…' : 'Save draft'}
        </Button>
        <Button
          look="primary"
          onClick={publish}
          disabled={(!isChanged && !isDraft) || isStale || state === 'saving'}
          title="Programs render it from then on"
        >
          Publish
        </Button>
      </div>
    </Workbench>
  );
}

function differences(theirs: Draft, mine: Draft): ConflictingText[] {
  const texts = [
    { name: 'Template', theirs: theirs.source, mine: mine.source },
    { name: 'Sample data', theirs: theirs.data, mine: mine.data },
    { name: 'Settings', theirs: settingsOf(theirs), mine: settingsOf(mine) },
  ];
  return texts.filter(({ theirs, mine }) => theirs !== mine);
}

const settingsOf = ({ locale, standard, options }: Draft): string =>
  JSON.stringify({ locale, standard, options }, null, 2);

function describe(error: unknown): string {
  return error instanceof SyntaxError && !(error instanceof ApiError) ? 'The sample data is no JSON' : messageOf(error);
}
