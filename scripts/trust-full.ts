/**
 * Finds documents whose cost grows faster than n log n: constructs are repeated, nested and crossed with one another.
 *
 *   npm run trust:full [-- PART]     part of their names; takes hours
 *
 * Ends with 1 when there are some. Processor time is measured, which other programs on the machine disturb little.
 */

import { loadFonts } from '../src/fonts/fonts.js';
import { createWriter, loadModule, resolveBackend } from '../src/writers/writer.js';
import { crossed, type Growing, inOneAnother, inside, repeated, sources } from '../test/trust/constructs.js';
import { costOf, exponent } from '../test/trust/growth.js';

const fonts = loadFonts();
const backend = resolveBackend();
const writer = createWriter(backend, { fonts, module: await loadModule(backend) });
const [part = ''] = process.argv.slice(2);

/** Steeper is more than n log n. */
const MAX_EXPONENT = 1.35;
/** Milliseconds below which an exponent says nothing. */
const MIN_TIME = 150;

/** Documents of sets with a first size, and how many times larger the other is. */
const SETS: readonly (readonly [documents: readonly Growing[], size: number, factor: number])[] = [
  [sources(), 500, 4],
  [repeated(), 500, 4],
  [inside(), 250, 4],
  [inOneAnother(), 40, 3],
  [crossed(), 25, 3],
];

let found = 0;
for (const [documents, size, factor] of SETS) {
  for (const each of documents.filter(({ name }) => name.includes(part))) {
    const [few, many] = [costOf(each, size, fonts, writer), costOf(each, size * factor, fonts, writer)];
    const steepness = exponent(few.time, many.time, factor);
    const isRefused = many.refusal !== undefined && !/^document_too/.test(many.refusal);
    if (!isRefused && (many.time < MIN_TIME || steepness <= MAX_EXPONENT)) continue;
    found += 1;
    const times = `${few.time.toFixed(0)} and ${many.time.toFixed(0)} ms`;
    console.log(
      `${each.name}: ${times} for ${size} and ${size * factor}, exponent ${steepness.toFixed(2)} ${many.refusal ?? ''}`,
    );
  }
}
writer.close();
console.log(`${found} found`);
process.exitCode = found === 0 ? 0 : 1;
