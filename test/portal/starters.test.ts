/** The templates of the gallery. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { ROOT } from '../support/build.js';

const FOLDER = pathToFileURL(join(ROOT, 'src/portal/starters/'));

t.test('every starter has sample data and renders without diagnostics', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.html'));
  t.equal(names.length, 10);
  for (const name of names) {
    const html = readFileSync(new URL(name, FOLDER), 'utf8');
    const data = JSON.parse(readFileSync(new URL(name.replace('.html', '.json'), FOLDER), 'utf8'));
    t.strictSame((await renderer.validate({ html, data })).diagnostics, [], name);
  }
});
