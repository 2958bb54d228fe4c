/**
 * The text of every document of the suite and of the examples, by its tags, is in the order of the source.
 * Sources: ISO 32000-1, 14.8.2.3; ISO 14289-1, 7.2
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { movedTexts } from '../../scripts/reading-order/moved.js';
import { sourceTexts } from '../../scripts/reading-order/source.js';
import { compileTemplate } from '../../src/engine/template/expand.js';
import { createRenderer } from '../../src/index.js';
import { CORE } from '../support/engines.js';
import { structureTexts } from '../support/structure.js';
import { suiteSample } from '../support/suite.js';

/** Text that an override shows from its end to its start is so in the PDF. */
const IS_OVERRIDDEN = /<bdo|(?:bidi|isolate)-override/;

/** A full stop is below the border of the positioned box before it, and so painted and marked first, in one paragraph. */
const IS_COVERED = /inline-boxes-in-vertical-lr-contain-positioned-boxes/;

const renderer = createRenderer({ engine: CORE });
t.teardown(() => renderer.close());

async function moved(html: string): Promise<string[]> {
  const source = sourceTexts(html);
  if (source.length === 0) return [];
  // The document is expanded already.
  const { pdf } = await renderer.render({ html: html.replaceAll('{{', '\\{{') });
  return movedTexts(source, await structureTexts(pdf));
}

t.test('the documents of the suite', async (t) => {
  for (const { name, html } of suiteSample('reading order')) {
    if (IS_OVERRIDDEN.test(html) || IS_COVERED.test(name)) continue;
    t.strictSame(await moved(html), [], name);
  }
});

t.test('the examples', async (t) => {
  for (const name of readdirSync('examples').filter((name) => name.endsWith('.html'))) {
    const file = join('examples', name);
    const data = JSON.parse(readFileSync(file.replace(/html$/, 'json'), 'utf8'));
    t.strictSame(await moved(compileTemplate(readFileSync(file, 'utf8'), {}).expand({ data })), [], file);
  }
});

t.test('text that moved is found', async (t) => {
  t.strictSame(movedTexts(['one ', 'two ', 'three'], ['two ', 'one ', 'three']).join(''), 'one');
  t.strictSame(movedTexts(['one ', 'two'], ['one ', 'tw\u00ado …']), []);
});
