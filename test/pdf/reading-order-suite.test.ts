/**
 * The text of every document of the suite and of the examples, by its tags, is in the order of the source.
 * Sources: ISO 32000-1, 14.8.2.3; ISO 14289-1, 7.2
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { movedTexts } from '../../scripts/reading-order/moved.js';
import { sourceTexts } from '../../scripts/reading-order/source.js';
import { compileTemplate } from '../../src/engine/template/expand.js';
import { createRenderer } from '../../src/index.js';
import { CORE } from '../support/engines.js';
import { structureTexts } from '../support/structure.js';

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

for (const root of ['test/suite', 'examples']) {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  t.test(root, async (t) => {
    t.ok(files.length > 10);
    for (const name of files.sort()) {
      const file = join(root, name);
      const html = readFileSync(file, 'utf8');
      if (IS_OVERRIDDEN.test(html) || IS_COVERED.test(name)) continue;
      const data = file.replace(/html$/, 'json');
      const expanded = existsSync(data)
        ? compileTemplate(html, {}).expand({ data: JSON.parse(readFileSync(data, 'utf8')) })
        : html;
      t.strictSame(await moved(expanded), [], file);
    }
  });
}

t.test('text that moved is found', async (t) => {
  t.strictSame(movedTexts(['one ', 'two ', 'three'], ['two ', 'one ', 'three']).join(''), 'one');
  t.strictSame(movedTexts(['one ', 'two'], ['one ', 'tw\u00ado …']), []);
});
