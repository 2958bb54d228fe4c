/**
 * Builds the native core with cargo and copies it to where the binding loads it from.
 *
 *   npm run build:core
 */

import { spawnSync } from 'node:child_process';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../native/core', import.meta.url));
// Named, because a user's CARGO_TARGET_DIR would put it elsewhere.
const options = ['build', '--release', '--locked', '--target-dir', 'target'];
const { status, error } = spawnSync('cargo', options, { cwd: folder, stdio: 'inherit' });
if (error) throw new Error('cargo does not run; Rust is at https://rustup.rs', { cause: error });
if (status !== 0) process.exit(status ?? 1);

const LIBRARIES = { darwin: 'libplaten_core.dylib', win32: 'platen_core.dll' };
const library = join(folder, 'target', 'release', LIBRARIES[process.platform] ?? 'libplaten_core.so');
const addon = join(folder, `platen-core.${process.platform}-${process.arch}.node`);
// Rename over the old file, which a process may have loaded.
copyFileSync(library, `${addon}.new`);
renameSync(`${addon}.new`, addon);
