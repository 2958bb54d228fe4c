/** Pages by path, without reloading. */

import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Asked before the page changes: whether it may. */
let guard: (() => boolean) | undefined;

function notify(): void {
  for (const listener of listeners) listener();
}

window.addEventListener('popstate', notify);

export function navigate(path: string, replace = false): void {
  if (guard && !guard()) return;
  guard = undefined;
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  notify();
  window.scrollTo(0, 0);
}

export function guardNavigation(ask: (() => boolean) | undefined): void {
  guard = ask;
}

export function usePath(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => location.pathname,
  );
}

export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
