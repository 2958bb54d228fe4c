// `npm start`: bundles the programs after changes, without checking types, then runs `platen serve`.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLI = join(ROOT, 'dist/src/cli.js');
const BUNDLER = join(ROOT, 'node_modules/esbuild');
const BUNDLE = join(ROOT, 'scripts/bundle.mjs');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const PORTAL = join(ROOT, 'dist/portal');
const PORTAL_SOURCES = ['src/portal/web', 'package-lock.json'];
/** Its modification time is that of the last build. */
const STAMP = join(ROOT, 'dist/.built');
const SOURCES = ['src', 'native', 'workers', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 15))
  refuse(`Platen needs Node.js 20.15 or later; this is ${process.versions.node}`);
if (!existsSync(join(ROOT, 'node_modules'))) refuse('its packages are not installed: run "npm ci" first');
// Without development packages, the existing build is used.
if (existsSync(BUNDLER)) {
  build();
  buildPortal();
} else if (!existsSync(CLI)) {
  refuse('it is not built, and esbuild is not here to build it: run "npm ci" first');
}

process.argv.splice(1, 1, CLI, 'serve');
await import(pathToFileURL(CLI).href);

function build() {
  const last = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (existsSync(CLI) && SOURCES.every((name) => newest(join(ROOT, name)) < last)) return;
  console.log('Building…');
  const began = new Date();
  run(BUNDLE);
  writeFileSync(STAMP, '');
  utimesSync(STAMP, began, began);
}

function buildPortal() {
  const last = statSync(PORTAL, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (PORTAL_SOURCES.every((name) => newest(join(ROOT, name)) < last)) return;
  console.log('Building the portal…');
  run(VITE, 'build', '--logLevel', 'warn', '--config', 'src/portal/web/vite.config.mjs');
}

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) refuse('the build failed', status ?? 1);
}

/** Time of the last change in a folder, including removals, which change the folder itself. */
function newest(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = readdirSync(path, { recursive: true }).map((name) => statSync(join(path, name)).mtimeMs);
  return Math.max(found.mtimeMs, ...inside);
}

function refuse(why, exitCode = 2) {
  console.error(`platen: ${why}`);
  process.exit(exitCode);
}
