/** The samples of the documentation do what it says. Those of the HTTP API: test/cli/start.test.ts. */

import { chmodSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { createRenderer } from '../src/index.js';
import { openEmbeddedPostgres } from '../src/service/storage/embedded/server.js';
import { built } from './support/build.js';
import { binary, platen, type RunOptions } from './support/cli.js';
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

/** Making one takes as long as a render. */
const companyKey = signingKey('kept by the company');

/** The authority of the samples, which does not exist. */
const AUTHORITY = 'https://tsa.example.com';

/** A folder with the files that the samples name, outside of which they know nothing. */
function desk(t: Test): string {
  const folder = t.testdir({
    'logo.png': png(8, 8),
    'company.p12': companyKey,
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
  const before = process.cwd();
  t.teardown(() => process.chdir(before));
  for (const [index, sample] of samples.entries()) {
    process.chdir(before);
    const cwd = desk(t);
    const needsAuthority = sample.includes(AUTHORITY);
    const authority = needsAuthority ? await serveAuthority(t, testAuthority(join(cwd, 'tsa'))) : undefined;
    const own = sample
      .replace("from 'platen'", `from '${built('src/index.js')}'`)
      .replace(AUTHORITY, authority?.url ?? '');
    const module = join(cwd, `sample-${index}.mjs`);
    writeFileSync(module, own);
    process.chdir(cwd);
    await t.resolves(import(module), sample);
    if (sample.includes("'invoice.pdf'"))
      t.match(await textOf(readFileSync(join(cwd, 'invoice.pdf'))), /Rechnung|Invoice/);
  }
});

/** A command that needs no shell. */
const PLAIN = /^platen ([\w@./ -]+)$/;

t.test('the samples of the command line run', async (t) => {
  // Those that speak to a running service are run where one runs: test/cli/start.test.ts.
  const scripts = DOCUMENTS.flatMap((file) => blocks(doc(file), 'sh')).filter((text) => !/curl|docker|npm/.test(text));
  t.ok(scripts.length >= 4);
  for (const script of scripts) {
    const cwd = desk(t);
    const dataDir = join(cwd, 'data');
    const variables = { PLATEN_DATA_DIR: dataDir };
    // The commands of a script find it running, as those of an operator find that of the service.
    const server = /account/.test(script) ? await openEmbeddedPostgres({ dataDir }) : undefined;
    const env = { ...variables, PATH: `${join(cwd, 'bin')}:${process.env['PATH']}` };
    const lines = script.replaceAll('npx platen', 'platen').split('\n');
    const isPlain = lines.filter(Boolean).every((line) => PLAIN.test(line));
    if (isPlain) for (const line of lines.filter(Boolean)) await succeeds(t, line, { cwd, env: variables });
    else await shell(`set -eu\n${lines.join('\n')}`, { cwd, env });
    await server?.close();
    for (const [, name] of script.matchAll(/-o (\S+\.pdf)/g)) t.ok(statSync(join(cwd, name!)).size > 10_000, name!);
  }
});

/** Runs a command in this process. */
async function succeeds(t: Test, line: string, options: RunOptions): Promise<void> {
  const { exitCode, stderr } = await platen(PLAIN.exec(line)![1]!.split(' '), options);
  t.equal(exitCode, 0, `${line}: ${stderr}`);
}
