import { useCallback, useEffect, useRef, useState } from 'react';
import { api, type Template, type Draft as TemplateDraft } from '../api.js';
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

/** Drafts that are not saved are kept in the browser. */
const keyOf = (id: string): string => `platen-draft ${id}`;

function storedDraft(template: Template): Draft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(template.id)) ?? 'null');
    // Drafts of earlier releases lack fields.
    return stored?.version === template.version ? { ...draftOf(template), ...stored.draft } : undefined;
  } catch {
    return undefined;
  }
}

function store(template: Template, draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(keyOf(template.id), JSON.stringify({ version: template.version, draft }));
    else localStorage.removeItem(keyOf(template.id));
  } catch {
    // The storage of the browser is full or off: leaving the page asks first.
  }
}

function Editor({ template: loaded, reference }: { readonly template: TemplateDraft; readonly reference: Reference }) {
  const [template, setTemplate] = useState(loaded);
  const [name, setName] = useState(loaded.name);
  const [draft, setDraft] = useState(() => storedDraft(loaded) ?? draftOf(loaded));
  const [state, setState] = useState<'idle' | 'saving' | { readonly error: unknown }>('idle');
  const isDraft = template.version !== template.published_version;
  const isChanged = !isSameDraft(draft, draftOf(template)) || name !== template.name;
  const current = useRef({ draft, name, template });
  current.current = { draft, name, template };
  useEffect(() => {
    document.title = `${name} · Platen`;
  }, [name]);
  useEffect(() => store(template, isSameDraft(draft, draftOf(template)) ? undefined : draft), [template, draft]);
  const save = useCallback(async (): Promise<TemplateDraft | undefined> => {
    const { draft, name, template } = current.current;
    setState('saving');
    try {
      const sample_data = JSON.parse(draft.data) as Record<string, unknown>;
      const locale = draft.locale || template.locale;
      const { source, options } = draft;
      const standard = draft.standard as Template['standard'];
      const saved = await api.updateTemplate(template.id, { name, source, sample_data, locale, standard, options });
      store(template, undefined);
      setTemplate(saved);
      // The person may have typed on.
      setDraft((now) => (isSameDraft(now, draft) ? draftOf(saved) : now));
      setState('idle');
      return saved;
    } catch (error) {
      setState({ error });
      return undefined;
    }
  }, []);
  const publish = async () => {
    const latest = isChanged ? await save() : template;
    if (!latest) return;
    setState('saving');
    try {
      setTemplate(await api.publishTemplate(latest.id, latest.version));
      setState('idle');
    } catch (error) {
      setState({ error });
    }
  };
  useEffect(() => {
    guardNavigation(() => !isChanged || confirm('Leave without saving? The draft stays in this browser.'));
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void save();
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
        {typeof state === 'object' && (
          <span className="note error" role="alert">
            {describe(state.error)}
          </span>
        )}
        <OptionsButton options={draft.options} onChange={(options) => setDraft((now) => ({ ...now, options }))} />
        <Link href={`/templates/${template.id}/versions`} className="button">
          Versions
        </Link>
        <Button onClick={save} disabled={!isChanged || state === 'saving'} title="Ctrl+S">
          {state === 'saving' ? 'Saving…' : 'Save draft'}
        </Button>
        <Button
          look="primary"
          onClick={publish}
          disabled={(!isChanged && !isDraft) || state === 'saving'}
          title="Programs render it from then on"
        >
          Publish
        </Button>
      </div>
    </Workbench>
  );
}

function describe(error: unknown): string {
  return error instanceof SyntaxError && !(error instanceof ApiError) ? 'The sample data is no JSON' : messageOf(error);
}
