/** How much a document costs grows no faster than n log n with its size; in full by `npm run trust:full`. */

import t from 'tap';
import { loadFonts } from '../../src/fonts/fonts.js';
import { createWriter, loadModule, resolveBackend } from '../../src/writers/writer.js';
import { sample } from '../support/sample.js';
import { repeated, sources } from './constructs.js';
import { costOf, exponent } from './growth.js';

const fonts = loadFonts();
const backend = resolveBackend();
const writer = createWriter(backend, { fonts, module: await loadModule(backend) });
t.teardown(() => writer.close());

/** Steeper ones: for each, why. */
const KNOWN: Readonly<Record<string, string>> = {
  'unclosed formatting': 'the HTML standard repeats all open elements in each paragraph',
};

/** Checks of the time limit are counted, which each element, box, line and item has: they do not depend on the machine. */
for (const [name, growing] of Object.entries({ sources: sources(), repetitions: repeated() })) {
  t.test(name, async (t) => {
    for (const each of sample(growing, `growth, ${name}`)) {
      const [few, many] = [costOf(each, 40, fonts, writer), costOf(each, 160, fonts, writer)];
      // Below some thousand checks most are those of an empty document.
      const steep = many.checks > 8_000 && exponent(few.checks, many.checks, 4) > 1.4;
      if (each.name in KNOWN) t.ok(steep, `${each.name} is no longer steep: remove it from the list`);
      else t.notOk(steep, `${each.name}: ${few.checks} and ${many.checks} checks`);
    }
  });
}
