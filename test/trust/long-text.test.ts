/**
 * A text that is merely long prints in bounded memory: a log of 20 MB in a process of less than 500 MB. That takes half a
 * minute of a processor: a full run does it, and others print 4 MB.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { built, ROOT } from '../support/build.js';
import { isFull } from '../support/sample.js';

const MB = 1e6;
const PROGRAM = join(ROOT, 'test/trust/print-text.mjs');
/** MB: those of the text, and those that the process may take. */
const [size, limit] = isFull ? [20, 500] : [4, 300];
/** MB of the heap that the process gets. */
const HEAPS = isFull ? { pre: 350, p: 300 } : { pre: 120 };

const skip = process.platform === 'linux' ? false : 'memory is read from /proc';

for (const [element, heap] of Object.entries(HEAPS)) {
  t.test(`a <${element}> of ${size} MB took as much memory as all of its glyphs`, { skip }, async (t) => {
    const words = [PROGRAM, built('src/index.js'), element, `${size * MB}`];
    const said = execFileSync(process.execPath, [`--max-old-space-size=${heap}`, ...words], { encoding: 'utf8' });
    const { pages, peak } = JSON.parse(said);
    t.ok(pages > 300, `${pages} pages`);
    t.ok(peak < limit * MB, `${Math.round(peak / MB)} MB`);
  });
}
