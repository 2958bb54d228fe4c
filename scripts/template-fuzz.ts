/**
 * Compares the trees of random templates by their programs with those of the parser. The same seed draws the same
 * templates. The exit code is 1 when trees differ.
 *
 *   npm run fuzz:templates -- [--seed N] [--templates N]
 */

import { parseArgs } from 'node:util';
import { randomTemplate } from '../test/support/random-templates.js';
import { TemplateTrees } from '../test/support/template-trees.js';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, templates: { type: 'string', default: '10000' } },
});
const first = Number(values.seed);
const counts = { templates: 0, documents: 0, built: 0, finds: 0 };
for (let seed = first; seed < first + Number(values.templates); seed += 1) {
  const { data, ...template } = randomTemplate(seed);
  const trees = new TemplateTrees(template);
  counts.templates += 1;
  for (const [index, each] of data.entries()) {
    const { isBuilt, difference } = trees.compare(each);
    counts.documents += 1;
    if (isBuilt) counts.built += 1;
    if (difference === undefined) continue;
    counts.finds += 1;
    console.log(JSON.stringify({ seed, index, difference, ...template, data: each }));
  }
}
console.log(JSON.stringify(counts));
process.exitCode = counts.finds === 0 ? 0 : 1;
