/** The files of the client: what a page loads before it is shown, compressed as they are served. */

import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import t from 'tap';
import { build } from 'vite';
import { ROOT } from '../support/build.js';

const WEB = join(ROOT, 'src/portal/web/');
const MAX_FIRST_VIEW = 250_000;
/** Packages that only some pages need. */
const EDITOR = /\/node_modules\/@(?:codemirror|lezer)\//;
/** But for the address of its worker, which is a line. */
const PDF = /\/node_modules\/pdfjs-dist\/[^?]*$/;

interface Chunk {
  readonly fileName: string;
  readonly code: string;
  readonly modules: readonly string[];
  /** Chunks that it needs before it runs. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

/** The build of the client, which is not written. */
async function buildClient() {
  const built = await build({ configFile: `${WEB}vite.config.mjs`, logLevel: 'warn', build: { write: false } });
  if (Array.isArray(built) || !('output' in built)) throw new Error('the build has no output');
  const chunks: Chunk[] = [];
  const sizes = new Map<string, number>();
  for (const file of built.output) {
    const isChunk = file.type === 'chunk';
    sizes.set(file.fileName, brotliCompressSync(isChunk ? file.code : file.source).length);
    if (!isChunk) continue;
    const { fileName, code, moduleIds, imports, viteMetadata } = file;
    chunks.push({ fileName, code, modules: moduleIds, imports, styles: [...(viteMetadata?.importedCss ?? [])] });
  }
  return { chunks, sizes };
}

t.test('what a page loads before it is shown', async (t) => {
  const { chunks, sizes } = await buildClient();
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = (module: string) => chunks.find(({ modules }) => modules.includes(WEB + module))!;
  /** The chunks of modules and all that they import; not what they load later. */
  const loaded = (...modules: string[]): Chunk[] => {
    const found = new Set(modules.map(chunkOf));
    for (const { imports } of found) for (const name of imports) found.add(byName.get(name)!);
    return [...found];
  };
  const sizeOf = (of: readonly Chunk[]) => {
    const names = new Set(['index.html', ...of.flatMap(({ fileName, styles }) => [fileName, ...styles])]);
    return [...names].reduce((sum, name) => sum + sizes.get(name)!, 0);
  };
  const has = (of: readonly Chunk[], what: RegExp) => of.some(({ modules }) => modules.some((name) => what.test(name)));

  t.test('the first views, of visitors and of people who are signed in, are small', async (t) => {
    const views = { 'sign-in': loaded('main.tsx'), templates: loaded('main.tsx', 'pages/templates.tsx') };
    for (const [name, of] of Object.entries(views)) {
      t.ok(has(of, /\/react-dom\//), `${name}: the page draws itself`);
      t.ok(sizeOf(of) <= MAX_FIRST_VIEW, `${name}: ${sizeOf(of)} bytes`);
    }
  });

  t.test('only the pages with an editor load it, and none waits for pdf.js', async (t) => {
    const pages = ['templates', 'gallery', 'editor', 'versions', 'images', 'batches', 'usage', 'docs'];
    const withEditor = pages.filter((name) => has(loaded('main.tsx', `pages/${name}.tsx`), EDITOR));
    t.strictSame(withEditor, ['editor', 'versions']);
    t.strictSame(
      pages.filter((name) => has(loaded('main.tsx', `pages/${name}.tsx`), PDF)),
      [],
    );
    t.ok(has(chunks, PDF), 'it is there to be loaded');
  });
});
