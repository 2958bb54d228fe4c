// Bundles test files for a run of many: most of what a small file costs is the loading of hundreds of modules.
//
// What they share is in chunks, each loaded where it is used. What modules find beside themselves, and start from, is that
// of their translation (scripts/translate.mjs).

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundledPackages, FOLDER, hashesOfModules, OPTIONS, ownPlaces } from './translate.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A folder for each selection of files, at this depth so that packages, and `tap`, are found as by translations. */
const BUNDLES = join(FOLDER, 'bundles');
/** Folders that are kept: other runs may go on. */
const KEPT = 4;

/**
 * @param files  test files, after translate()
 * @returns      the program of each
 */
export async function bundleTests(files) {
  const key = createHash('sha256')
    .update(JSON.stringify([files.toSorted(), hashesOfModules(), readFileSync(fileURLToPath(import.meta.url), 'utf8')]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(BUNDLES, key);
  if (!existsSync(folder)) {
    const { outputFiles } = await build({
      ...OPTIONS,
      absWorkingDir: ROOT,
      entryPoints: files.map((file) => ({ in: `./${file}`, out: file.replace(/\.ts$/, '') })),
      outdir: folder,
      bundle: true,
      splitting: true,
      packages: 'external',
      chunkNames: 'chunk-[hash]',
      plugins: [ownPlaces, bundledPackages],
      write: false,
    });
    // Written beside, and given its name when it is complete: runs may overlap.
    const part = `${folder}.${process.pid}`;
    for (const { path, contents } of outputFiles) {
      const target = join(part, relative(folder, path));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, contents);
    }
    if (existsSync(folder)) rmSync(part, { recursive: true });
    else renameSync(part, folder);
    removeOld();
  }
  return new Map(files.map((file) => [file, join(folder, file.replace(/\.ts$/, '.js'))]));
}

function removeOld() {
  const age = (name) => -statSync(join(BUNDLES, name)).mtimeMs;
  const old = readdirSync(BUNDLES)
    .map((name) => [age(name), name])
    .sort(([a], [b]) => a - b)
    .slice(KEPT);
  for (const [, name] of old) rmSync(join(BUNDLES, name), { recursive: true, force: true });
}
