/** The samples of the documentation do what it says. Those of the HTTP API: test/cli/start.test.ts. */

import { execFile } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { createRenderer } from '../src/index.js';
import { built } from './support/build.js';
import { binary } from './support/cli.js';
import { blocks, DOCUMENTS } from './support/documents.js';
import { png } from './support/images.js';
import { textOf } from './support/pdf.js';
import { shell } from './support/shell.js';
import { signingKey } from './support/signing-key.js';
import { hasOpenssl, serveAuthority, testAuthority } from './support/timestamp-authority.js';

const doc = (name: string): string => readFileSync(name, 'utf8');

const renderer = createRenderer();
const contract = Buffer.from((await renderer.render({ html: '<title>Contract</title><p>Contract' })).pdf);
await renderer.close();

/** The authority of the samples, which does not exist. */
const AUTHORITY = 'https://tsa.example.com';

/** A folder with the files that the samples name, outside of which they know nothing. */
function desk(t: Test): string {
  const folder = t.testdir({
    'logo.png': png(8, 8),
    'company.p12': signingKey('kept by the company'),
    'invoices.ndjson': `${JSON.stringify(JSON.parse(doc('examples/invoice.json')))}\n`,
    'addresses.csv': 'name\nAda\n',
    'contract.pdf': contract,
    bin: {},
    tsa: {},
    fonts: {},
  });
  cpSync('examples', folder, { recursive: true });
  cpSync('examples', join(folder, 'examples'), { recursive: true });
  const arimo = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/package.json'));
  cpSync(join(arimo, '400Regular/Arimo_400Regular.ttf'), join(folder, 'fonts/house.ttf'));
  const platen = join(folder, 'bin/platen');
  writeFileSync(platen, `#!/bin/sh\nexec '${binary.command.join("' '")}' "$@"\n`);
  chmodSync(platen, 0o755);
  return folder;
}

t.test('the samples of the library run', async (t) => {
  const all = DOCUMENTS.flatMap((file) => blocks(doc(file), 'js'));
  const samples = all.filter((sample) => hasOpenssl || !sample.includes(AUTHORITY));
  t.ok(samples.length >= 2);
  for (const sample of samples) {
    const cwd = desk(t);
    const needsAuthority = sample.includes(AUTHORITY);
    const authority = needsAuthority ? await serveAuthority(t, testAuthority(join(cwd, 'tsa'))) : undefined;
    const own = sample
      .replace("from 'platen'", `from '${built('src/index.js')}'`)
      .replace(AUTHORITY, authority?.url ?? '');
    writeFileSync(join(cwd, 'sample.mjs'), own);
    const { stderr } = await promisify(execFile)(process.execPath, ['sample.mjs'], { cwd });
    t.equal(stderr, '');
    if (sample.includes("'invoice.pdf'"))
      t.match(await textOf(readFileSync(join(cwd, 'invoice.pdf'))), /Rechnung|Invoice/);
  }
});

t.test('the samples of the command line run', async (t) => {
  // Those that speak to a running service are run where one runs: test/cli/start.test.ts.
  const scripts = DOCUMENTS.flatMap((file) => blocks(doc(file), 'sh')).filter((text) => !/curl|docker|npm/.test(text));
  t.ok(scripts.length >= 4);
  for (const script of scripts) {
    const cwd = desk(t);
    const env = { PATH: `${join(cwd, 'bin')}:${process.env['PATH']}`, PLATEN_DATA_DIR: join(cwd, 'data') };
    await shell(`set -eu\n${script.replaceAll('npx platen', 'platen')}`, { cwd, env });
    for (const [, name] of script.matchAll(/-o (\S+\.pdf)/g)) t.ok(statSync(join(cwd, name!)).size > 10_000, name!);
  }
});
