/** Where the project lies, and its modules as JavaScript, which threads and processes start from. */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The root of the project; tests themselves run from their translation, which is elsewhere. */
export const ROOT = dirname(createRequire(import.meta.url).resolve('platen/package.json'));

/** @returns the path of a module, or of a folder of modules, that scripts/translate.mjs wrote */
export const built = (module: string): string => join(ROOT, '.tap/build', module);
