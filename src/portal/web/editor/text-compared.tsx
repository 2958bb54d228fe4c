/** Two texts side by side, with what differs marked. */

import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import './text-compared.css';

export function TextCompared({ before, after }: { readonly before: string; readonly after: string }) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
    const extensionsOf = (label: string) => [
      EditorView.contentAttributes.of({ 'aria-label': label }),
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce),
      EditorView.theme({
        '&': { fontSize: '13px' },
        '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none' },
      }),
    ];
    const view = new MergeView({
      parent: parent.current,
      a: { doc: before, extensions: extensionsOf('The text before') },
      b: { doc: after, extensions: extensionsOf('The text after') },
      collapseUnchanged: { margin: 3, minSize: 6 },
    });
    return () => view.destroy();
  }, [before, after]);
  if (before === after) return <p className="note">Nothing differs.</p>;
  return <div ref={parent} className="text-compared" />;
}
