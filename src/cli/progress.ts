/**
 * A progress line on the terminal for slow documents. Rendering blocks its thread, so another one writes the line.
 */

import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { STAGES, type Stage } from '../engine/document.js';
import { type ProgressData, SLOT, SLOTS, withLine } from './progress-line.js';
import type { Output } from './streams.js';

export interface Progress {
  readonly onStage: (stage: Stage) => void;
  begin(): void;
  /** Erases the line. */
  end(): void;
  close(): Promise<void>;
}

/** @returns undefined when standard error is not a terminal that supports erasing a line */
export function openProgress(stderr: Output): Progress | undefined {
  if (!hasErasableLine(stderr)) return undefined;
  const terminal = stderr.fd;
  const slots = new Int32Array(new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT));
  const workerData: ProgressData = { slots, terminal };
  const thread = new Worker(new URL('./progress-thread.js', import.meta.url), { workerData });
  thread.on('error', () => undefined); // failing to write the line must not end the process
  thread.unref();
  let documents = 0;
  const setDocument = (number: number) => {
    Atomics.store(slots, SLOT.document, number);
    Atomics.notify(slots, SLOT.document);
  };
  return {
    onStage: (stage) => void Atomics.store(slots, SLOT.stage, STAGES.indexOf(stage)),
    begin() {
      documents += 1;
      setDocument(documents);
    },
    end() {
      withLine(slots, () => {
        setDocument(0);
        if (Atomics.exchange(slots, SLOT.isShown, 0)) writeSync(terminal, ERASE_LINE);
      });
    },
    async close() {
      await thread.terminate();
    },
  };
}

/** Whether it is a terminal that supports erasing a line. */
export function hasErasableLine(stderr: Output): stderr is Output & { readonly fd: number } {
  return stderr.isTTY === true && process.env['TERM'] !== 'dumb';
}

/** Source: ECMA-48, EL (erase in line). */
export const ERASE_LINE = '\r\x1b[K';
