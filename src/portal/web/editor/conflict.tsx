/** Edits that meet those of somebody else: which are kept is for the author to say. */

import { lazy, Suspense, useState } from 'react';
import { Button, Dialog, Loading } from '../parts.js';

const TextCompared = lazy(async () => ({ default: (await import('./text-compared.js')).TextCompared }));

export interface ConflictingText {
  readonly name: string;
  readonly theirs: string;
  readonly mine: string;
}

interface ConflictProps {
  /** What happened. */
  readonly message: string;
  readonly texts: readonly ConflictingText[];
  readonly take: () => void;
  readonly keep: () => void;
}

export function Conflict({ message, texts, take, keep }: ConflictProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span className="notice" role="alert">
        <span className="note error">{message}</span>
        <Button onClick={() => setOpen(true)}>Compare</Button>
        <Button onClick={take} title="Undo brings your text back">
          Take it
        </Button>
        <Button onClick={keep}>Keep mine</Button>
      </span>
      {isOpen && (
        <Dialog title="What differs" isWide onClose={() => setOpen(false)}>
          <Suspense fallback={<Loading what="the texts" />}>
            {texts.map(({ name, theirs, mine }) => (
              <section key={name} aria-label={name}>
                <p className="note">{name}: the other text, and yours</p>
                <TextCompared before={theirs} after={mine} />
              </section>
            ))}
          </Suspense>
          <div className="dialog-actions">
            <Button look="primary" onClick={() => setOpen(false)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
