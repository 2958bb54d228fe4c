/** The project as JavaScript: threads and processes start much faster than with a loader. */

import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the project, so that packages are found. */
const FOLDER = join(ROOT, '.tap', 'build');

let isBuilt = false;

/**
 * Transpiles what changed since any test did so last. Tests may do it at the same time.
 * @returns the path of a built module
 */
export function built(module: string): string {
  if (!isBuilt) build();
  isBuilt = true;
  return join(FOLDER, module);
}

function build(): void {
  for (const top of ['src', 'native', 'workers']) {
    for (const name of readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue;
      transpile(join(ROOT, top, name), join(FOLDER, top, name.replace(/\.ts$/, '.js')));
    }
  }
  copy('native/core/platen-core.wasm');
}

function copy(name: string): void {
  const target = join(FOLDER, name);
  mkdirSync(dirname(target), { recursive: true });
  const part = `${target}.${process.pid}`;
  copyFileSync(join(ROOT, name), part);
  renameSync(part, target);
}

const COMPILER_OPTIONS = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true };

function transpile(source: string, target: string): void {
  const { mtime } = statSync(source);
  // In milliseconds, the precision of `utimes` with a Date.
  if (statSync(target, { throwIfNoEntry: false })?.mtime.getTime() === mtime.getTime()) return;
  mkdirSync(dirname(target), { recursive: true });
  const part = `${target}.${process.pid}`;
  writeFileSync(
    part,
    ts.transpileModule(readFileSync(source, 'utf8'), { compilerOptions: COMPILER_OPTIONS }).outputText,
  );
  utimesSync(part, mtime, mtime);
  renameSync(part, target);
}
