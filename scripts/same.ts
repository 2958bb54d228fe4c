/**
 * Compares the PDFs and diagnostics of documents with those of another commit, byte by byte.
 *
 *   npm run same -- BASE [--engine core|wasm|typst] [FOLDER …]
 *
 *   BASE      a commit
 *   --engine  the PDF writer; default: the core, as the addon where it is built, and Typst
 *   FOLDER    additional folders with HTML files
 *
 * Renders the fixtures in test/suite, the examples and the documents of the folders with a build of BASE and one of the
 * working tree. Both use the addon of the working tree, if it is built: a change of native/core/ is not compared. Exits with code
 * 1 when documents differ.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { coreAddonPath } from '../native/core-addon.js';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Runs in a build, which may have another structure than this tree: it uses the library's entry point only. */
const RUNNER = `
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRenderer } from './dist/src/index.js';

const renderer = createRenderer({ engine: process.argv[3] });
const result = {};
for (const name of JSON.parse(process.argv[2])) {
  const data = name.replace(/html$/, 'json');
  const isTemplate = /[/]examples[/][^/]*$/.test(name) && existsSync(data);
  const source = readFileSync(name, 'utf8');
  const html = isTemplate ? source : source.replaceAll('{{', '\\\\{{');
  const assets = (url) => {
    const file = url.startsWith('file:') ? fileURLToPath(url) : resolve(dirname(name), url.replace(/[?#].*$/s, ''));
    return existsSync(file) && statSync(file).isFile() ? new Uint8Array(readFileSync(file)) : undefined;
  };
  const now = 1_700_000_000_000;
  try {
    const input = { html, assets, now, ...(isTemplate && { data: JSON.parse(readFileSync(data, 'utf8')) }) };
    const { pdf, diagnostics } = await renderer.render(input);
    result[name] = createHash('sha256').update(pdf).update(JSON.stringify(diagnostics)).digest('hex').slice(0, 16);
  } catch (error) {
    result[name] = String(error.message ?? error).slice(0, 200);
  }
}
await renderer.close();
process.stdout.write(JSON.stringify(result));
`;

const { values, positionals } = parseArgs({ options: { engine: { type: 'string' } }, allowPositionals: true });
const [base, ...folders] = positionals;
if (!base || (values.engine !== undefined && !/^(?:core|wasm|typst)$/.test(values.engine))) {
  console.error('Usage: npm run same -- BASE [--engine core|wasm|typst] [FOLDER …]');
  process.exit(2);
}
const core = coreAddonPath();
const engines = values.engine ? [values.engine] : [core === undefined ? 'wasm' : 'core', 'typst'];
const scratch = mkdtempSync(join(tmpdir(), 'same-'));
try {
  const documents = [join(PROJECT, 'test/suite'), join(PROJECT, 'examples'), ...folders.map((name) => resolve(name))]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.html'))
    .sort();
  const builds = [checkOut(base), PROJECT].map(build);
  for (const engine of engines) {
    const [before, after] = builds.map((folder) => hashes(folder, engine, documents));
    const changed = documents.filter((name) => before![name] !== after![name]);
    for (const name of changed) console.log(`${engine} ${name}: ${before![name]} → ${after![name]}`);
    console.log(`${engine}: ${documents.length} documents, ${changed.length} differ from ${base}`);
    if (changed.length > 0) process.exitCode = 1;
  }
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', join(scratch, 'base')], { cwd: PROJECT, stdio: 'ignore' });
  rmSync(scratch, { recursive: true, force: true });
}

function checkOut(commit: string): string {
  const folder = join(scratch, 'base');
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: PROJECT, stdio: 'ignore' });
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Builds a checkout in a folder of its own. @returns the folder */
function build(checkout: string): string {
  const folder = mkdtempSync(join(scratch, 'build-'));
  for (const name of readdirSync(checkout)) {
    if (/^(?:src|native|workers|package\.json|tsconfig.*\.json)$/.test(name))
      cpSync(join(checkout, name), join(folder, name), { recursive: true });
  }
  if (core !== undefined) cpSync(core, join(folder, 'native/core', basename(core)));
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  writeFileSync(join(folder, 'run.mjs'), RUNNER);
  return folder;
}

/** Renders the documents with a build. @returns the hash of each, or the error message, by name */
function hashes(folder: string, engine: string, documents: readonly string[]): Record<string, string> {
  const output = execFileSync(process.execPath, ['run.mjs', JSON.stringify(documents), engine], {
    cwd: folder,
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output.toString()) as Record<string, string>;
}
