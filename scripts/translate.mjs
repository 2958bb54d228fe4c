// Translates the TypeScript of the project, module by module, to JavaScript that tests run: what changed since last time.
//
//   node scripts/translate.mjs
//
// The output in .tap/build has the folders of the sources, and source maps, so that failures name lines of TypeScript.
// What processes and threads start from is bundled, as in dist/: hundreds of modules load more slowly than a few files.
// Types are not checked: `npm run types` does that.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, version } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Inside the project, so that packages are found. */
export const FOLDER = join(ROOT, '.tap/build');
const TOPS = ['src', 'native', 'workers', 'scripts', 'bench', 'test'].filter((top) => existsSync(join(ROOT, top)));
/** They hold no modules. */
const SKIPPED = /^(?:native\/core\/(?:src|target)|test\/suite)(?:\/|$)/;
const TYPESCRIPT = /(?<!\.d)\.ts$/;
/** Files that modules load from beside them. */
const LINKED = /^native\/core\/[^/]+\.(?:wasm|node)$|^(?:scripts|test)\/.*\.mjs$|^test\/wpt\/.*\.json$/;
/** Bundles, and what is in them. */
const PROGRAMS = join(FOLDER, 'programs');
/** Modules that processes and threads start from, of the product and of tests. */
const STARTED = /^(?:workers\/[^/]+|test\/.*-(?:process|thread))\.ts$/;
export const OPTIONS = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  chunkNames: 'src/chunk-[hash]',
};
/** The package that tests import as `tap`, in one file, in a folder whose frames tap leaves out of stack traces. */
const TAP = join(FOLDER, 'node_modules/@tapjs/tap');
const TAP_LINK = join(FOLDER, 'node_modules/tap');
/** Not in strings, of which some hold program texts. */
const OWN_PLACE = /(?<!['"`])\bimport\.meta\.(url|filename)\b/g;
/** In bundles, a module sees its own `import.meta.url`, or that of its translation: what it finds beside itself is there. */
export const ownPlaces = {
  name: 'own-places',
  setup(building) {
    building.onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta')) return undefined;
      const isTranslated = path.endsWith('.ts');
      const place = isTranslated ? output(relative(ROOT, path), '.js') : path;
      const places = { url: pathToFileURL(place).href, filename: place };
      const contents = text.replace(OWN_PLACE, (_, kind) => JSON.stringify(places[kind]));
      return { contents, loader: isTranslated ? 'ts' : 'js' };
    });
  },
};
/** Packages that are bundled with what uses them: they consist of hundreds of modules. */
const BUNDLED_PACKAGES = /^typebox(?:\/|$)/;
/** For builds whose packages are external. */
export const bundledPackages = {
  name: 'bundled-packages',
  setup(building) {
    building.onResolve({ filter: BUNDLED_PACKAGES }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    }));
  },
};
const MANIFEST = join(FOLDER, 'manifest.json');
const PORTAL_KEY = join(FOLDER, 'portal.key');
const VITE_OPTIONS = ['build', '--logLevel', 'error', '--config', 'src/portal/web/vite.config.mjs'];
const KEY = JSON.stringify([version, OPTIONS, String(BUNDLED_PACKAGES)]);

/** Builds the client of the portal, unless its sources are those of last time. */
export function buildPortal() {
  const files = ['package-lock.json', ...filesIn('src/portal/web'), ...filesIn('src/portal/starters')];
  const key = files.map((file) => hashOf(file)).join();
  if (existsSync(join(ROOT, 'dist/portal/index.html')) && readText(PORTAL_KEY) === key) return;
  execFileSync(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), ...VITE_OPTIONS], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  replace(PORTAL_KEY, key);
}

/** Runs may overlap: files are replaced as a whole. @returns how many modules were translated */
export async function translate() {
  const files = TOPS.flatMap((top) => filesIn(top));
  for (const top of TOPS) removeBrokenLinks(join(FOLDER, top));
  for (const file of files) if (LINKED.test(file)) link(file);

  const hashes = {};
  for (const file of files) if (TYPESCRIPT.test(file)) hashes[file] = hashOf(file);
  const { hashes: known, bundled: bundledBefore } = readManifest();
  const gone = Object.keys(known).filter((file) => !(file in hashes));
  const changed = Object.keys(hashes).filter((file) => hashes[file] !== known[file]);
  for (const file of gone) for (const end of ['.js', '.js.map']) rmSync(output(file, end), { force: true });
  if (changed.length > 0) {
    const entryPoints = changed.map((file) => ({ in: `./${file}`, out: file.replace(TYPESCRIPT, '') }));
    const { outputFiles } = await build({ ...OPTIONS, absWorkingDir: ROOT, entryPoints, outdir: FOLDER, write: false });
    for (const { path, contents } of outputFiles) replace(path, contents);
  }
  const inPrograms = new Set(bundledBefore);
  const isStale = [...changed, ...gone].some((file) => inPrograms.has(file) || STARTED.test(file));
  const bundled = isStale ? await bundlePrograms(files) : bundledBefore;
  await bundleTap();
  if (changed.length + gone.length > 0) replace(MANIFEST, JSON.stringify({ key: KEY, hashes, bundled }));
  return changed.length;
}

