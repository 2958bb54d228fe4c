/** The hyphenation patterns of the package `hyphen`, read when they are first needed. */

import { createRequire } from 'node:module';
import type { LoadPatterns } from './engine/text/hyphenation.js';

const load = createRequire(import.meta.url);

export const loadPatterns: LoadPatterns = (file) => load(`hyphen/patterns/${file}`);
