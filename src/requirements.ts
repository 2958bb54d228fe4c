/** Says in a sentence what an installation lacks: imported before anything that would fail for want of it. */

import { createRequire } from 'node:module';
import { MissingPackageError } from './missing-package.js';

try {
  createRequire(import.meta.url)('lightningcss');
} catch (cause) {
  // Its binaries are optional dependencies of it, one for each platform.
  const platform = /lightningcss\.([\w-]+)\.node/.exec((cause as Error).message)?.[1];
  const name = platform ? `lightningcss-${platform}` : 'lightningcss';
  const advice = 'install without --omit=optional, or add that package in the version of lightningcss';
  throw new MissingPackageError(`the npm package ${name} is missing, which reads style sheets: ${advice}`, { cause });
}
