/** Checks the layers of the architecture against the actual imports. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import t from 'tap';
import { ROOT } from './support/build.js';

/** The client of the portal runs in browsers and is bundled by itself. */
const CLIENT = 'src/portal/web/';
const SOURCES = ['src', 'native', 'workers']
  .flatMap((folder) => typescriptFiles(join(ROOT, folder)))
  .filter((file) => !file.startsWith(CLIENT));

/**
 * Inside the engine a stage imports from stages before it. Its front files (render, errors, diagnostics) are exempt.
 */
const STAGES = ['template', 'html', 'css', 'text', 'box', 'layout', 'paint', 'encode', 'typst'];
const SHARED_BY_ALL_STAGES = /^src\/engine\/(?:budgets\.ts|deadline\.ts|diagnostics\.ts|errors\.ts|collections\/)/;

function typescriptFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => relative(ROOT, join(folder, name)));
}

/** Imports allowed between the parts of src/service: folders, and front files by their name. */
const SERVICE = {
  'errors.ts': [],
  'ids.ts': [],
  'cache.ts': [],
  'locale.ts': ['errors.ts'],
  'standard.ts': ['errors.ts'],
  'saved-options.ts': [],

  observe: [],
  limits: [],
  storage: ['errors.ts'],
  cluster: ['observe'],
  webhooks: ['errors.ts'],
  pool: ['errors.ts', 'observe', 'saved-options.ts'],

  identity: ['cache.ts', 'errors.ts', 'ids.ts', 'limits', 'locale.ts', 'storage'],
  files: ['errors.ts', 'ids.ts', 'storage'],
  credits: ['errors.ts', 'files', 'identity', 'ids.ts', 'storage'],
  templates: ['errors.ts', 'ids.ts', 'locale.ts', 'saved-options.ts', 'standard.ts', 'storage'],
  assets: ['cache.ts', 'errors.ts', 'files', 'ids.ts', 'storage'],
  batches: ['credits', 'errors.ts', 'files', 'identity', 'ids.ts', 'saved-options.ts', 'storage', 'webhooks'],
  'data.ts': ['assets', 'batches', 'credits', 'errors.ts', 'files', 'identity', 'storage', 'templates'],
  'sweeper.ts': ['batches', 'credits', 'files', 'identity', 'storage'],

  render: [
    'batches',
    'credits',
    'data.ts',
    'errors.ts',
    'files',
    'identity',
    'limits',
    'locale.ts',
    'observe',
    'pool',
    'saved-options.ts',
    'standard.ts',
  ],
  worker: ['batches', 'data.ts', 'errors.ts', 'limits', 'observe', 'pool', 'render', 'storage', 'webhooks'],
  http: [
    'batches',
    'data.ts',
    'errors.ts',
    'files',
    'identity',
    'ids.ts',
    'limits',
    'observe',
    'pool',
    'render',
    'saved-options.ts',
    'webhooks',
  ],
} as const satisfies Record<string, readonly string[]>;

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Static and dynamic imports: relative ones as project paths, packages by their name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Import[] = [];
  for (const [, head = '', specifier = ''] of text.matchAll(/^(?:import|export)\s([^;]*?\sfrom\s+)?'([^']+)'/gms)) {
    const inline = /^\{([^}]*)\}/s.exec(head.trim())?.[1];
    const typeOnly =
      head.startsWith('type ') || (inline?.split(',').every((name) => /^\s*(type\s|$)/.test(name)) ?? false);
    found.push({ target: resolveImport(file, specifier), typeOnly });
  }
  for (const [, specifier = ''] of text.matchAll(/\bawait import\(\s*'([^']+)'/g)) {
    found.push({ target: resolveImport(file, specifier), typeOnly: false });
  }
  return found;
}

function resolveImport(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const source = relative(ROOT, resolve(ROOT, dirname(file), specifier)).replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, source)) ? source : source.replace(/\.ts$/, '.tsx');
}

const CLIENT_FILES = readdirSync(join(ROOT, CLIENT), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join(CLIENT, name));
const GRAPH = new Map(SOURCES.map((file) => [file, importsOf(file)]));

function violations(of: (file: string) => boolean, allowed: (target: string, one: Import) => boolean): string[] {
  return [...GRAPH].flatMap(([file, imports]) =>
    of(file) ? imports.filter((one) => !allowed(one.target, one)).map((one) => `${file} imports ${one.target}`) : [],
  );
}