/**
 * Bundles the command line, and what processes and threads start from, which becomes a link to its bundle.
 * @returns the modules of the project that are in bundles
 */
async function bundlePrograms(files) {
  const started = files.filter((file) => STARTED.test(file)).map((file) => file.replace(TYPESCRIPT, ''));
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    absWorkingDir: ROOT,
    entryPoints: [
      { in: './src/cli.ts', out: 'src/cli' },
      ...started.map((name) => ({ in: `./${name}.ts`, out: name })),
    ],
    outdir: PROGRAMS,
    bundle: true,
    splitting: true,
    packages: 'external',
    plugins: [ownPlaces, bundledPackages],
    metafile: true,
    write: false,
  });
  // Chunks first: entry points are replaced when all that they import is there.
  const isEntry = ({ path }) => !basename(path).startsWith('chunk-');
  for (const { path, contents } of outputFiles.sort((a, b) => isEntry(a) - isEntry(b))) replace(path, contents);
  for (const name of started) replaceByLink(join(FOLDER, `${name}.js`), join(PROGRAMS, `${name}.js`));
  const written = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(join(PROGRAMS, 'src')))
    if (/\.(?:js|map)$/.test(name) && !written.has(name)) rmSync(join(PROGRAMS, 'src', name), { force: true });
  return Object.keys(metafile.inputs).filter((file) => !file.startsWith('node_modules/'));
}

/** By path; after translate(). */
export const hashesOfModules = () => readManifest().hashes;

/**
 * Bundles tap: it consists of 350 modules, of which every test loads all. Modules in it see their own `import.meta.url`;
 * what prints React elements, which no test compares, is loaded on use.
 */
async function bundleTap() {
  const key = ['package-lock.json', 'scripts/translate.mjs'].map(hashOf).join();
  if (readText(join(TAP, 'key')) === key) return;
  const place = (path) => JSON.stringify(pathToFileURL(path).href);
  const plugin = {
    name: 'tap',
    setup(building) {
      building.onLoad({ filter: /\/react-element-to-jsx-string\.js$/ }, ({ path }) => ({
        contents: `
          import { createRequire } from 'node:module';
          const load = createRequire(${place(path)});
          export default (...all) => load('react-element-to-jsx-string').default(...all);`,
      }));
      building.onLoad({ filter: /\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        return { contents: text.replaceAll('import.meta.url', place(path)) };
      });
    },
  };
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents: "export * from 'tap'; export { default } from 'tap';", resolveDir: ROOT },
    outfile: join(TAP, 'index.js'),
    bundle: true,
    sourcemap: false,
    // Some of its packages are CommonJS.
    banner: { js: "import { createRequire as maker } from 'node:module'; const require = maker(import.meta.url);" },
    plugins: [plugin],
    write: false,
  });
  for (const { path, contents } of outputFiles) replace(path, contents);
  replace(join(TAP, 'package.json'), JSON.stringify({ name: 'tap', type: 'module', exports: './index.js' }));
  replaceByLink(TAP_LINK, TAP);
  replace(join(TAP, 'key'), key);
}

/** Paths from the root of the project. */
function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (SKIPPED.test(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function readManifest() {
  const { key, ...manifest } = JSON.parse(readText(MANIFEST) ?? '{}');
  return key === KEY ? manifest : { hashes: {}, bundled: [] };
}

const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

const hashOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('base64');

const output = (file, extension) => join(FOLDER, file.replace(TYPESCRIPT, extension));

/** Links to files that are gone, as an addon that is no longer built. */
function removeBrokenLinks(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeBrokenLinks(path);
    else if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path, { force: true });
  }
}

function link(file) {
  const target = join(FOLDER, file);
  mkdirSync(dirname(target), { recursive: true });
  try {
    symlinkSync(relative(dirname(target), join(ROOT, file)), target);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function replace(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, contents);
  renameSync(part, path);
}

function replaceByLink(path, target) {
  const part = `${path}.${process.pid}`;
  symlinkSync(relative(dirname(path), target), part);
  renameSync(part, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`${await translate()} modules translated`);
