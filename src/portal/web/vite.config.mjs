// Builds the client of the portal into dist/portal: files with hashed names, each with a copy compressed by brotli.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig } from 'vite';
import { readReference } from '../../../scripts/portal-reference.mjs';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const OUT = fileURLToPath(new URL('../../../dist/portal', import.meta.url));
const REFERENCE = 'virtual:reference';

/** The engine's own tables, for completion and the documentation. */
const reference = () => ({
  name: 'platen-reference',
  resolveId: (id) => (id === REFERENCE ? `\0${REFERENCE}` : undefined),
  load: async (id) => (id === `\0${REFERENCE}` ? `export default ${JSON.stringify(await readReference())}` : undefined),
});

const brotli = () => ({
  name: 'platen-brotli',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/^assets\/.*\.(?:js|mjs|css|svg|json)$/.test(name)) continue;
      const bytes = readFileSync(join(dir, name));
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }));
    }
  },
});

export default defineConfig({
  root: ROOT,
  base: '/',
  plugins: [reference(), brotli()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rollupOptions: { input: ['index.html', 'studio.html'].map((name) => join(ROOT, name)) },
  },
});
