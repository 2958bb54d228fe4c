/** Reports missing packages in one sentence; imported before anything that would fail without them. */

import { createRequire } from 'node:module';
import { MissingPackageError } from './missing-package.js';

try {
  createRequire(import.meta.url)('lightningcss');
} catch (cause) {
  // The binaries of lightningcss are its optional dependencies, one per platform.
  const platform = /lightningcss\.([\w-]+)\.node/.exec((cause as Error).message)?.[1];
  const name = platform ? `lightningcss-${platform}` : 'lightningcss';
  const advice = 'install without --omit=optional, or add that package in the version of lightningcss';
  throw new MissingPackageError(`the npm package ${name}, which parses style sheets, is missing: ${advice}`, { cause });
}
