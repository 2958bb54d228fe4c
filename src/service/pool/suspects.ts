/**
 * Documents that were being rendered when an HTTP process of this host ended: one of them may have ended it, and would end
 * the next one, so they are rendered in processes of their own from then on.
 */

import { crc32 } from 'node:zlib';
import type { Task } from './messages.js';

/** Milliseconds after which a document that is being rendered is made known. V8 takes longer to run out of memory. */
const MAKE_KNOWN_MS = 200;

interface SuspectReports {
  /** A document has been rendered for a while. */
  began(document: string): void;
  /** One that was made known has ended. */
  ended(document: string): void;
}

export class Suspects {
  readonly #reports: SuspectReports;
  #known: ReadonlySet<string> = new Set();

  constructor(reports: SuspectReports) {
    this.#reports = reports;
  }

  /** Replaces those that are known. */
  know(documents: readonly string[]): void {
    this.#known = new Set(documents);
  }

  has(document: string): boolean {
    return this.#known.has(document);
  }

  /** A document begins. @returns what is to be called when it ends */
  begin(document: string): () => void {
    let isKnown = false;
    const timer = setTimeout(() => {
      isKnown = true;
      this.#reports.began(document);
    }, MAKE_KNOWN_MS);
    return () => {
      clearTimeout(timer);
      if (isKnown) this.#reports.ended(document);
    };
  }
}

/** Names a document. That another has the same name does no harm: it is rendered in a process of its own, too. */
export function nameOf(task: Task): string {
  if (task.kind === 'template') return `template ${crc32(task.source)}`;
  const scope = task.kind === 'merge' ? '' : task.scope;
  const source = task.kind === 'merge' ? '' : (task.source ?? '');
  return `${scope} ${task.json.length} ${crc32(source, crc32(task.json))}`;
}
