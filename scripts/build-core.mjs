/**
 * Builds the core with cargo and copies it to where its binding loads it from.
 *
 *   npm run build:core                 the addon of Node.js for this machine
 *   npm run build:core -- --wasm       platen-core.wasm, which is part of the repository
 *
 * The second needs wasm-opt (Binaryen) and the standard library for WebAssembly: `rustup target add
 * wasm32-unknown-unknown`, or its source (`rustup component add rust-src`, Debian's rust-src), from which it is built
 * then. RUSTC chooses a compiler.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfSources, SOURCES_SECTION } from './core-sources.mjs';

const FOLDER = fileURLToPath(new URL('../native/core', import.meta.url));
const TARGET = 'wasm32-unknown-unknown';
/** Bytes. Nested effects and drawings recurse. */
const STACK = 4 * 1024 * 1024;

if (process.argv.includes('--wasm')) buildModule();
else buildAddon();

function buildAddon() {
  cargo([]);
  const LIBRARIES = { darwin: 'libplaten_core.dylib', win32: 'platen_core.dll' };
  const library = join(FOLDER, 'target', 'release', LIBRARIES[process.platform] ?? 'libplaten_core.so');
  const addon = join(FOLDER, `platen-core.${process.platform}-${process.arch}.node`);
  // Rename over the old file, which a process may have loaded.
  copyFileSync(library, `${addon}.new`);
  renameSync(`${addon}.new`, addon);
}

function buildModule() {
  const compiler = process.env.RUSTC ?? 'rustc';
  const ask = (...options) => execFileSync(compiler, options, { encoding: 'utf8' }).trim();
  const library = join(ask('--print', 'sysroot'), 'lib/rustlib/src/rust/library');
  const isInstalled = existsSync(ask('--print', 'target-libdir', '--target', TARGET));
  if (!isInstalled && !existsSync(library)) throw new Error(`rustup target add ${TARGET}, or install rust-src`);

  const crates = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
  // Messages of panics name source files: the same ones on every machine.
  const prefixes = [
    ...readdirSync(crates).map((registry) => [join(crates, registry), 'crates']),
    [ask('--print', 'sysroot'), 'rust'],
    ...(existsSync(library)
      ? [[execFileSync('realpath', [join(library, '..')], { encoding: 'utf8' }).trim(), 'rust']]
      : []),
  ];
  const flags = [
    '-C target-feature=+simd128',
    `-C link-arg=-zstack-size=${STACK}`,
    ...prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`),
  ];
  cargo(['--no-default-features', '--target', TARGET, ...(isInstalled ? [] : ['-Zbuild-std=std,panic_abort'])], {
    RUSTFLAGS: flags.join(' '),
    ...(!isInstalled && { RUSTC_BOOTSTRAP: '1' }),
  });

  const module = join(FOLDER, 'platen-core.wasm');
  const part = `${module}.new`;
  run(
    'wasm-opt',
    [
      '-O3',
      '--all-features',
      '--strip-debug',
      '--strip-producers',
      '--strip-target-features',
      '-o',
      part,
      join(FOLDER, 'target', TARGET, 'release/platen_core.wasm'),
    ],
    {},
  );
  writeFileSync(module, Buffer.concat([readFileSync(part), customSection(SOURCES_SECTION, hashOfSources())]));
  rmSync(part);
}

/** https://webassembly.github.io/spec/core/binary/modules.html#custom-section; both texts have less than 60 bytes. */
function customSection(name, text) {
  const content = [name.length, ...Buffer.from(name), ...Buffer.from(text)];
  return Buffer.from([0, content.length, ...content]);
}

function cargo(options, env) {
  // The folder is named, because a user's CARGO_TARGET_DIR would put it elsewhere.
  run('cargo', ['build', '--release', '--locked', '--target-dir', 'target', ...options], env);
}

function run(command, options, env) {
  const { status, error } = spawnSync(command, options, {
    cwd: FOLDER,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) throw new Error(`${command} does not run; Rust is at https://rustup.rs`, { cause: error });
  if (status !== 0) process.exit(status ?? 1);
}
