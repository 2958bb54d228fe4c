/** The thread that writes the progress line, started by `openProgress`. */

import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { STAGES, type Stage } from '../engine/document.js';
import { type ProgressData, SLOT, withLine } from './progress-line.js';

/** Milliseconds until the line appears for a document. */
const DELAY = 1000;
/** Milliseconds between updates. */
const INTERVAL = 200;

const WORDS: Readonly<Record<Stage, string>> = {
  template: 'Expanding the template',
  html: 'Parsing HTML',
  css: 'Computing styles',
  box: 'Building boxes',
  layout: 'Laying out',
  paint: 'Painting',
  typst: 'Writing Typst',
  encode: 'Encoding the pages',
  compile: 'Writing the PDF',
  finish: 'Finishing the PDF',
};

const { slots, terminal } = workerData as ProgressData;

for (;;) {
  Atomics.wait(slots, SLOT.document, 0);
  const document = Atomics.load(slots, SLOT.document);
  const began = performance.now();
  for (let pause = DELAY; Atomics.wait(slots, SLOT.document, document, pause) === 'timed-out'; pause = INTERVAL) {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const stage = STAGES[Atomics.load(slots, SLOT.stage)]!;
    withLine(slots, () => {
      if (Atomics.load(slots, SLOT.document) !== document) return;
      writeSync(terminal, `\r${WORDS[stage]}: ${seconds} s\x1b[K`);
      Atomics.store(slots, SLOT.isShown, 1);
    });
  }
}
