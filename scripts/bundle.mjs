// Bundles each program into few files: loading hundreds of modules takes longer than the first render.
//
//   node scripts/bundle.mjs [FOLDER]     FOLDER is the build, default dist; what tsc wrote there besides stays
//
// The bundle replaces the entry points in the build; index.js, which loads requirements.js before anything
// else, stays as it is. Their depth in it is that of the sources, and code that they share is
// in src/, so that paths relative to a module hold. Packages are not bundled.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(root, process.argv[2] ?? 'dist');

mkdirSync(join(folder, 'src'), { recursive: true });
for (const name of readdirSync(join(folder, 'src'))) if (/^chunk-/.test(name)) rmSync(join(folder, 'src', name));
await build({
  absWorkingDir: root,
  entryPoints: {
    'src/requirements': 'src/requirements.ts',
    'src/renderer': 'src/renderer.ts',
    'src/cli': 'src/cli.ts',
    'src/progress-thread': 'src/cli/progress-thread.ts',
    'workers/batch': 'workers/batch.ts',
    'workers/preview': 'workers/preview.ts',
    'workers/join': 'workers/join.ts',
    'workers/http': 'workers/http.ts',
    'workers/render': 'workers/render.ts',
    'workers/isolated': 'workers/isolated.ts',
    'workers/isolated-renderer': 'workers/isolated-renderer.ts',
    'workers/stop-postgres': 'workers/stop-postgres.ts',
    'workers/tune': 'workers/tune.ts',
  },
  outdir: folder,
  chunkNames: 'src/chunk-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  legalComments: 'none',
});
