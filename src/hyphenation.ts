/** Loads hyphenation patterns from the package `hyphen` on demand. */

import { createRequire } from 'node:module';
import type { LoadPatterns } from './engine/text/hyphenation.js';

const load = createRequire(import.meta.url);

export const loadPatterns: LoadPatterns = (file) => load(`hyphen/patterns/${file}`);
