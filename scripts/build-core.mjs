/**
 * Builds the native core with cargo and puts it where the binding looks for it.
 *
 *   npm run build:core
 */

import { spawnSync } from 'node:child_process';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../native/core', import.meta.url));
const { status, error } = spawnSync('cargo', ['build', '--release', '--locked'], { cwd: folder, stdio: 'inherit' });
if (error) throw new Error('cargo does not run; Rust is at https://rustup.rs', { cause: error });
if (status !== 0) process.exit(status ?? 1);

const LIBRARIES = { darwin: 'libplaten_core.dylib', win32: 'platen_core.dll' };
const library = join(folder, 'target', 'release', LIBRARIES[process.platform] ?? 'libplaten_core.so');
const addon = join(folder, `platen-core.${process.platform}-${process.arch}.node`);
// Not over one that a process has loaded.
copyFileSync(library, `${addon}.new`);
renameSync(`${addon}.new`, addon);
