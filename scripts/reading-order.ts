/**
 * Compares the order of text in the structure tree of tagged PDFs with that of the documents.
 *
 *   npm run reading-order -- FOLDER … [--show 5]      exits with code 1 when text has moved
 *
 * Renders every HTML file of the folders as it is, without data and assets. The structure tree must have the texts in the
 * order of the box tree: the order of the source, with generated content, without what has no box, white space collapsed,
 * and the head and foot of a table first and last. Text that the tree lacks (in drawings and form controls, hidden or
 * clipped) has not moved. `--show n` prints the first n moved texts of a document.
 * Sources: ISO 32000-1, 14.8.2.3; ISO 14289-1, 7.2
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRenderer } from '../src/index.js';
import { structureTexts } from '../test/support/structure.js';
import { movedTexts } from './reading-order/moved.js';
import { sourceTexts } from './reading-order/source.js';

const { values, positionals } = parseArgs({
  options: { show: { type: 'string', default: '5' } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error('Usage: npm run reading-order -- FOLDER … [--show 5]');
  process.exit(2);
}

const renderer = createRenderer();
let compared = 0;
let different = 0;
let refused = 0;
try {
  for (const file of positionals.flatMap(documentsIn)) {
    const html = readFileSync(file, 'utf8');
    try {
      const source = sourceTexts(html);
      if (source.length === 0) continue;
      const { pdf } = await renderer.render({ html: html.replaceAll('{{', '\\{{') });
      compared++;
      const moved = movedTexts(source, await structureTexts(pdf));
      if (moved.length === 0) continue;
      different++;
      console.log(`${file}: ${moved.join('').length} characters`);
      for (const text of moved.slice(0, Number(values.show))) console.log(`  ${text}`);
    } catch (error) {
      refused++;
      console.log(`${file}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
} finally {
  await renderer.close();
}
console.log(`${compared} documents, ${different} with moved text${refused ? `, ${refused} not rendered` : ''}`);
process.exitCode = different > 0 ? 1 : 0;

function documentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => join(folder, name));
}
