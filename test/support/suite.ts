/** The documents of test/suite. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.js';
import { sample } from './sample.js';

export interface SuiteDocument {
  /** Area and sentence: `flex/an-item-shrinks-to-its-longest-word.html`. */
  readonly name: string;
  readonly html: string;
}

const FOLDER = join(ROOT, 'test/suite');

/** In the order of their names. */
export const suiteNames = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort();

export const suiteDocument = (name: string): SuiteDocument => ({
  name,
  html: readFileSync(join(FOLDER, name), 'utf8'),
});

export const suiteDocuments = (): SuiteDocument[] => suiteNames().map(suiteDocument);

/** Those that a run takes for a proof (`sample`). */
export const suiteSample = (proof: string): SuiteDocument[] => sample(suiteNames(), proof).map(suiteDocument);