t.test('each stage of the engine imports only from stages before it', async (t) => {
  for (const [index, stage] of STAGES.entries()) {
    const before = STAGES.slice(0, index + 1).map((name) => `src/engine/${name}/`);
    const wrong = violations(
      (file) => file.startsWith(`src/engine/${stage}/`),
      (target) =>
        !/^(src|native|workers)\//.test(target) ||
        SHARED_BY_ALL_STAGES.test(target) ||
        before.some((folder) => target.startsWith(folder)),
    );
    t.strictSame(wrong, [], stage);
  }
});

t.test('the engine is pure: no files, network, processes or clock', async (t) => {
  // Hashing is computation, and a large package may be loaded late; everything else of Node's stays outside.
  const allowed = new Set(['node:crypto', 'node:buffer', 'node:module']);
  const wrong = violations(
    (file) => file.startsWith('src/engine/'),
    (target) => !target.startsWith('node:') || allowed.has(target),
  );
  t.strictSame(wrong, []);
  const impure = [...GRAPH.keys()]
    .filter((file) => file.startsWith('src/engine/'))
    .filter((file) =>
      /(?:\bDate\.now|\bperformance\.now|Math\.random|process\.(?:env|cwd|stdout|stderr)\b|\bfetch\()/.test(
        withoutComments(readFileSync(join(ROOT, file), 'utf8')),
      ),
    );
  t.strictSame(impure, []);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

t.test('the engine knows nothing of the service, the command line and the bindings', async (t) => {
  const wrong = violations(
    (file) => file.startsWith('src/engine/'),
    (target) => !/^(src\/(?!engine\/)|native\/|workers\/)/.test(target),
  );
  t.strictSame(wrong, []);
});

t.test('fonts, finished PDFs and bindings know only the types of the engine, and its collections', async (t) => {
  const FOUNDATIONS = {
    'src/fonts/': /^src\/fonts\//,
    'src/pdf/': /^src\/(?:fonts|pdf|engine\/collections)\//,
    'native/': /^(?:native|src\/fonts|src\/pdf)\//,
  };
  for (const [folder, allowed] of Object.entries(FOUNDATIONS)) {
    const wrong = violations(
      (file) => file.startsWith(folder),
      (target, { typeOnly }) =>
        !/^(src|native|workers)\//.test(target) ||
        allowed.test(target) ||
        (target.startsWith('src/engine/') && typeOnly),
    );
    t.strictSame(wrong, [], folder);
  }
});

/** The entry of SERVICE that a file belongs to. */
const partOf = (file: string): string => file.split('/')[2]!;

/** The pool hands its threads the fonts, chooses what writes their PDFs, and starts processes for large documents. */
const isForThreads = (part: string, target: string) =>
  part === 'pool' &&
  (target === 'src/writers/writer.ts' ||
    target === 'src/entry-points.ts' ||
    /^src\/(?:fonts|isolation)\//.test(target));

/** The embedded Postgres starts the process that stops it when its user is killed. */
const isForStop = (part: string, target: string) => part === 'storage' && target === 'src/entry-points.ts';

/** Reading NDJSON and CSV is shared with the command line. */
const isForRecords = (target: string) => target.startsWith('src/records/');

t.test('each part of the service imports only what it is allowed to', async (t) => {
  const parts = [...new Set([...GRAPH.keys()].filter((file) => file.startsWith('src/service/')).map(partOf))];
  t.strictSame(parts.sort(), Object.keys(SERVICE).sort(), 'every part is listed');
  for (const [part, allowed] of Object.entries<readonly string[]>(SERVICE)) {
    const imported = new Set<string>();
    const wrong = violations(
      (file) => file.startsWith('src/service/') && partOf(file) === part,
      (target) => {
        if (!target.startsWith('src/service/'))
          return (
            target.startsWith('src/engine/') ||
            !target.startsWith('src/') ||
            isForThreads(part, target) ||
            isForStop(part, target) ||
            isForRecords(target)
          );
        imported.add(partOf(target));
        return partOf(target) === part || allowed.includes(partOf(target));
      },
    );
    t.strictSame(wrong, [], part);
    t.strictSame(
      allowed.filter((other) => !imported.has(other)),
      [],
      `${part} imports all that it may`,
    );
  }
});

/** Serving the client, which `platen preview` does without accounts and so without the service. */
const isClientServer = (file: string) => ['src/portal/client.ts', 'src/portal/preview-bytes.ts'].includes(file);

t.test('the portal imports the service; only the composition root and the preview import it', async (t) => {
  const isPortal = (file: string) => file.startsWith('src/portal/');
  t.strictSame(
    violations(
      isPortal,
      (target, { typeOnly }) =>
        !target.startsWith('src/') ||
        isPortal(target) ||
        target.startsWith('src/service/') ||
        (typeOnly && target.startsWith('src/engine/')),
    ),
    [],
  );
  t.strictSame(
    violations(isClientServer, (target) => !target.startsWith('src/') || target.startsWith('src/engine/')),
    [],
  );
  const importers = (of: (file: string) => boolean) =>
    [...GRAPH]
      .filter(([file, imports]) => !isPortal(file) && imports.some(({ target }) => of(target)))
      .map(([file]) => file);
  t.strictSame(
    importers((target) => isPortal(target) && !isClientServer(target)),
    ['src/server/http-process.ts'],
  );
  t.strictSame(importers(isClientServer), ['src/cli/preview/studio.ts']);
});

t.test('the client of the portal shares only types with the rest', async (t) => {
  t.ok(CLIENT_FILES.length > 20);
  const wrong = CLIENT_FILES.flatMap((file) =>
    importsOf(file)
      .filter(({ target, typeOnly }) => target.startsWith('src/') && !target.startsWith(CLIENT) && !typeOnly)
      .map(({ target }) => `${file} imports ${target}`),
  );
  t.strictSame(wrong, []);
});

t.test('only the render threads and their pool import native/', async (t) => {
  const wrong = violations(
    (file) => /^src\/(service|server)/.test(file) && !file.startsWith('src/service/pool/'),
    (target) => !target.startsWith('native/'),
  );
  t.strictSame(wrong, []);
});

t.test('the configuration knows only the form of plans', async (t) => {
  const wrong = violations(
    (file) => file === 'src/config.ts',
    (target) => !target.startsWith('src/') || ['src/cores.ts', 'src/service/identity/plans.ts'].includes(target),
  );
  t.strictSame(wrong, []);
});

t.test('the composition root imports the configuration and the service; only the entry points import it', async (t) => {
  const isRoot = (file: string) => file === 'src/server.ts' || file.startsWith('src/server/');
  const wrong = violations(isRoot, (target, { typeOnly }) => {
    if (target.startsWith('src/engine/')) return typeOnly;
    return (
      !/^(src|native|workers)\//.test(target) ||
      isRoot(target) ||
      /^src\/(config\.ts|entry-points\.ts|service\/|portal\/routes\/index\.ts$)/.test(target)
    );
  });
  t.strictSame(wrong, []);
  const importers = [...GRAPH].filter(([, imports]) => imports.some(({ target }) => isRoot(target)));
  t.strictSame(
    importers.map(([file]) => file).filter((file) => !isRoot(file)),
    ['src/cli/serve.ts', 'src/cli/tune.ts', 'src/cli/worker.ts', 'workers/http.ts'],
  );
});

t.test(
  'workers are entry points: nothing imports them, and they take only messages and roots from the service',
  async (t) => {
    t.strictSame(
      violations(
        () => true,
        (target) => !target.startsWith('workers/'),
      ),
      [],
    );
    const wrong = violations(
      (file) => file.startsWith('workers/'),
      (target) =>
        !target.startsWith('src/') ||
        /^src\/(engine\/|fonts\/|pdf\/join\/|writers\/|entry-points\.ts$|isolation\/|renderer\.ts$|hyphenation\.ts$|server\/|cli\/(?:batch|preview|tune)\/)/.test(
          target,
        ) ||
        /^src\/service\/(cluster\/messages|pool\/messages|pool\/isolated-host|pool\/suspects|pool\/warm-up|pool\/isolated-messages|pool\/joins|pool\/body-options|pool\/decoding-budget|observe\/log|storage\/embedded\/server|observe\/thread-counters)\.ts$/.test(
          target,
        ),
    );
    t.strictSame(wrong, []);
  },
);

t.test('the library works without the service', async (t) => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { target } of GRAPH.get(file) ?? []) visit(target);
  };
  visit('src/index.ts');
  t.strictSame(
    [...reached].filter((file) => /^src\/(service|server|config|cli)\b/.test(file)),
    [],
  );
});

/**
 * Groups of files that import each other in circles: the strongly connected components of the graph.
 * @returns files of each group in alphabetical order; none for a graph without cycles
 * Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972)
 */
function importCycles(graph: ReadonlyMap<string, readonly Import[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let low = index;
    stack.push(file);
    for (const { target } of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target)!);
    }
    lowest.set(file, low);
    if (low === index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) groups.push(group.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups;
}

/** One way around: file → file → … */
function describeCycle(graph: ReadonlyMap<string, readonly Import[]>, group: readonly string[]): string {
  const path = [group[0]!];
  for (;;) {
    const imports = graph.get(path.at(-1)!) ?? [];
    const next = imports.map(({ target }) => target).find((target) => group.includes(target))!;
    const start = path.indexOf(next);
    path.push(next);
    if (start >= 0) return `${group.length} files, e.g. ${path.slice(start).join(' → ')}`;
  }
}

t.test('no import cycles, not even of types', async (t) => {
  const graph = new Map([...GRAPH, ...CLIENT_FILES.map((file) => [file, importsOf(file)] as const)]);
  t.strictSame(
    importCycles(graph).map((group) => describeCycle(graph, group)),
    [],
  );
});

/** Entry points: what they export is used from outside. */
const ENTRY_POINTS = new Set([
  'src/index.ts',
  'workers/batch.ts',
  'workers/http.ts',
  'workers/preview.ts',
  'workers/render.ts',
  'workers/tune.ts',
]);

/** `module name` of what a file imports by name; `module *` where it imports the whole module, or dynamically. */
function namesImportedBy(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const whole = [...text.matchAll(/\* as \w+ from '([^']+)'|\bimport\(\s*'([^']+)'/g)].map(
    ([, specifier, dynamic = '']) => `${resolveImport(file, specifier ?? dynamic)} *`,
  );
  const named = [...text.matchAll(/^(?:import|export)\s(?:type\s)?\{([^}]*)\}\s*from\s+'([^']+)'/gms)];
  const names = named.flatMap(([, list = '', specifier = '']) =>
    list.split(',').map((name) => `${resolveImport(file, specifier)} ${/^(?:type\s)?(\w*)/.exec(name.trim())![1]}`),
  );
  return [...whole, ...names];
}

