/** The sources of the core. Its WebAssembly module carries their hash, so that a test finds an outdated one. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../native/core', import.meta.url));
/** The custom section with the hash. */
export const SOURCES_SECTION = 'sources';

/** @returns 40 hexadecimal digits */
export function hashOfSources() {
  const sources = readdirSync(join(FOLDER, 'src'), { recursive: true }).filter((name) => name.endsWith('.rs'));
  const hash = createHash('sha256');
  for (const name of ['Cargo.toml', 'Cargo.lock', 'build.rs', ...sources.sort().map((name) => `src/${name}`)]) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(FOLDER, name)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 40);
}
