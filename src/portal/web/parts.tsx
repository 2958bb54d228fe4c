/** The parts that pages are made of. */

import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ApiError } from './requests.js';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: 'primary' | 'plain' | 'danger' | 'quiet';
};

export function Button({ look = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button ${look} ${className}`} {...rest} />;
}

/** @param path  of an SVG, 24 units wide and high */
export function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
      <path d={path} />
    </svg>
  );
}

export function Field({
  label,
  hint,
  error,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...rest}
      />
      {note && (
        <p id={`${id}-note`} className={error ? 'note error' : 'note'}>
          {note}
        </p>
      )}
    </div>
  );
}

export function PageHead({ title, children, lead }: { title: string; children?: ReactNode; lead?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children && <div className="actions">{children}</div>}
    </header>
  );
}

export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  return (
    <div className="problem" role="alert">
      <p>{messageOf(error)}</p>
      {retry && <Button onClick={retry}>Try again</Button>}
    </div>
  );
}

export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error ? `The page failed: ${error.message}` : 'The page failed';
}

export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <div className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      Loading {what}…
    </div>
  );
}

export type Loaded<T> = { readonly value: T | undefined; readonly error: unknown; readonly reload: () => void };

/** @param load  is called again when a dependency changes */
export function useLoaded<T>(load: () => Promise<T>, dependencies: readonly unknown[] = []): Loaded<T> {
  const [state, setState] = useState<{ value: T | undefined; error: unknown }>({ value: undefined, error: undefined });
  const latest = useRef(0);
  const reload = useCallback(() => {
    const run = ++latest.current;
    load().then(
      (value) => run === latest.current && setState({ value, error: undefined }),
      (error) => run === latest.current && setState((before) => ({ ...before, error })),
    );
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists them
  }, dependencies);
  useEffect(reload, [reload]);
  return { ...state, reload };
}

/** A modal dialog, with the focus inside; Escape closes it. The focus returns to where it was. */
export function Dialog({
  title,
  isWide = false,
  children,
  onClose,
}: {
  readonly title: string;
  /** As wide as there is space; default false. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // While the dialog is in the document: taken out of it, it would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'wide' : ''}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

export function Confirm({
  title,
  children,
  action,
  run,
  onClose,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly run: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await run();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error !== undefined && <Problem error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={confirm} disabled={isBusy}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

/** Shows text with a button that copies it. */
export function Copyable({ text, label, isSecret }: { text: string; label: string; isSecret?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div className="copyable">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0} role="region" aria-label={label} className={isSecret ? 'secret' : ''}>
        <code>{text}</code>
      </pre>
      <Button look="quiet" onClick={copy} aria-label={`Copy ${label}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** @param at  Unix seconds */
export function Time({ at, withTime = false }: { readonly at: number; readonly withTime?: boolean }) {
  const date = new Date(at * 1000);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {(withTime ? timeFormat : dateFormat).format(date)}
    </time>
  );
}

export const formatNumber = (value: number): string => new Intl.NumberFormat().format(value);

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
