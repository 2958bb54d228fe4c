import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { api, type Session } from './api.js';
import { Link, navigate, usePath } from './navigation.js';
import { AccountPage } from './pages/account.js';
import { KeysPage } from './pages/keys.js';
import { SignInPage } from './pages/sign-in.js';
import { Empty, Icon, Loading, Problem } from './parts.js';
import { ApiError, setCredentials } from './requests.js';
import { Theme } from './theme.js';

const page = <P,>(load: () => Promise<ComponentType<P>>) => lazy(async () => ({ default: await load() }));
const TemplatesPage = page(async () => (await import('./pages/templates.js')).TemplatesPage);
const GalleryPage = page(async () => (await import('./pages/gallery.js')).GalleryPage);
const EditorPage = page(async () => (await import('./pages/editor.js')).EditorPage);
const VersionsPage = page(async () => (await import('./pages/versions.js')).VersionsPage);
const ImagesPage = page(async () => (await import('./pages/images.js')).ImagesPage);
const BatchesPage = page(async () => (await import('./pages/batches.js')).BatchesPage);
const UsagePage = page(async () => (await import('./pages/usage.js')).UsagePage);
const DocsPage = page(async () => (await import('./pages/docs.js')).DocsPage);

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'visitor' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'in'; readonly session: Session };

export function App() {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const path = usePath();
  const load = useCallback(async () => {
    try {
      const session = await api.session();
      setCredentials({ 'X-CSRF-Token': session.csrf_token }, () => setState({ kind: 'visitor' }));
      setState({ kind: 'in', session });
      if (/^\/sign-(?:in|up)$/.test(location.pathname)) navigate('/', true);
    } catch (error) {
      const isVisitor = error instanceof ApiError && error.code === 'not_signed_in';
      setState(isVisitor ? { kind: 'visitor' } : { kind: 'failed', error });
    }
  }, []);
  useEffect(() => {
    void load();
  }, [load]);
  if (state.kind === 'loading') return <Loading what="the portal" />;
  if (state.kind === 'failed')
    return (
      <main className="alone">
        <Problem error={state.error} retry={load} />
      </main>
    );
  if (state.kind === 'visitor') return <SignInPage isSignUp={path === '/sign-up'} onSignedIn={load} />;
  return (
    <Shell session={state.session} path={path}>
      <Suspense fallback={<Loading what="the page" />}>{route(path, state.session, load)}</Suspense>
    </Shell>
  );
}

function route(path: string, session: Session, reload: () => Promise<void>): ReactNode {
  const [, first = '', second, third] = path.split('/');
  if (first === '' || (first === 'templates' && second === undefined)) return <TemplatesPage />;
  if (first === 'templates' && second === 'new') return <GalleryPage />;
  if (first === 'templates' && third === 'versions') return <VersionsPage key={second} id={second!} />;
  if (first === 'templates') return <EditorPage key={second} id={second!} />;
  if (first === 'keys') return <KeysPage />;
  if (first === 'images') return <ImagesPage />;
  if (first === 'batches') return <BatchesPage />;
  if (first === 'usage') return <UsagePage session={session} />;
  if (first === 'docs') return <DocsPage page={second ?? 'api'} />;
  if (first === 'account') return <AccountPage session={session} reload={reload} />;
  return (
    <Empty title="There is no such page">
      <p>
        <Link href="/templates">Go to the templates</Link>
      </p>
    </Empty>
  );
}

const NAVIGATION = [
  { href: '/templates', label: 'Templates', icon: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6' },
  { href: '/images', label: 'Files', icon: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 8.500h.01' },
  { href: '/keys', label: 'API keys', icon: 'M14 10a4 4 0 1 0-2.500 3.700L13 15h2v2h2v2h3v-3l-5.500-5.500' },
  { href: '/batches', label: 'Batches', icon: 'M12 3l9 5-9 5-9-5zM3 12.500l9 5 9-5M3 17l9 5 9-5' },
  { href: '/usage', label: 'Usage', icon: 'M4 20V10M10 20V4M16 20v-7M21 20H3' },
  {
    href: '/docs',
    label: 'Docs',
    icon: 'M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM19 4h-4a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h4z',
  },
] as const;

function Shell({ session, path, children }: { session: Session; path: string; children: ReactNode }) {
  const isEditor = /^\/templates\/(?!new$)[^/]+$/.test(path);
  const isCurrent = (href: string) => path.startsWith(href) || (path === '/' && href === '/templates');
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  // A page that replaces another begins at its content, for the keyboard and for screen readers.
  useEffect(() => {
    if (shown.current !== path) main.current!.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return (
    <div className={`shell ${isEditor ? 'wide' : ''}`}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="side">
        <Link href="/templates" className="brand">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" className="brand-back" />
            <path d="M10 6h9l5 5v15H10z" fill="#fff" />
            <path d="M13 15h8M13 18.500h8M13 22h5" className="brand-lines" />
          </svg>
          <span>Platen</span>
        </Link>
        <nav aria-label="Main">
          {NAVIGATION.map(({ href, label, icon }) => (
            <Link key={href} href={href} aria-current={isCurrent(href) ? 'page' : undefined}>
              <Icon path={icon} />
              <span>{label}</span>
            </Link>
          ))}
        </nav>
        <div className="side-end">
          <Theme />
          <Link href="/account" className="who" aria-current={isCurrent('/account') ? 'page' : undefined}>
            <span className="avatar" aria-hidden="true">
              {session.email.slice(0, 1).toUpperCase()}
            </span>
            <span className="who-text">
              <span className="who-mail">{session.email}</span>
              <span className="note">{session.plan}</span>
            </span>
          </Link>
        </div>
      </header>
      <main id="content" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  );
}