t.test('what a file exports is imported elsewhere; if by tests only, the file itself uses it', async (t) => {
  const others = ['scripts', 'bench', 'test'].flatMap((folder) => typescriptFiles(join(ROOT, folder)));
  const [tests, users] = [true, false].map(
    (isTest) =>
      new Set([...SOURCES, ...others].filter((file) => file.startsWith('test/') === isTest).flatMap(namesImportedBy)),
  );
  const unused = SOURCES.filter((file) => !ENTRY_POINTS.has(file) && !users!.has(`${file} *`)).flatMap((file) => {
    const text = withoutComments(readFileSync(join(ROOT, file), 'utf8'));
    const exported = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)];
    return exported.flatMap(([, name = '']) => {
      const isUsedInside = text.split(new RegExp(`\\b${name}\\b`)).length > 2;
      const isUsed = users!.has(`${file} ${name}`) || (isUsedInside && tests!.has(`${file} ${name}`));
      return isUsed ? [] : [`${file}: ${name}`];
    });
  });
  t.strictSame(unused, []);
});

t.test('test/ mirrors src/', async (t) => {
  const folders = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => dirname(name))
    // What hostile documents cost is no folder's own.
    .filter(
      (folder) =>
        folder !== '.' &&
        folder !== 'trust' &&
        !existsSync(join(ROOT, 'src', folder)) &&
        !existsSync(join(ROOT, folder)),
    );
  t.strictSame([...new Set(folders)], []);
});

t.test('one file may import the HTML parser, one the HTTP server', async (t) => {
  const importers = (name: string) =>
    [...GRAPH]
      .filter(([, imports]) => imports.some(({ target, typeOnly }) => target === name && !typeOnly))
      .map(([file]) => file);
  t.ok(importers('node-html-parser').length <= 1, importers('node-html-parser').join());
  t.ok(importers('uWebSockets.js').length <= 1, importers('uWebSockets.js').join());
});
