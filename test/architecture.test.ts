/** Holds the layers of the architecture against the real imports. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'native', 'workers'].flatMap((folder) => typescriptFiles(join(ROOT, folder)));

/** Inside the engine a stage imports from stages before it. The front files (render, errors, diagnostics) are apart. */
const STAGES = ['template', 'html', 'css', 'text', 'box', 'layout', 'paint', 'typst', 'encode'];
const SHARED_BY_ALL_STAGES = new Set(['src/engine/diagnostics.ts', 'src/engine/errors.ts']);

function typescriptFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => relative(ROOT, join(folder, name)));
}

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Relative imports as project paths; packages by their name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Import[] = [];
  for (const [, head = '', specifier = ''] of text.matchAll(/^(?:import|export)\s([^;]*?\sfrom\s+)?'([^']+)'/gms)) {
    const inline = /^\{([^}]*)\}/s.exec(head.trim())?.[1];
    const typeOnly =
      head.startsWith('type ') || (inline?.split(',').every((name) => /^\s*(type\s|$)/.test(name)) ?? false);
    found.push({ target: resolveImport(file, specifier), typeOnly });
  }
  return found;
}

function resolveImport(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(ROOT, resolve(ROOT, dirname(file), specifier)).replace(/\.js$/, '.ts');
}

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
        SHARED_BY_ALL_STAGES.has(target) ||
        before.some((folder) => target.startsWith(folder)),
    );
    t.strictSame(wrong, [], stage);
  }
});

t.test('the engine is pure: no files, network, processes or clock', async (t) => {
  // Hashing is computation; everything else of Node's stays outside.
  const allowed = new Set(['node:crypto', 'node:buffer']);
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

t.test('the engine knows nothing of the service, the portal and the bindings', async (t) => {
  const wrong = violations(
    (file) => file.startsWith('src/engine/'),
    (target) => !/^(src\/(?!engine\/)|native\/|workers\/)/.test(target),
  );
  t.strictSame(wrong, []);
});

t.test('the bindings know only the types of the engine', async (t) => {
  const wrong = violations(
    (file) => file.startsWith('native/'),
    (target, { typeOnly }) => !target.startsWith('src/') || (target.startsWith('src/engine/') && typeOnly),
  );
  t.strictSame(wrong, []);
});

t.test('no import cycles', async (t) => {
  const done = new Set<string>();
  const path: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const { target, typeOnly } of GRAPH.get(file) ?? []) if (!typeOnly && GRAPH.has(target)) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of GRAPH.keys()) visit(file);
  t.strictSame(cycles, []);
});

t.test('one file may import the HTML parser, one the HTTP server', async (t) => {
  const importers = (name: string) =>
    [...GRAPH]
      .filter(([, imports]) => imports.some(({ target, typeOnly }) => target === name && !typeOnly))
      .map(([file]) => file);
  t.ok(importers('node-html-parser').length <= 1, importers('node-html-parser').join());
  t.ok(importers('uWebSockets.js').length <= 1, importers('uWebSockets.js').join());
});
